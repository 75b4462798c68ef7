import type { ReactNode } from 'react'
import { Skeleton } from '#web/components/skeleton.tsx'

/** The width of the page, and what stands at its foot. */
export function VoteFrame({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <>
      <div className="wrap grid grid-cols-1 gap-8 py-8 md:py-12">{children}</div>
      {foot}
    </>
  )
}

export function VoteHeading({ eyebrow, title, children }: { eyebrow: string; title: string; children?: ReactNode }) {
  return (
    <div>
      <p className="eyebrow text-gold-ink">{eyebrow}</p>
      <h1 className="mt-1 text-4xl sm:text-5xl">{title}</h1>
      {children && <div className="mt-3 max-w-[60ch] text-lg text-muted">{children}</div>}
    </div>
  )
}

/** In the shape of the ballot that is coming. */
export function VoteSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-8">
      <span className="sr-only">Loading…</span>
      <div className="grid gap-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-11 w-full max-w-md" />
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {[1, 2, 3, 4].map((place) => (
          <div key={place} className="card flex min-h-24 items-center gap-3 px-4">
            <Skeleton className="size-12 flex-none rounded-full" />
            <Skeleton className="h-6 w-2/3" />
          </div>
        ))}
      </div>
    </div>
  )
}
