import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { leaderGroups, type LeaderGroup } from '#shared/content/schemas.ts'
import { pictureAccept } from '#shared/uploads.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Button } from '#web/components/button.tsx'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { PlusIcon } from '#web/components/icons.tsx'
import { EmptyState, Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { FileField } from '#web/components/upload.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import {
  addLeader,
  deleteLeader,
  invalidateEdited,
  editedLeadersQuery,
  editLeader,
  orderLeaders,
  sendLeaderPhoto,
  whyNotPicture,
  type EditedLeader,
  type LeaderForm,
} from './api.ts'
import { Editor, EditorBody, EditorFoot, useUnsaved } from './editor.tsx'
import { sortedByIds, OrderedList, RowButtons } from './ordered-list.tsx'
import { editorText } from './text.ts'

/** The people on the leadership page: lists by group, or the form for one person. */
export function LeaderEditor({ onClose }: { onClose: () => void }) {
  return (
    <Editor
      title="Leadership"
      description="People are shown in the order of these lists."
      query={useQuery(editedLeadersQuery)}
      failure="The people could not be loaded"
      onClose={onClose}
    >
      {(data) => <Leaders leaders={data.leaders} />}
    </Editor>
  )
}

function Leaders({ leaders }: { leaders: EditedLeader[] }) {
  /** The person whose form is open. */
  const [open, setOpen] = useState<EditedLeader | 'new' | null>(null)
  const left = useRef<string | null>(null)

  // After closing the form, return the focus to the button that opened it.
  useEffect(() => {
    if (open) left.current = open === 'new' ? 'edit-new' : `edit-${open.id}`
    else if (left.current) document.getElementById(left.current)?.focus()
  }, [open])

  if (open)
    return (
      <OneLeader
        {...(open !== 'new' && { leader: open })}
        onCancel={() => setOpen(null)}
        onDone={() => {
          setOpen(null)
          showToast(open === 'new' ? editorText.leaderAdded : editorText.leaderSaved)
        }}
      />
    )
  return (
    <>
      <EditorBody>
        {leaders.length === 0 ? (
          <EmptyState title="Nobody yet">
            Add the board and the officers. Each is shown with photo, rank and position.
          </EmptyState>
        ) : (
          leaderGroups.map((group) => (
            <LeaderGroupList
              key={group}
              group={group}
              leaders={leaders.filter((leader) => leader.group === group)}
              onEdit={setOpen}
            />
          ))
        )}
      </EditorBody>
      <EditorFoot>
        <Button id="edit-new" onClick={() => setOpen('new')}>
          <PlusIcon />
          Add a person
        </Button>
      </EditorFoot>
    </>
  )
}

const titleOf = ({ rank, name }: Pick<EditedLeader, 'rank' | 'name'>) => [rank, name].filter(Boolean).join(' ')

interface LeaderGroupListProps {
  group: LeaderGroup
  leaders: EditedLeader[]
  onEdit: (leader: EditedLeader) => void
}

function LeaderGroupList({ group, leaders, onEdit }: LeaderGroupListProps) {
  return (
    <section aria-label={group} className="mb-8">
      <h3 className="mb-3 text-2xl">{group}</h3>
      {leaders.length === 0 && <p className="text-muted">Nobody in this group yet. It is not shown on the page.</p>}
      <OrderedList
        label={group}
        items={leaders}
        nameOf={({ name }) => name}
        queryKey={editedLeadersQuery.queryKey}
        // The order of the other group's people does not matter here, because each list shows one group.
        reorder={(data: { leaders: EditedLeader[] }, ids) => ({
          leaders: [
            ...data.leaders.filter((leader) => leader.group !== group),
            ...sortedByIds(
              data.leaders.filter((leader) => leader.group === group),
              ids,
            ),
          ],
        })}
        send={(ids) => orderLeaders({ group, ids })}
        renderActions={(leader) => (
          <RowButtons
            id={`edit-${leader.id}`}
            edit={`Edit ${leader.name}`}
            onEdit={() => onEdit(leader)}
            remove={`Delete ${leader.name}`}
            title="Delete this person?"
            action="Delete person"
            toast={editorText.leaderDeleted}
            onConfirm={async () => {
              await deleteLeader(leader.id)
              await invalidateEdited('leaders')
            }}
          >
            <strong className="break-words">{leader.name}</strong>, {leader.position}, will no longer be on the
            leadership page. The photo is deleted too.
          </RowButtons>
        )}
      >
        {(leader) => (
          <div className="flex items-center gap-3">
            <Avatar name={leader.name} photo={leader.photo?.webp} />
            <p className="min-w-0">
              <span className="block font-semibold break-words">{titleOf(leader)}</span>
              <span className="block break-words text-muted">{leader.position}</span>
            </p>
          </div>
        )}
      </OrderedList>
    </section>
  )
}

