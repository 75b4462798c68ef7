import { useMutation, type QueryKey } from '@tanstack/react-query'
import { queries } from '#web/api/query-client.ts'

/**
 * A list in a new order is shown at once, and goes back to what it was when the server refuses. Only the last of
 * several quick moves is answered with a fresh list, so that none is seen jumping back.
 */
export function useOrder<Data>(given: {
  queryKey: QueryKey
  reorder: (data: Data, ids: readonly string[]) => Data
  send: (ids: string[]) => Promise<unknown>
  onSaved: () => void
}) {
  const { queryKey } = given
  return useMutation({
    mutationKey: ['order', ...queryKey],
    scope: { id: JSON.stringify(queryKey) },
    mutationFn: given.send,
    async onMutate(ids) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<Data>(queryKey)
      if (before !== undefined) queries.setQueryData<Data>(queryKey, given.reorder(before, ids))
      return { before }
    },
    onSuccess: given.onSaved,
    onError(_error, _ids, context) {
      if (context?.before !== undefined) queries.setQueryData<Data>(queryKey, context.before)
    },
    onSettled() {
      const last = queries.isMutating({ mutationKey: ['order', ...queryKey] }) === 1
      return last ? queries.invalidateQueries({ queryKey }) : undefined
    },
  })
}

/** The same things, in the order of the ids. */
export function inOrder<Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  return items.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
