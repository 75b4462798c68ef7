import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPublicSection, type LinkSection } from '#shared/content/defaults.ts'
import { editorText } from './text.ts'
import { entryKinds, type EntryKind } from '#shared/content/schemas.ts'
import { deleteLink, edited, editedLinksQuery, type EditedLink } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { PlusIcon } from '#web/components/icons.tsx'
import { EmptyState } from '#web/components/notice.tsx'
import { useEditor } from '#web/content/editors/editor-context.ts'
import { EditorBody, EditorDialog, EditorFoot } from '#web/content/editors/editor-dialog.tsx'
import { EditorLoading } from '#web/content/editors/editor-loading.tsx'
import { LinkForm } from '#web/content/editors/link-form.tsx'
import { LinkRow } from '#web/content/editors/link-row.tsx'
import { sectionTitles } from '#web/content/editors/section-titles.ts'

/** The entries of one section: rows that toggle between display and edit. */
export function LinkEditor({ section, onClosed }: { section: LinkSection; onClosed: () => void }) {
  const links = useQuery(editedLinksQuery)
  return (
    <EditorDialog title={sectionTitles[section]} description={descriptionOf(section)} onClosed={onClosed}>
      <EditorLoading query={links} failure="The links could not be loaded">
        {(data) => <Links section={section} stored={data.links.filter((link) => link.section === section)} />}
      </EditorLoading>
    </EditorDialog>
  )
}

function descriptionOf(section: LinkSection): string {
  if (section === 'Events') return editorText.nextFirst
  return isPublicSection(section) ? editorText.newestFirst : editorText.newestFirstForMembers
}

function Links({ section, stored }: { section: LinkSection; stored: EditedLink[] }) {
  const { say, close } = useEditor()
  const [adding, setAdding] = useState<EntryKind | null>(null)
  /** Rows in edit, as they were when they were opened: one that somebody deletes meanwhile stays until it is closed. */
  const [open, setOpen] = useState<readonly EditedLink[]>([])
  const [deleting, setDeleting] = useState<EditedLink | null>(null)

  const gone = open.filter(({ id }) => !stored.some((link) => link.id === id))
  const shut = (id: string) => setOpen((rows) => rows.filter((row) => row.id !== id))

  return (
    <>
      <EditorBody>
        {adding ? (
          <div className="mb-4 rounded-field border border-navy-3 bg-navy-soft p-4">
            <h3 className="mb-3 text-2xl">{editorText.kinds[adding].start}</h3>
            <LinkForm
              section={section}
              kind={adding}
              onDone={() => {
                setAdding(null)
                say(editorText.kinds[adding].added)
              }}
              onCancel={() => setAdding(null)}
            />
          </div>
        ) : (
          <div className="mb-4 flex flex-wrap gap-3">
            {entryKinds.map((kind) => (
              <Button key={kind} look="outline" size="small" onClick={() => setAdding(kind)}>
                <PlusIcon className="size-5" />
                {editorText.kinds[kind].start}
              </Button>
            ))}
          </div>
        )}
        {stored.length === 0 && gone.length === 0 && !adding && (
          <EmptyState title="Nothing here yet">
            What you add to “{sectionTitles[section]}” will be listed here and on the website.
          </EmptyState>
        )}
        <ul aria-label={`Entries of ${sectionTitles[section]}`} className="grid gap-3">
          {[...gone, ...stored].map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              missing={gone.includes(link)}
              editing={open.some(({ id }) => id === link.id)}
              onEdit={() => setOpen((rows) => [...rows, link])}
              onShut={() => shut(link.id)}
              onDelete={() => setDeleting(link)}
            />
          ))}
        </ul>
      </EditorBody>
      <EditorFoot>
        <Button look="outline" onClick={close}>
          Close
        </Button>
      </EditorFoot>
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={`Delete this ${editorText.kinds[deleting?.kind ?? 'link'].one}?`}
        action={editorText.kinds[deleting?.kind ?? 'link'].remove}
        destructive
        onConfirm={async () => {
          if (!deleting) return
          await deleteLink(deleting.id)
          shut(deleting.id)
          await edited('links')
          say(editorText.kinds[deleting.kind].removed)
        }}
      >
        <p>
          <strong className="break-words">{deleting?.title}</strong> will no longer be listed under “
          {sectionTitles[section]}”.
        </p>
        <p className="mt-1 break-all text-muted">{deleting?.link}</p>
      </ConfirmDialog>
    </>
  )
}