interface OneLeaderProps {
  /** Undefined to add a person. */
  leader?: EditedLeader
  onDone: () => void
  onCancel: () => void
}

const empty: LeaderForm = { group: 'Board of Trustees', name: '', rank: '', position: '', photo: undefined }

const valuesOf = ({ group, name, rank, position }: EditedLeader): LeaderForm => ({
  group,
  name,
  rank,
  position,
  photo: undefined,
})

function OneLeader({ leader, onDone, onCancel }: OneLeaderProps) {
  const form = useForm<LeaderForm>({
    values: leader ? valuesOf(leader) : empty,
    stored: {
      version: leader?.version ?? 0,
      async read() {
        const { leaders } = await queries.fetchQuery(editedLeadersQuery)
        const now = leaders.find(({ id }) => id === leader?.id)
        return now ? { values: valuesOf(now), version: now.version } : null
      },
    },
    async send(written, version) {
      try {
        await (leader ? editLeader(leader.id, { ...written, version }) : addLeader(written))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') await invalidateEdited('leaders')
        throw error
      }
      await invalidateEdited('leaders')
    },
    onDone,
  })
  const { name, photo: sent } = useValues(form)
  useUnsaved(form.uploading || form.dirty)
  const photo = sent === undefined ? leader?.photo?.webp : sent && `/api/files/${sent.webpId}`
  const theirs = form.meanwhile?.theirs
  return (
    <Form form={form} focusFirst className="flex flex-1 flex-col">
      <EditorBody>
        <div className="grid gap-5">
          <h3 className="text-2xl">{leader ? `Edit ${leader.name}` : 'Add a person'}</h3>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField name="name" label="Name" maxLength={120} />
            <TextField name="rank" label="Rank" optional maxLength={60} />
            <TextField name="position" label="Position" maxLength={120} />
            <SelectField name="group" label="Group" choices={leaderGroups} required />
          </div>
          <div className="flex flex-wrap items-start gap-5">
            <div className="grid h-40 w-32 flex-none place-items-center overflow-hidden rounded-field bg-navy-soft">
              {photo ? (
                <img src={photo} alt="As it will be shown" className="size-full object-cover object-top" />
              ) : (
                <Avatar name={name} className="size-24 text-4xl" />
              )}
            </div>
            <div className="grid min-w-56 flex-1 gap-3">
              <FileField
                name="photo"
                label="Photo"
                optional
                hint="JPEG or PNG, upright, under 20 MB."
                accept={pictureAccept}
                whyNot={whyNotPicture}
                upload={sendLeaderPhoto}
              />
              {leader?.photo && sent === undefined && (
                <Button
                  look="quiet"
                  size="small"
                  className="justify-self-start"
                  onClick={() => form.change({ photo: null })}
                >
                  Remove the photo
                </Button>
              )}
            </div>
          </div>
        </div>
      </EditorBody>
      <EditorFoot
        onCancel={onCancel}
        problem={
          form.failure !== null && (
            <Notice tone={theirs ? 'warning' : 'error'} title={sentenceOf(form.failure)}>
              {theirs && (
                <p>
                  It now reads: <strong>{titleOf(theirs)}</strong>, {theirs.position} ({theirs.group}). Yours is below.
                  Save again to replace theirs.
                </p>
              )}
            </Notice>
          )
        }
      >
        <Button type="submit" busy={form.busy || form.uploading}>
          {form.uploading ? 'Sending the photo …' : leader ? 'Save person' : 'Add person'}
        </Button>
      </EditorFoot>
    </Form>
  )
}
