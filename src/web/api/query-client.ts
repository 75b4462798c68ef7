import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/client.ts'

export const fiveMinutes = 5 * 60_000

/** `onSignedOut` is called when a session has ended behind an open page. */
export function createQueryClient(onSignedOut: () => void = () => {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'not-signed-in') onSignedOut()
      },
    }),
    defaultOptions: {
      queries: {
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.worthRetrying,
      },
      // A lost connection is told at once, not waited out in silence.
      mutations: { networkMode: 'always' },
    },
  })
}
