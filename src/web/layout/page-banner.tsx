import type { ReactNode } from 'react'
import { classes } from '#web/components/classes.ts'
import { SunRays } from '#web/theme/sun-rays.tsx'

interface PageBannerProps {
  title: string
  children?: ReactNode
  /** What follows reaches up into the banner. */
  overlapped?: boolean
}

/** The heading of a page other than home. */
export function PageBanner({ title, children, overlapped }: PageBannerProps) {
  return (
    <section className="relative overflow-hidden bg-linear-to-b from-navy to-navy-2 text-white">
      <SunRays className="absolute top-1/2 -right-24 size-96 -translate-y-1/2 text-white/5 md:right-0 md:size-136" />
      <div className={classes('wrap relative pt-10 md:pt-14', overlapped ? 'pb-28 md:pb-40' : 'pb-10 md:pb-14')}>
        <h1 className="text-[min(14vw,clamp(2.4rem,1.7rem+3.2vw,3.9rem))] leading-[1.05]">{title}</h1>
        {children && <div className="mt-4 max-w-[58ch] text-lg text-pretty text-sky md:text-xl">{children}</div>}
      </div>
    </section>
  )
}
