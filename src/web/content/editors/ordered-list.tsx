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
  /** The query that holds the list. `reorder` returns its data in the new order. */
  queryKey: QueryKey
  reorder: (data: Data, ids: readonly string[]) => Data
  send: (ids: string[]) => Promise<unknown>
  /** A title for the error, if it needs its own. */
  failure?: string
  renderActions: (item: Item) => ReactNode
  children: (item: Item) => ReactNode
}

/**
 * Shows the new order at once and rolls back if the server refuses. Of several quick moves only the last one refetches, so that
 * no item jumps back.
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

export function sortedByIds<Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  return items.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

interface RowButtonsProps extends ComponentProps<typeof ConfirmButton> {
  /** The label of the button, such as `Edit Maria`. */
  edit: string
  remove: string
  onEdit: () => void
  /** The id of the edit button, so that it can get the focus back. */
  id?: string
}

/** Buttons to edit a row, and to delete it after confirmation. */
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
