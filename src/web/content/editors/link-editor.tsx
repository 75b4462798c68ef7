import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LinkSection } from '#shared/content/defaults.ts'
import { editorText } from '#shared/content/editor-text.ts'
import { useEditor } from '#web/content/editors/editor-context.ts'
import { EditorBody, EditorDialog, EditorFoot } from '#web/content/editors/editor-dialog.tsx'
import { EditorLoading } from '#web/content/editors/editor-loading.tsx'
import { LinkForm } from '#web/content/editors/link-form.tsx'
import { LinkRow } from '#web/content/editors/link-row.tsx'
import { sectionTitles } from '#web/content/editors/section-titles.ts'
import { useApi } from '#web/api/client.ts'
import { allLinksQuery, deleteLink, edited, type EditedLink } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { PlusIcon } from '#web/components/edit-icons.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'

/** The links of one section: rows that toggle between display and edit. */
export function LinkEditor({ section, onClosed }: { section: LinkSection; onClosed: () => void }) {
  const links = useQuery(allLinksQuery(useApi()))
  return (
    <EditorDialog
      title={sectionTitles[section]}
      description={section === 'Events' ? editorText.nextFirst : editorText.newestFirst}
      onClosed={onClosed}
    >
      <EditorLoading query={links} failure="The links could not be loaded">
        {(data) => <Links section={section} stored={data.links.filter((link) => link.section === section)} />}
      </EditorLoading>
    </EditorDialog>
  )
}

function Links({ section, stored }: { section: LinkSection; stored: EditedLink[] }) {
  const api = useApi()
  const queries = useQueryClient()
  const { say, close } = useEditor()
  const [adding, setAdding] = useState(false)
  /** Rows in edit, as they were when they were opened: one that somebody deletes meanwhile stays until it is closed. */
  const [open, setOpen] = useState<readonly EditedLink[]>([])
  const [deleting, setDeleting] = useState<EditedLink | null>(null)

  const gone = open.filter(({ id }) => !stored.some((link) => link.id === id))
  const shut = (id: string) => setOpen((rows) => rows.filter((row) => row.id !== id))

  return (
    <>
      <EditorBody>
        {adding && (
          <div className="mb-4 rounded-field border border-navy-3 bg-navy-soft p-4">
            <LinkForm
              section={section}
              onDone={() => {
                setAdding(false)
                say(editorText.linkAdded)
              }}
              onCancel={() => setAdding(false)}
            />
          </div>
        )}
        {stored.length === 0 && gone.length === 0 && !adding && (
          <EmptyState
            title="No links yet"
            action={
              <Button onClick={() => setAdding(true)}>
                <PlusIcon />
                Add a link
              </Button>
            }
          >
            The links of “{sectionTitles[section]}” will be listed here and on the website.
          </EmptyState>
        )}
        <ul aria-label={`Links of ${sectionTitles[section]}`} className="grid gap-3">
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
        {!adding && (stored.length > 0 || gone.length > 0) && (
          <Button onClick={() => setAdding(true)}>
            <PlusIcon />
            Add a link
          </Button>
        )}
      </EditorFoot>
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete this link?"
        action="Delete link"
        destructive
        onConfirm={async () => {
          if (!deleting) return
          await deleteLink(api, deleting.id)
          shut(deleting.id)
          await edited(queries, 'links')
          say(editorText.linkDeleted)
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
