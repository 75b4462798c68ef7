import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { manyStoppedAccounts } from '#shared/accounts/login.ts'
import { needsNothing } from '#shared/check.ts'
import { isRegionShown, showShare } from '#shared/elections/results/results.ts'
import { thingsToWatch } from '#shared/elections/settings/readiness.ts'
import { showNumber, showCount } from '#shared/figures.ts'
import { showInstant, showTimeOfDay } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { useSite } from '#web/api/site.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { Figure } from '#web/components/figure.tsx'
import { AlertIcon, CheckIcon, MailIcon } from '#web/components/icons.tsx'
import { Fetched, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { readinessQuery } from '#web/elections/api.ts'
import { RegionTurnout } from '#web/elections/region-turnout.tsx'
import { MissingList } from '#web/elections/settings/election-overview.tsx'
import { monitorQuery, remindersQuery, requestReminders, type Monitor, type Reminders } from './api.ts'
import { monitorText as text, reminderText } from './text.ts'

export function MonitorPanel({ electionId }: { electionId: string }) {
  const query = useQuery(monitorQuery(electionId))
  const { data, isError, error } = query
  return (
    <section aria-labelledby="monitor-heading" className="card grid grid-cols-1 gap-6 p-5 md:p-8">
      <div>
        <h2 id="monitor-heading" className="text-3xl">
          {text.figures}
        </h2>
        {data && <p className="mt-1 text-muted">{text.asOf(showInstant(data.now))}</p>}
      </div>
      {data && isError && (
        <Notice tone="warning" title={text.outOfDate}>
          {sentenceOf(error)}
        </Notice>
      )}
      <Fetched query={query} failed={text.failed} loading={<Loading />}>
        {(monitor) => <Figures monitor={monitor} electionId={electionId} />}
      </Fetched>
    </section>
  )
}

const Loading = () => (
  <div role="status" className="grid gap-3">
    <span className="sr-only">Loading…</span>
    <Skeleton className="h-16 w-full" />
    <Skeleton className="h-40 w-full" />
  </div>
)

function Figures({ monitor, electionId }: { monitor: Monitor; electionId: string }) {
  const { cast, eligible, counted, stage } = monitor
  return (
    <>
      <dl className="flex flex-wrap gap-x-14 gap-y-5">
        <Figure value={showShare(cast, eligible)} label={text.turnout} note={text.of(cast, eligible)} />
        <Figure value={showNumber(counted)} label={text.counted} note={stage === 'voting' ? text.countedHelp : ''} />
      </dl>
      <WatchList monitor={monitor} electionId={electionId} />
      {stage === 'voting' && <ReminderPanel electionId={electionId} />}
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <Regions monitor={monitor} />
        <Hours monitor={monitor} />
      </div>
    </>
  )
}

function Regions({ monitor }: { monitor: Monitor }) {
  return (
    <div className="grid min-w-0 content-start gap-3">
      <h3 className="text-xl">{text.regions}</h3>
      <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {monitor.regions.filter(isRegionShown).map((one) => (
          <RegionTurnout key={one.region} {...one} />
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
                  until === now ? text.since(showTimeOfDay(from)) : `${showTimeOfDay(from)} – ${showTimeOfDay(until)}`,
              },
              {
                heading: text.ballots,
                phone: 'beside',
                numeric: true,
                cell: ({ ballots }) => showNumber(ballots),
              },
            ]}
          />
          <p className="text-muted">{text.hoursHelp}</p>
        </>
      )}
    </div>
  )
}

