import { queryOptions, useQuery } from '@tanstack/react-query'
import { useHydrated } from '#web/router/router.tsx'
import { ApiError, api, unwrap } from './client.ts'
import { mineKey } from './query-client.ts'
import { askAtChange } from './site.ts'

const readMine = () => unwrap(api.home.mine.$get())
export type Mine = Awaited<ReturnType<typeof readMine>>

/** What `signed-in.ts` found before the first paint. */
export const signedInMark = () => document.documentElement.dataset

/** The pages are the same for everybody; this is what they add for whoever is signed in. Null when the session has ended. */
const mineQuery = queryOptions({
  queryKey: mineKey,
  staleTime: 60_000,
  ...askAtChange,
  queryFn: (): Promise<Mine | null> =>
    readMine().catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'not-signed-in') throw error
      delete signedInMark().signedIn
      return null
    }),
})

/** As what somebody is signed in here, without asking the server: enough to choose a sentence by. */
export const useMarkedAs = (): string | undefined => (useHydrated() ? signedInMark().signedIn : undefined)

/** Administrators and observers do, and need a longer password than members. */
export const logsInByEmail = (markedAs: string | undefined) => markedAs === 'admin' || markedAs === 'observer'

/** Whether somebody is signed in here, and what is theirs; a visitor's page asks for nothing. */
export function useMine() {
  const signedIn = useHydrated() && 'signedIn' in signedInMark()
  const { data, isError } = useQuery({ ...mineQuery, enabled: signedIn })
  return { signedIn, mine: data, failed: isError }
}

/** Who is signed in, with what they may do and how their login stands. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 60_000,
  queryFn: () => unwrap(api.accounts.me.$get()),
})
