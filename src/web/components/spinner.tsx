import { classes } from '#web/components/classes.ts'

export function Spinner({ className, label }: { className?: string; label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center gap-3">
      <span
        aria-hidden="true"
        className={classes(
          'inline-block flex-none animate-spin rounded-full border-[3px] border-current border-r-transparent',
          className ?? 'size-5',
        )}
      />
      {label}
    </span>
  )
}
