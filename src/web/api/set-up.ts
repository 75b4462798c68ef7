import { queryOptions } from '@tanstack/react-query'
import { answer, type ApiClient } from '#web/api/client.ts'

export const setUpQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['set-up'], staleTime: Infinity, queryFn: () => answer(api.admin['set-up'].$get()) })
