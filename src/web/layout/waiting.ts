import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { waitingAt } from '#shared/dashboard/to-do.ts'
import { api, unwrap } from '#web/api/client.ts'
import { meQuery } from '#web/api/mine.ts'
import { queries } from '#web/api/query-client.ts'

/** The administrator's tasks, for the dashboard and for the badges in the menu of every screen. */
export const toDoQuery = queryOptions({
  queryKey: ['dashboard', 'to-do'],
  queryFn: () => unwrap(api.dashboard['to-do'].$get()),
  refetchInterval: 60_000,
})

export const invalidateDashboard = () => queries.invalidateQueries({ queryKey: ['dashboard'] })

/** Empty until loaded: the menu works without badges. */
export function useWaiting(): ReadonlyMap<string, number> {
  const me = useQuery(meQuery)
  // The server refuses people who still have a first step to do.
  const { data } = useQuery({ ...toDoQuery, enabled: me.data?.firstStep === null })

  // Any change that invalidates other data may have completed a task.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = queries.getQueryCache().subscribe((event) => {
      const isElsewhere = event.query.queryKey[0] !== 'dashboard'
      if (event.type !== 'updated' || event.action.type !== 'invalidate' || !isElsewhere) return
      clearTimeout(timer)
      timer = setTimeout(() => void invalidateDashboard(), 500)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return waitingAt(data?.list ?? [])
}
