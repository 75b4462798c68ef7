import { classes } from './classes.ts'

/** One of a few large figures in a `dl`, above its label. */
export const Figure = ({ value, label, note }: { value: string; label: string; note?: string }) => (
  <div className="flex flex-col">
    <dt className={classes('order-2', note === undefined ? 'text-muted in-[.on-dark]:text-sky' : 'font-semibold')}>
      {label}
    </dt>
    <dd className="display order-1 text-[clamp(2.2rem,1.8rem+1.6vw,3.2rem)] leading-none tabular-nums">{value}</dd>
    {note && <dd className="order-3 max-w-[40ch] text-muted">{note}</dd>}
  </div>
)
