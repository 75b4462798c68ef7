import { useMutation, useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { changeOwnDigest, ownDigestQuery } from '#web/api/dashboard.ts'
import { CheckField } from '#web/components/fields.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { digestTitle } from '#shared/dashboard/to-do.ts'

const text = {
  about: 'In the morning we email you your to-do list. On a day with nothing to do, we send no email.',
  on: 'Email me once a day when there is something to do',
  saved: { on: 'You get the daily email.', off: 'You no longer get the daily email.' },
  failed: 'Nothing was changed',
  loadFailed: 'Whether you get the daily email could not be loaded',
} as const

/** Whether this administrator is told by email what waits for them. */
export function OwnDigest() {
  const query = ownDigestQuery
  const { data, isError, error, refetch } = useQuery(query)
  const changing = useMutation({
    mutationFn: (on: boolean) => changeOwnDigest(on),
    onSuccess: (changed) => queries.setQueryData(query.queryKey, changed),
  })
  return (
    <section aria-labelledby="digest-title" className="card mt-6 p-6 md:p-8">
      <h2 id="digest-title" className="text-3xl">
        {digestTitle}
      </h2>
      <p className="mt-3 text-muted">{text.about}</p>
      <div className="mt-4">
        {data ? (
          <CheckField
            label={text.on}
            checked={changing.isPending ? changing.variables : data.on}
            onChange={({ target }) => changing.mutate(target.checked)}
          />
        ) : isError ? (
          <Failed title={text.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-11 w-full" />
        )}
      </div>
      <div role="status" className="mt-3 empty:hidden">
        {changing.isSuccess && data && <Notice tone="success">{text.saved[data.on ? 'on' : 'off']}</Notice>}
        {changing.isError && (
          <Notice tone="error" title={text.failed}>
            <p>{sentenceOf(changing.error)}</p>
          </Notice>
        )}
      </div>
    </section>
  )
}
