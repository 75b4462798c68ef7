import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { editorText } from './text.ts'
import { leaderGroups } from '#shared/content/schemas.ts'
import { useEditor } from '#web/content/editors/editor-context.ts'
import { EditorBody, EditorDialog, EditorFoot } from '#web/content/editors/editor-dialog.tsx'
import { EditorLoading } from '#web/content/editors/editor-loading.tsx'
import { LeaderForm } from '#web/content/editors/leader-form.tsx'
import { LeaderGroupList } from '#web/content/editors/leader-group-list.tsx'
import { deleteLeader, edited, editedLeadersQuery, type Leader } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { PlusIcon } from '#web/components/icons.tsx'
import { EmptyState } from '#web/components/notice.tsx'

/** The people of the leadership page, in their groups. */
export function LeaderEditor({ onClosed }: { onClosed: () => void }) {
  const leaders = useQuery(editedLeadersQuery)
  return (
    <EditorDialog title="Leadership" description="People are shown in the order of these lists." onClosed={onClosed}>
      <EditorLoading query={leaders} failure="The people could not be loaded">
        {(data) => <Leaders leaders={data.leaders} />}
      </EditorLoading>
    </EditorDialog>
  )
}

function Leaders({ leaders }: { leaders: Leader[] }) {
  const { say, close } = useEditor()
  /** The person whose form is open, or a new one. */
  const [open, setOpen] = useState<Leader | 'new' | null>(null)
  const left = useRef<string | null>(null)
  const [deleting, setDeleting] = useState<Leader | null>(null)

  // Back in the list, the focus is where it came from.
  useEffect(() => {
    if (open) left.current = open === 'new' ? 'edit-new' : `edit-${open.id}`
    else if (left.current) document.getElementById(left.current)?.focus()
  }, [open])

  if (open)
    return (
      <LeaderForm
        {...(open !== 'new' && { leader: open })}
        onCancel={() => setOpen(null)}
        onDone={() => {
          setOpen(null)
          say(open === 'new' ? editorText.leaderAdded : editorText.leaderSaved)
        }}
      />
    )
  return (
    <>
      <EditorBody>
        {leaders.length === 0 && (
          <EmptyState title="Nobody yet">
            Add the board and the officers. Each is shown with photo, rank and position.
          </EmptyState>
        )}
        {leaders.length > 0 &&
          leaderGroups.map((group) => (
            <LeaderGroupList
              key={group}
              group={group}
              leaders={leaders.filter((leader) => leader.group === group)}
              onEdit={setOpen}
              onDelete={setDeleting}
            />
          ))}
      </EditorBody>
      <EditorFoot>
        <Button look="outline" onClick={close}>
          Close
        </Button>
        <Button id="edit-new" onClick={() => setOpen('new')}>
          <PlusIcon />
          Add a person
        </Button>
      </EditorFoot>
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete this person?"
        action="Delete person"
        destructive
        onConfirm={async () => {
          if (!deleting) return
          await deleteLeader(deleting.id)
          await edited('leaders')
          say(editorText.leaderDeleted)
        }}
      >
        <strong className="break-words">{deleting?.name}</strong>, {deleting?.position}, will no longer be on the
        leadership page. The photo is deleted too.
      </ConfirmDialog>
    </>
  )
}
