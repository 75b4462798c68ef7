import { useQuery } from '@tanstack/react-query'
import { monitorText as text } from '#shared/elections/monitor/text.ts'
import { showShare } from '#shared/elections/results/results.ts'
import { notStated } from '#shared/elections/roll-regions.ts'
import { hourOf } from '#shared/elections/schedule-text.ts'
import { showInstant } from '#shared/time.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { monitorQuery, type Monitor } from '#web/api/elections/monitor.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { Failed } from '#web/components/failed.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ReminderPanel } from '#web/elections/monitor/reminder-panel.tsx'
import { RegionTurnout } from '#web/elections/region-turnout.tsx'
import { WatchList } from '#web/elections/monitor/watch-list.tsx'

/** How election day goes. */
export function MonitorPanel({ electionId }: { electionId: string }) {
  const { data, isError, error, refetch } = useQuery(monitorQuery(useApi(), electionId))
  return (
    <section aria-labelledby="monitor-heading" className="card grid grid-cols-1 gap-6 p-5 md:p-8">
      <div>
        <h2 id="monitor-heading" className="text-3xl">
          {text.title}
        </h2>
        {data && <p className="mt-1 text-muted">{text.asOf(showInstant(data.now))}</p>}
      </div>
      {data && isError && (
        <Notice tone="warning" title={text.outOfDate}>
          {sentenceOf(error)}
        </Notice>
      )}
      {data ? (
        <Figures monitor={data} electionId={electionId} />
      ) : isError ? (
        <Failed title={text.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading…</span>
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </section>
  )
}

function Figures({ monitor, electionId }: { monitor: Monitor; electionId: string }) {
  const { cast, eligible, counted, stage } = monitor
  return (
    <>
      <dl className="flex flex-wrap gap-x-14 gap-y-5">
        <Figure value={showShare(cast, eligible)} label={text.turnout} note={text.of(cast, eligible)} />
        <Figure
          value={counted.toLocaleString('en')}
          label={text.counted}
          note={stage === 'voting' ? text.countedHelp : ''}
        />
      </dl>
      <WatchList monitor={monitor} />
      {stage === 'voting' && <ReminderPanel electionId={electionId} />}
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <Regions monitor={monitor} />
        <Hours monitor={monitor} />
      </div>
    </>
  )
}

const Figure = ({ value, label, note }: { value: string; label: string; note: string }) => (
  <div className="grid min-w-0 content-start">
    <dt className="order-2 font-semibold">{label}</dt>
    <dd className="display order-1 text-5xl leading-none tabular-nums">{value}</dd>
    {note && <dd className="order-3 max-w-[40ch] text-muted">{note}</dd>}
  </div>
)

function Regions({ monitor }: { monitor: Monitor }) {
  const shown = monitor.regions.filter(({ region, eligible }) => region !== notStated || eligible > 0)
  return (
    <div className="grid min-w-0 content-start gap-3">
      <h3 className="text-xl">{text.regions}</h3>
      <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {shown.map(({ region, cast, eligible }) => (
          <RegionTurnout key={region} {...{ region, cast, eligible }} />
        ))}
      </ul>
    </div>
  )
}

function Hours({ monitor: { hours, now } }: { monitor: Monitor }) {
  return (
    <div className="grid min-w-0 content-start gap-3">
      <h3 className="text-xl">{text.hours}</h3>
      {hours.length === 0 ? (
        <p className="text-muted">{text.noHours}</p>
      ) : (
        <>
          <DataTable
            caption={text.hours}
            rows={hours}
            keyOf={({ from }) => String(from)}
            empty={null}
            columns={[
              {
                heading: text.hour,
                main: true,
                cell: ({ from, until }) =>
                  until === now ? text.since(hourOf(from)) : `${hourOf(from)} – ${hourOf(until)}`,
              },
              {
                heading: text.ballots,
                phone: 'beside',
                numeric: true,
                cell: ({ ballots }) => ballots.toLocaleString('en'),
              },
            ]}
          />
          <p className="text-muted">{text.hoursHelp}</p>
        </>
      )}
    </div>
  )
}
