import type { ReactNode } from 'react'
import { Emblem } from '#web/theme/emblem.tsx'

/** An empty list says what will be there, and offers the next step. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-dashed border-edge px-6 py-10 text-center">
      <Emblem className="h-14 w-auto opacity-80 grayscale" />
      <p className="display text-2xl">{title}</p>
      {children && <div className="max-w-[46ch] text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
