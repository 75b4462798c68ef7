import { classes } from '#web/components/classes.ts'

/** How much of a whole, as a line; the figure stands beside it. */
export function ShareBar({ share, className }: { share: number; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className={classes('block w-full rounded-full', className)}
    >
      <rect width="100" height="1" className="fill-line" />
      <rect
        width={Math.min(1, share) * 100}
        height="1"
        className="fill-olive-2 motion-safe:transition-all motion-safe:duration-200"
      />
    </svg>
  )
}
