import type { ReactNode } from 'react'

export function Samples({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-5">
      <h2 className="border-b border-line pb-2 text-3xl">{title}</h2>
      {children}
    </section>
  )
}
