import { queryOptions } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

/** For the dashboard, which must not wait for it or fail with it. */
export const backupsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['backups'], queryFn: () => unwrap(api.operations.backups.$get()) })
