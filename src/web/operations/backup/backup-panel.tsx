import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { showNumber, showBytes } from '#shared/figures.ts'
import {
  backupFailures,
  type BackupFailure,
  type BackupOverview,
  type RecordedBackup,
} from '#shared/operations/backup/backup.ts'
import { errorText } from '#shared/text.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { api, sentenceOf as messageOf, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { backupPanelText, showAge } from './text.ts'

/** Shows how old the last backup is and what went wrong. The rest of the page does not wait for its query. */
export function BackupPanel({ className }: { className?: string }) {
  const backups = useQuery(backupsQuery)
  if (backups.isError && !backups.data)
    return <Failed title={backupPanelText.failedToLoad} error={backups.error} onRetry={() => void backups.refetch()} />
  return (
    <section aria-labelledby="backups" className={classes('card grid gap-3 p-6', className)}>
      <h2 id="backups" className="font-semibold text-muted">
        {backupPanelText.title}
      </h2>
      {backups.data ? <Overview overview={backups.data} /> : <Skeleton className="h-11 w-64" />}
    </section>
  )
}

function Overview({ overview }: { overview: BackupOverview }) {
  const { lastDone, latest, now } = overview
  const newest = latest.find(({ state }) => state !== 'running')
  return (
    <>
      <p className="display text-3xl">
        {lastDone ? backupPanelText.last(showAge(lastDone.finishedAt ?? now, now)) : backupPanelText.none}
      </p>
      {lastDone && <p className="text-muted">{contentsOf(lastDone)}</p>}
      {overview.onDemand && newest?.state === 'failed' && (
        <Notice tone="warning" title={backupPanelText.failed}>
          {sentenceOf(newest)}
        </Notice>
      )}
      {overview.onDemand && <BackUpNow overview={overview} />}
      <p>{overview.onDemand ? backupPanelText.schedule(overview) : errorText['no-backups-here']}</p>
      {latest.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold">{backupPanelText.details}</summary>
          <div className="grid gap-4 pt-2">
            <ul className="grid gap-2">
              {latest.map((backup) => (
                <li key={backup.startedAt} className="border-b border-line pb-2">
                  <span className="font-semibold">{backupPanelText.states[backup.state]}</span>
                  {`, ${backupPanelText.kinds[backup.kind]}, ${showInstant(backup.startedAt)}`}
                  <br />
                  <span className="text-muted">
                    {backup.state === 'done' ? contentsOf(backup) : backup.state === 'failed' ? sentenceOf(backup) : ''}
                  </span>
                </li>
              ))}
            </ul>
            <p>{backupPanelText.key[overview.key]}</p>
            <p>{backupPanelText.copies}</p>
          </div>
        </details>
      )}
    </>
  )
}

/** Makes a backup besides the nightly ones: before something risky, or for the first time. */
function BackUpNow({ overview }: { overview: BackupOverview }) {
  const newest = overview.latest[0]?.startedAt ?? null
  const asking = useMutation({
    mutationFn: (_newest: Instant | null) => askForBackup(),
    onSuccess: (asked) => {
      queries.setQueryData(backupsQuery.queryKey, asked)
      return queries.invalidateQueries({ queryKey: ['operations', 'status'] })
    },
  })
  // The job deletes the request before the backup begins, so wait until a new backup is in the list.
  const isAwaited = asking.isSuccess && asking.variables === newest
  useQuery({ ...backupsQuery, refetchInterval: isAwaited ? lookAgainMs : false })
  const isRunning = overview.latest[0]?.state === 'running'
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        look="outline"
        busy={asking.isPending || isAwaited || isUnderWay(overview)}
        onClick={() => asking.mutate(newest)}
      >
        {backupPanelText.backUpNow}
      </Button>
      <p role="status" className="empty:hidden">
        {isRunning ? backupPanelText.running : overview.asked || isAwaited ? backupPanelText.asked : ''}
      </p>
      {asking.isError && (
        <Notice tone="error" title={backupPanelText.askFailed}>
          {messageOf(asking.error)}
        </Notice>
      )}
    </div>
  )
}

const contentsOf = ({ bytes, files, rows }: RecordedBackup) =>
  backupPanelText.holds(showBytes(bytes), showNumber(files), showNumber(rows))

/** A newer version may have recorded a code that this one does not know. */
const sentenceOf = ({ error }: RecordedBackup) =>
  backupFailures[(error ?? '') as BackupFailure] ?? backupFailures.unexpected

const lookAgainMs = 2000

/** A query of its own, so nothing else on the page waits for it. Polls while a backup is being made. */
const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () => unwrap(api.operations.backups.$get()),
  refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? lookAgainMs : false),
})

const isUnderWay = ({ asked, latest }: Pick<BackupOverview, 'asked' | 'latest'>): boolean =>
  asked || latest[0]?.state === 'running'

const askForBackup = () => unwrap(api.operations.backups.$post())