/** What may need attention on election day, first what is missing; the rest is shown as in order. */
function WatchList({ monitor, electionId }: { monitor: Monitor; electionId: string }) {
  const { data } = useQuery(readinessQuery(electionId))
  const { stage, proxies, stoppedAccounts, mail, clock } = monitor
  const missing = (stage === 'voting' && data?.readiness.filter((check) => !needsNothing(check))) || []
  const { sendsEmail } = useSite()
  return (
    <div className="grid gap-3">
      <h3 className="text-xl">{thingsToWatch}</h3>
      {missing.length > 0 && <MissingList electionId={electionId} missing={missing} />}
      <ul className="grid gap-3 xl:grid-cols-2">
        <Watched fine={proxies.waiting === 0}>
          {text.proxiesWaiting(proxies.waiting)} {proxies.cast > 0 && text.proxiesCast(proxies.cast)}
          {proxies.waiting > 0 && (
            <a href="#proxies-waiting" className="text-link flex min-h-11 w-fit items-center">
              {text.toProxies}
            </a>
          )}
        </Watched>
        <Watched fine={stoppedAccounts < manyStoppedAccounts}>{text.stopped(stoppedAccounts)}</Watched>
        <Watched fine={mail.works}>
          {mail.works ? text.mail.works(mail.waiting) : sendsEmail ? text.mail.broken : text.mail.none}
        </Watched>
        <Watched fine={clock === null}>{clock === null ? text.clock.fine : text.clock.wrong}</Watched>
      </ul>
    </div>
  )
}

const Watched = ({ fine, children }: { fine: boolean; children: ReactNode }) => (
  <li
    className={fine ? 'flex gap-3 px-4 py-3' : 'flex gap-3 rounded-field border-l-4 border-gold bg-gold-soft px-4 py-3'}
  >
    {fine ? (
      <CheckIcon className="mt-0.5 size-5 flex-none text-green" />
    ) : (
      <AlertIcon className="mt-0.5 size-5 flex-none text-gold-ink" />
    )}
    <div className="min-w-0 break-words">{children}</div>
  </li>
)

/** One email to everybody who has not voted yet, once a day, while emails can be sent. */
function ReminderPanel({ electionId }: { electionId: string }) {
  const reminders = useQuery(remindersQuery(electionId))
  if (!reminders.data)
    return reminders.isError ? (
      <p className="text-muted">Reminders cannot be sent now: {sentenceOf(reminders.error)}</p>
    ) : (
      <Skeleton className="h-11 w-64" />
    )
  const { askedAt, waiting, whyNot } = reminders.data
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-navy-soft p-5">
      <p className="font-semibold">{reminderText.title}</p>
      <p>{wordsFor(reminders.data)}</p>
      {whyNot === 'mail-not-working' && <p>{reminderText.withoutEmail}</p>}
      {whyNot === null && waiting > 0 && (
        <ConfirmButton
          label={
            <>
              <MailIcon className="size-5" />
              {askedAt === null ? reminderText.send : reminderText.sendAgain}
            </>
          }
          button={{ look: 'outline', size: 'small', className: 'flex-wrap' }}
          title={reminderText.ask}
          action={reminderText.send}
          failure={reminderText.failed}
          toast={reminderText.onTheirWay}
          onConfirm={async () => {
            const requested = await requestReminders(electionId)
            queries.setQueryData(remindersQuery(electionId).queryKey, requested)
          }}
        >
          <p>
            {showCount(waiting, 'member who has', 'members who have')} not voted and {waiting === 1 ? 'has' : 'have'} an
            email address will get one email. Reminders can be sent again after a day.
          </p>
        </ConfirmButton>
      )}
    </div>
  )
}

function wordsFor({ askedAt, written, waiting, nextAt, whyNot }: Reminders): string {
  if (askedAt === null && waiting === 0) return reminderText.nobody
  if (askedAt === null) return reminderText.would(waiting)
  const sent = `Requested on ${showInstant(askedAt)}: ${showCount(written, 'email')} prepared.`
  const rest =
    waiting > 0 && whyNot !== null ? ` ${showCount(waiting, 'email is', 'emails are')} still to be prepared.` : ''
  return `${sent}${rest}${nextAt === null ? '' : ` ${reminderText.again(showInstant(nextAt))}`}`
}
