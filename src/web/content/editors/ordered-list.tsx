import { useMutation, type QueryKey } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { BinIcon, PencilIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { SortableList } from '#web/components/sortable-list.tsx'
import { showToast } from '#web/components/toast.tsx'
import { editorText } from './text.ts'

interface OrderedListProps<Item extends { id: string }, Data> {
  label: string
  items: readonly Item[]
  nameOf: (item: Item) => string
  /** Where the list is read from, and what it holds in another order. */
  queryKey: QueryKey
  reorder: (data: Data, ids: readonly string[]) => Data
  send: (ids: string[]) => Promise<unknown>
  /** What has failed, where it has a sentence of its own. */
  failure?: string
  renderActions: (item: Item) => ReactNode
  children: (item: Item) => ReactNode
}

/**
 * A list in a new order is shown at once, and goes back to what it was when the server refuses. Only the last of several quick
 * moves is answered with a fresh list, so that none is seen jumping back.
 */
export function OrderedList<Item extends { id: string }, Data>(props: OrderedListProps<Item, Data>) {
  const { queryKey, reorder, send, failure, ...list } = props
  const mutationKey = ['order', ...queryKey]
  const order = useMutation({
    mutationKey,
    scope: { id: JSON.stringify(queryKey) },
    mutationFn: send,
    async onMutate(ids: string[]) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<Data>(queryKey)
      if (before !== undefined) queries.setQueryData<Data>(queryKey, reorder(before, ids))
      return { before }
    },
    onSuccess: () => showToast(editorText.orderSaved),
    onError(_error, _ids, context) {
      if (context?.before !== undefined) queries.setQueryData<Data>(queryKey, context.before)
    },
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? queries.invalidateQueries({ queryKey }) : undefined),
  })
  const why = order.isError ? sentenceOf(order.error) : ''
  return (
    <>
      {order.isError && (
        <Notice tone="error" title={failure ?? why} className="mb-3">
          {failure && failure !== why && <p>{why}</p>}
          <p>The list is back to how it was.</p>
        </Notice>
      )}
      <SortableList {...list} onOrder={(ids) => order.mutate(ids)} />
    </>
  )
}

/** The same things, in the order of the ids. */
export function sortedByIds<Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  return items.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

interface RowButtonsProps extends ComponentProps<typeof ConfirmButton> {
  /** What is done with whom: `Edit Maria`. */
  edit: string
  remove: string
  onEdit: () => void
  /** Of the button to edit, for the focus that comes back. */
  id?: string
}

/** To change a row, and to delete it after a question. */
export const RowButtons = ({ edit, remove, id, onEdit, ...question }: RowButtonsProps) => (
  <>
    <Button look="outline" size="icon" {...(id && { id })} aria-label={edit} onClick={onEdit}>
      <PencilIcon />
    </Button>
    <ConfirmButton
      label={<BinIcon />}
      button={{ look: 'danger-outline', size: 'icon', 'aria-label': remove }}
      destructive
      {...question}
    />
  </>
)
