import { useId, type ReactNode } from 'react'

/** Something an observer does, with the reason. */
export function Task({ title, help, children }: { title: string; help: ReactNode; children?: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card min-w-0 p-5 md:p-7">
      <h3 id={id} className="text-2xl">
        {title}
      </h3>
      <p className="mt-2 max-w-[70ch] text-muted">{help}</p>
      {children && <div className="mt-4">{children}</div>}
    </section>
  )
}

interface Figure {
  name: string
  value: ReactNode
}

export function Facts({ facts }: { facts: readonly Figure[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
