import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { withNext } from '#shared/pages.ts'
import { ApiError, isWorthRetrying } from './client.ts'

export const fiveMinutesMs = 5 * 60_000

/** For what every page shows of the person logged in. */
export const mineKey = ['mine']

/** `onSignedOut` is called when a session has ended behind an open page. */
export function createQueryClient(onSignedOut: () => void = () => {}): QueryClient {
  const queries: QueryClient = new QueryClient({
    // It summarises everything, so any action may change it.
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
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      },
      // Report a lost connection at once instead of waiting silently.
      mutations: { networkMode: 'always' },
    },
  })
  return queries
}

/** What the browser has read. The server makes one for each page it renders. */
export const queries = createQueryClient(() => {
  // A session ended behind an open page: the login leads back to it. What asks before a tab is closed keeps the page.
  if (window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    window.location.assign(withNext('/login?ended', window.location.pathname + window.location.search))
})
