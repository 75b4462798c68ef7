import { classes } from './classes.ts'

/** A grey bar in the shape of the content to come. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={classes('block animate-pulse rounded bg-line', className ?? 'h-5 w-full')} />
}

/** The first look of a page while its data loads. */
export function PageSkeleton() {
  return (
    <div className="wrap grid gap-5 py-10" role="status">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-10 w-3/5 max-w-96" />
      <Skeleton className="h-5 w-full max-w-xl" />
      <div className="card grid gap-4 p-6">
        <Skeleton />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    </div>
  )
}
