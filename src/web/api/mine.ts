import { queryOptions, useQuery } from '@tanstack/react-query'
import { useInBrowser } from '#web/router/router.tsx'
import { ApiError, api, unwrap } from './client.ts'
import { mineKey } from './query-client.ts'
import { askAtChange, useSite } from './site.ts'

const readMine = () => unwrap(api.home.mine.$get())
export type Mine = Awaited<ReturnType<typeof readMine>>

/** What `signed-in.ts` found before the first paint. */
export const signedInMark = () => document.documentElement.dataset

/** The pages are the same for everybody; this is what they add for people who are logged in. Null if the session has ended. */
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

/** The role somebody is logged in as, without asking the server: enough to choose a sentence. */
export const useMarkedAs = (): string | undefined => useInBrowser(() => signedInMark().signedIn, undefined)

/** Administrators and observers do, and need a longer password than members. */
export const logsInByEmail = (markedAs: string | undefined) => markedAs === 'admin' || markedAs === 'observer'

/** Whether somebody is logged in, and their own data; a visitor's page requests nothing. */
export function useMine() {
  const signedIn = useMarkedAs() !== undefined
  const { data, isError } = useQuery({ ...mineQuery, enabled: signedIn })
  return { signedIn, mine: data, failed: isError }
}

/** The person logged in, with their permissions and the state of their login. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 60_000,
  queryFn: () => unwrap(api.accounts.me.$get()),
})

/** Whether the site can email the person logged in. */
export function useIsEmailed(): boolean {
  const { sendsEmail } = useSite()
  return Boolean(useQuery(meQuery).data?.email) && sendsEmail
}
