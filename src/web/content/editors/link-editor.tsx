import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isPublicSection, type LinkSection } from '#shared/content/defaults.ts'
import type { EntryKind } from '#shared/content/schemas.ts'
import { showBytes } from '#shared/figures.ts'
import { errorText } from '#shared/text.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { BinIcon, PencilIcon, PlusIcon } from '#web/components/icons.tsx'
import { EmptyState, Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { deleteLink, invalidateEdited, editedLinksQuery, type EditedLink } from './api.ts'
import { Editor, EditorBody, EditorFoot } from './editor.tsx'
import { doneText, LinkForm } from './link-form.tsx'
import { editorText, entryText, publishingState, sectionTitles, writingAddress } from './text.ts'

/** The entries of one section, as rows that switch between display and edit. */
export function LinkEditor({ section, onClose }: { section: LinkSection; onClose: () => void }) {
  return (
    <Editor
      title={sectionTitles[section]}
      description={descriptionOf(section)}
      query={useQuery(editedLinksQuery)}
      failure="The links could not be loaded"
      onClose={onClose}
    >
      {(data) => <Links section={section} stored={data.links.filter((link) => link.section === section)} />}
    </Editor>
  )
}

function descriptionOf(section: LinkSection): string {
  if (section === 'Events') return editorText.nextFirst
  return isPublicSection(section) ? editorText.newestFirst : editorText.newestFirstForMembers
}

function Links({ section, stored }: { section: LinkSection; stored: EditedLink[] }) {
  const [adding, setAdding] = useState<EntryKind | null>(null)
  /** The rows being edited, as they were when opened. If somebody deletes one in the meantime, it stays until it is closed. */
  const [open, setOpen] = useState<readonly EditedLink[]>([])

  const gone = open.filter(({ id }) => !stored.some((link) => link.id === id))
  return (
    <>
      <EditorBody>
        {adding ? (
          <div className="mb-4 rounded-field border border-navy-3 bg-navy-soft p-4">
            <h3 className="mb-3 text-2xl">{editorText.kinds[adding].start}</h3>
            <LinkForm
              section={section}
              kind={adding}
              onDone={(saved) => {
                setAdding(null)
                showToast(doneText(saved, false))
              }}
              onCancel={() => setAdding(null)}
            />
          </div>
        ) : (
          <div className="mb-4 flex flex-wrap gap-3">
            <SiteLink href={writingAddress('new', section)} className={buttonClass('primary', 'small')}>
              <PlusIcon className="size-5" />
              {entryText('text', section).start}
            </SiteLink>
            {(['link', 'document'] as const).map((kind) => (
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
              onShut={() => setOpen((rows) => rows.filter(({ id }) => id !== link.id))}
            />
          ))}
        </ul>
      </EditorBody>
      <EditorFoot />
    </>
  )
}

interface LinkRowProps {
  link: EditedLink
  /** Somebody deleted it in the meantime. */
  missing: boolean
  editing: boolean
  onEdit: () => void
  onShut: () => void
}

function LinkRow({ link, missing, editing, onEdit, onShut }: LinkRowProps) {
  const texts = entryText(link.kind, link.section)
  const row = useRef<HTMLLIElement>(null)
  const wasEditing = useRef(editing)

  // After editing, return the focus to the row's button.
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
          onDone={(saved) => {
            onShut()
            showToast(doneText(saved, !missing && link.published))
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
        <p className="text-muted">{publishingState(link)}</p>
      </div>
      <div className="ml-auto flex min-w-0 flex-wrap justify-end gap-2">
        {link.kind === 'text' ? (
          <SiteLink
            href={writingAddress(link.id)}
            className={buttonClass('outline', 'small')}
            aria-label={`Edit ${link.title}`}
          >
            <PencilIcon className="size-5" />
            Edit
          </SiteLink>
        ) : (
          <Button look="outline" size="small" onClick={onEdit} aria-label={`Edit ${link.title}`}>
            <PencilIcon className="size-5" />
            Edit
          </Button>
        )}
        <ConfirmButton
          label={
            <>
              <BinIcon className="size-5" />
              Delete
            </>
          }
          button={{ look: 'danger-outline', size: 'small', 'aria-label': `Delete ${link.title}` }}
          title={`Delete this ${texts.one}?`}
          action={texts.remove}
          destructive
          onConfirm={async () => {
            await deleteLink(link.id)
            await invalidateEdited('links')
            showToast(texts.removed)
          }}
        >
          <p>
            <strong className="break-words">{link.title}</strong>{' '}
            {link.draft
              ? 'and its text will be deleted.'
              : `will be deleted, and no longer listed under “${sectionTitles[link.section]}”.`}
          </p>
          <p className="mt-1 break-all text-muted">{link.link}</p>
        </ConfirmButton>
      </div>
    </li>
  )
}

function leadsTo({ link, document }: EditedLink): string {
  if (document) return `${document.name} (${showBytes(document.size)})`
  return link.startsWith('#') ? `${link} (no page to open)` : link
}
