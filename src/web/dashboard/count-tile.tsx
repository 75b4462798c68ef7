import type { ReactNode } from 'react'
import { classes } from '#web/components/classes.ts'
import { ArrowIcon } from '#web/components/icons.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

interface CountTileProps {
  title: string
  /** Undefined while it is on its way. */
  count: number | undefined
  unit: string
  href: string
  /** Someone is waiting on the other side of this number. */
  urgent?: boolean
  /** A line under the number. */
  note?: ReactNode
}

export function CountTile({ title, count, unit, href, urgent, note }: CountTileProps) {
  return (
    <SiteLink
      href={href}
      className={classes(
        'card group grid content-start gap-1 border-t-4 p-6 transition-shadow duration-150 hover:shadow-float',
        urgent && count ? 'border-t-gold' : 'border-t-navy',
      )}
    >
      <span className="flex items-center justify-between gap-3 font-semibold text-muted">
        <span className="min-w-0 wrap-anywhere">{title}</span>
        <ArrowIcon className="size-5 flex-none transition-transform duration-150 group-hover:translate-x-1" />
      </span>
      <span className="flex flex-wrap items-baseline gap-x-2">
        {count === undefined ? (
          <Skeleton className="my-1.5 h-11 w-24" />
        ) : (
          <span className="display text-6xl tabular-nums">{count.toLocaleString('en')}</span>
        )}
        <span className="text-muted">{unit}</span>
      </span>
      {note}
    </SiteLink>
  )
}
