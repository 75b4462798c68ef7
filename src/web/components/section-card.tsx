import { useId, type ReactNode } from 'react'

/** A section of the page with its own heading; `id` is for what leads here. */
export function SectionCard({ title, id, children }: { title: string; id?: string | undefined; children: ReactNode }) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className="card scroll-mt-24 p-6 md:p-8">
      <h2 id={titleId} className="text-3xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
