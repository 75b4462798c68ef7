import { useEffect, useRef } from 'react'
import { errorText } from '#shared/text.ts'
import { editorText } from './text.ts'
import { useEditor } from '#web/content/editors/editor-context.ts'
import { LinkForm } from '#web/content/editors/link-form.tsx'
import type { EditedLink } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { BinIcon, PencilIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showBytes, showDay } from '#web/components/formats.ts'

interface LinkRowProps {
  link: EditedLink
  /** Somebody has deleted it meanwhile. */
  missing: boolean
  editing: boolean
  onEdit: () => void
  onShut: () => void
  onDelete: () => void
}

export function LinkRow({ link, missing, editing, onEdit, onShut, onDelete }: LinkRowProps) {
  const { say } = useEditor()
  const texts = editorText.kinds[link.kind]
  const row = useRef<HTMLLIElement>(null)
  const wasEditing = useRef(editing)

  // Back in display, the focus is where it came from.
  useEffect(() => {
    if (wasEditing.current && !editing) row.current?.querySelector('button')?.focus()
    wasEditing.current = editing
  }, [editing])

  if (editing)
    return (
      <li ref={row} className="rounded-field border border-navy-3 bg-navy-soft p-4">
        {missing && (
          <Notice tone="warning" title={`Someone deleted this ${texts.one} in the meantime`} className="mb-4">
            {errorText['edited-meanwhile']} Saving adds it again. {link.kind === 'document' && editorText.fileGone}
          </Notice>
        )}
        <LinkForm
          section={link.section}
          kind={link.kind}
          link={missing ? { ...link, id: null, document: null, picture: null } : link}
          onDone={() => {
            onShut()
            say(missing ? texts.added : texts.saved)
          }}
          onCancel={onShut}
        />
      </li>
    )
  return (
    <li
      ref={row}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border border-line bg-white py-3 pr-3 pl-4"
    >
      <div className="min-w-[min(100%,12rem)] flex-1">
        <p className="font-semibold break-words">{link.title}</p>
        <p className="wrap-anywhere text-muted">{leadsTo(link)}</p>
        {link.when && <p className="font-semibold break-words">{[link.when, link.place].filter(Boolean).join(', ')}</p>}
        <p className="text-muted">Added {showDay(link.createdAt)}</p>
      </div>
      <div className="ml-auto flex min-w-0 flex-wrap justify-end gap-2">
        <Button look="outline" size="small" onClick={onEdit} aria-label={`Edit ${link.title}`}>
          <PencilIcon className="size-5" />
          Edit
        </Button>
        <Button look="danger-outline" size="small" onClick={onDelete} aria-label={`Delete ${link.title}`}>
          <BinIcon className="size-5" />
          Delete
        </Button>
      </div>
    </li>
  )
}

function leadsTo({ link, document }: EditedLink): string {
  if (document) return `${document.name} (${showBytes(document.size)})`
  return link.startsWith('#') ? `${link} (no page to open)` : link
}
