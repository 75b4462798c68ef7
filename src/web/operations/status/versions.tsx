import type { Status } from '#web/api/operations/status.ts'

/** For whoever is asked for help from afar. */
export function Versions({ versions }: { versions: Status['versions'] }) {
  const lines = [
    ['Site', versions.site],
    ['Node', versions.node],
    ['PostgreSQL', versions.postgres ?? 'not known: the database does not reply'],
  ]
  return (
    <dl className="card grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 max-sm:grid-cols-1 p-4 md:px-6">
      {lines.map(([what, version]) => (
        <div key={what} className="contents">
          <dt className="text-muted">{what}</dt>
          <dd className="tabular-nums wrap-anywhere">{version}</dd>
        </div>
      ))}
    </dl>
  )
}
