import { queryOptions } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'

export const setUpQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['set-up'], staleTime: Infinity, queryFn: () => unwrap(api.admin['set-up'].$get()) })
