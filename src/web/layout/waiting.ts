import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { waitingAt } from '#shared/dashboard/to-do.ts'
import { api, unwrap } from '#web/api/client.ts'
import { meQuery } from '#web/api/mine.ts'
import { queries } from '#web/api/query-client.ts'

/** What waits for this administrator: the list of the dashboard, and the badges of the menu on every screen. */
export const toDoQuery = queryOptions({
  queryKey: ['dashboard', 'to-do'],
  queryFn: () => unwrap(api.dashboard['to-do'].$get()),
  refetchInterval: 60_000,
})

export const dashboardChanged = () => queries.invalidateQueries({ queryKey: ['dashboard'] })

/** Nothing waits while it is not known what does: a menu without badges leads everywhere all the same. */
export function useWaiting(): ReadonlyMap<string, number> {
  const me = useQuery(meQuery)
  // Whoever has a first step to do would be refused.
  const { data } = useQuery({ ...toDoQuery, enabled: me.data?.firstStep === null })

  // Whatever makes something else stale may have been what waited.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = queries.getQueryCache().subscribe((event) => {
      const isElsewhere = event.query.queryKey[0] !== 'dashboard'
      if (event.type !== 'updated' || event.action.type !== 'invalidate' || !isElsewhere) return
      clearTimeout(timer)
      timer = setTimeout(() => void dashboardChanged(), 500)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return waitingAt(data?.list ?? [])
}
