import { editorText } from './text.ts'
import type { LeaderGroup } from '#shared/content/schemas.ts'
import { useEditor } from '#web/content/editors/editor-context.ts'
import { inOrder, useOrder } from '#web/content/editors/use-order.ts'
import { sentenceOf } from '#web/api/client.ts'
import { editedLeadersQuery, orderLeaders, type Leader } from '#web/api/content-editing.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Button } from '#web/components/button.tsx'
import { BinIcon, PencilIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { SortableList } from '#web/components/sortable-list.tsx'

interface LeaderGroupListProps {
  group: LeaderGroup
  leaders: Leader[]
  onEdit: (leader: Leader) => void
  onDelete: (leader: Leader) => void
}

export function LeaderGroupList({ group, leaders, onEdit, onDelete }: LeaderGroupListProps) {
  const { say } = useEditor()
  const order = useOrder<{ leaders: Leader[] }>({
    queryKey: editedLeadersQuery.queryKey,
    // The other group's people keep their places: the lists are told apart by group.
    reorder: (data, ids) => ({
      leaders: [
        ...data.leaders.filter((leader) => leader.group !== group),
        ...inOrder(
          data.leaders.filter((leader) => leader.group === group),
          ids,
        ),
      ],
    }),
    send: (ids) => orderLeaders({ group, ids }),
    onSaved: () => say(editorText.orderSaved),
  })
  return (
    <section aria-label={group} className="mb-8">
      <h3 className="mb-3 text-2xl">{group}</h3>
      {order.isError && (
        <Notice tone="error" title={sentenceOf(order.error)} className="mb-3">
          The list is back to how it was.
        </Notice>
      )}
      {leaders.length === 0 && <p className="text-muted">Nobody in this group yet. It is not shown on the page.</p>}
      <SortableList
        label={group}
        items={leaders}
        nameOf={({ name }) => name}
        onOrder={(ids) => order.mutate(ids)}
        renderActions={(leader) => (
          <>
            <Button
              look="outline"
              size="icon"
              id={`edit-${leader.id}`}
              aria-label={`Edit ${leader.name}`}
              onClick={() => onEdit(leader)}
            >
              <PencilIcon />
            </Button>
            <Button
              look="danger-outline"
              size="icon"
              aria-label={`Delete ${leader.name}`}
              onClick={() => onDelete(leader)}
            >
              <BinIcon />
            </Button>
          </>
        )}
      >
        {(leader) => (
          <div className="flex items-center gap-3">
            <Avatar name={leader.name} photo={leader.photo?.webp} />
            <p className="min-w-0">
              <span className="block font-semibold break-words">
                {[leader.rank, leader.name].filter(Boolean).join(' ')}
              </span>
              <span className="block break-words text-muted">{leader.position}</span>
            </p>
          </div>
        )}
      </SortableList>
    </section>
  )
}
