import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { withNext } from '#shared/pages.ts'
import { ApiError } from './client.ts'

export const fiveMinutes = 5 * 60_000

/** Of what every page shows of the person who is signed in. */
export const mineKey = ['mine']

/** `onSignedOut` is called when a session has ended behind an open page. */
export function createQueryClient(onSignedOut: () => void = () => {}): QueryClient {
  const queries: QueryClient = new QueryClient({
    // It sums up everything, so that whatever is done may change it.
    mutationCache: new MutationCache({ onSuccess: () => void queries.invalidateQueries({ queryKey: mineKey }) }),
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
  return queries
}

/** What the browser has read. The server makes one for each page that it renders. */
export const queries = createQueryClient(() =>
  // A session that ended behind an open page: after the login one is back on it.
  window.location.assign(withNext('/login?ended', window.location.pathname + window.location.search)),
)
