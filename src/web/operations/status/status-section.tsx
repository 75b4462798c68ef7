import { useId, type ReactNode } from 'react'

/** One matter of the status page, under its own heading. */
export function StatusSection({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {note && <p className="mt-1 max-w-[70ch] text-muted">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
