import { useQuery } from '@tanstack/react-query'
import type { ToDo } from '#shared/dashboard/to-do.ts'
import { toDoText } from '#shared/dashboard/to-do-text.ts'
import { useApi } from '#web/api/client.ts'
import { toDoQuery } from '#web/api/dashboard.ts'
import { buttonClass, classes } from '#web/components/classes.ts'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { Pill } from '#web/components/pill.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** What waits for whoever reads it, first of all on the dashboard. Asks for itself, so that nothing waits for it or fails with it. */
export function ToDoSection() {
  const { data, isError, error, refetch } = useQuery(toDoQuery(useApi()))
  return (
    <section aria-labelledby="to-do" className="mb-6">
      <h2 id="to-do" className="eyebrow mb-3 text-muted">
        {toDoText.title}
      </h2>
      {data ? (
        <List list={data.list} />
      ) : isError ? (
        <Failed title={toDoText.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-20" />
      )}
    </section>
  )
}

function List({ list }: { list: readonly ToDo[] }) {
  if (list.length === 0) return <Nothing />
  return (
    <ul className="card divide-y divide-line">
      {list.map((one) => (
        <li
          key={one.kind + one.sentence}
          className={classes(
            'flex flex-wrap items-center gap-x-6 gap-y-3 border-l-4 px-5 py-4',
            one.urgent ? 'border-l-red' : 'border-l-gold',
          )}
        >
          <p className="min-w-0 flex-1 basis-64 break-words">
            {one.urgent && (
              <>
                <Pill tone="red">{toDoText.urgent}</Pill>{' '}
              </>
            )}
            {one.sentence}
          </p>
          <SiteLink href={one.href} className={buttonClass(one.urgent ? 'primary' : 'outline', 'small')}>
            {one.action}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}

function Nothing() {
  return (
    <div className="card flex gap-4 px-5 py-4">
      <CheckIcon className="mt-0.5 size-6 flex-none text-green" />
      <div className="min-w-0">
        <p className="font-semibold">{toDoText.nothing}</p>
        <p className="text-muted">{toDoText.nothingHelp}</p>
      </div>
    </div>
  )
}
