import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#web/api/client.ts'
import type { BackupOverview } from '#shared/operations/backup/backup.ts'

export const lookAgainMs = 2000

/** Asked for by itself: nothing around it waits for it or fails with it. Read again and again while one is being made. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () => unwrap(api.operations.backups.$get()),
  refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? lookAgainMs : false),
})

export const isUnderWay = ({ asked, latest }: Pick<BackupOverview, 'asked' | 'latest'>): boolean =>
  asked || latest[0]?.state === 'running'

export const askForBackup = () => unwrap(api.operations.backups.$post())
