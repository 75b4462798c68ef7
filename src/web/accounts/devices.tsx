import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { showInstant } from '#shared/time.ts'
import { devicesQuery, endDevice, endOtherDevices } from '#web/accounts/api.ts'
import { sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'

const text = {
  title: 'Where you are logged in',
  help: 'If you do not know one of these, log it out and change your password.',
  list: 'Devices that are logged in',
  unknown: 'A phone or computer',
  here: 'This device',
  lastSeen: (when: string) => `Last seen about ${when}`,
  end: 'Log out',
  endOthers: 'Log out all other devices',
  loadFailed: 'Your devices could not be loaded',
} as const

/** The devices that are logged in to one's account: each can be logged out, and all others at once. */
export function DeviceSection() {
  const titleId = useId()
  const { data, isError, error, refetch } = useQuery(devicesQuery)
  const ending = useMutation({
    mutationFn: (id: string | null) => (id === null ? endOtherDevices() : endDevice(id)),
    onSettled: () => queries.invalidateQueries(devicesQuery),
  })
  const others = data?.filter(({ isThis }) => !isThis) ?? []
  return (
    <section aria-labelledby={titleId} className="card mt-6 p-6 md:p-8">
      <h2 id={titleId} className="text-3xl">
        {text.title}
      </h2>
      <p className="mt-3 text-muted">{text.help}</p>
      <div className="mt-5 grid grid-cols-1 gap-5">
        {ending.isError && <Notice tone="error">{sentenceOf(ending.error)}</Notice>}
        {isError && !data && <Failed title={text.loadFailed} error={error} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton className="h-12 w-full" />}
        {data && (
          <ul aria-label={text.list} className="divide-y divide-line">
            {data.map(({ id, device, seenAt, isThis }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-3 font-semibold">
                    {device || text.unknown}
                    {isThis && <Pill tone="gold">{text.here}</Pill>}
                  </p>
                  {!isThis && <p className="text-muted">{text.lastSeen(showInstant(seenAt))}</p>}
                </div>
                {!isThis && (
                  <Button look="outline" size="small" disabled={ending.isPending} onClick={() => ending.mutate(id)}>
                    {text.end}
                    <span className="sr-only"> ({device || text.unknown})</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {others.length > 1 && (
          <Button
            look="outline"
            className="justify-self-start"
            busy={ending.isPending && ending.variables === null}
            onClick={() => ending.mutate(null)}
          >
            {text.endOthers}
          </Button>
        )}
      </div>
    </section>
  )
}
