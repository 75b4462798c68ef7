import { useEffect, useRef, useState, type ReactNode } from 'react'
import { linkAddress } from '#shared/content/rich-text.ts'
import { errorText } from '#shared/text.ts'
import { documents, pictureAccept, whyNotDocument } from '#shared/uploads.ts'
import { sentenceOf } from '#web/api/client.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { FieldFrame, TextField, useBound, useFormAround } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { showToast } from '#web/components/toast.tsx'
import { UploadBar, useUpload, type Upload } from '#web/components/upload.tsx'
import { useForm } from '#web/components/use-form.ts'
import { sendTextDocument, sendTextPicture, whyNotPicture, type TextPlace } from './api.ts'
import { editorText } from './text.ts'
import {
  continueList,
  linkAt,
  signBold,
  signFile,
  signLines,
  signLink,
  type LinkParts,
  type Selection,
  type TypedSigns,
} from './typed-signs.ts'

interface RichTextAreaProps {
  name: string
  label: string
  hint?: string
  rows: number
  maxLength: number
  /** The kind of text, which decides who can read its files. */
  place: TextPlace
}

/** A text field with a toolbar that inserts the markup for headings, lists, links and files (`readRichText`). */
export function RichTextArea({ name, label, hint = editorText.textHint, rows, maxLength, place }: RichTextAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const { error, bound } = useBound<HTMLTextAreaElement>({ name })
  const type = (signs: (selection: Selection) => TypedSigns | null) => typeInto(area.current, signs)
  const [linking, setLinking] = useState<LinkParts | null>(null)
  const link = useRef<LinkParts | null>(null)
  // Wait until the dialog is closed: while it is open, the text field cannot get the focus.
  useEffect(() => {
    const { current: parts } = link
    if (linking || !parts) return
    link.current = null
    typeInto(area.current, (selection) => signLink(selection, parts))
  }, [linking])

  const { tools } = editorText
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(control) => (
        <div ref={area}>
          <div role="toolbar" aria-label={tools.label(label)} className="mb-2 flex flex-wrap gap-1.5">
            <Tool label={tools.heading} onClick={() => type((selection) => signLines(selection, '# '))} />
            <Tool label={tools.smallHeading} onClick={() => type((selection) => signLines(selection, '## '))} />
            <Tool label={tools.bold} onClick={() => type(signBold)} className="font-bold" />
            <Tool label={tools.list} onClick={() => type((selection) => signLines(selection, '- '))} />
            <Tool label={tools.numbers} onClick={() => type((selection) => signLines(selection, '1. '))} />
            <Tool label={tools.link} onClick={() => setLinking(selectionIn(area.current, linkAt))} />
            <FileTool
              field={`${name}.picture`}
              label={tools.picture}
              accept={pictureAccept}
              whyNot={whyNotPicture}
              upload={sendTextPicture(place)}
              onSent={({ id }) =>
                type((selection) => signFile(selection, { id, name: tools.caption, isPicture: true }))
              }
            />
            <FileTool
              field={`${name}.document`}
              label={tools.document}
              accept="application/pdf,.pdf"
              whyNot={whyNotPdf}
              upload={sendTextDocument(place)}
              onSent={({ id }, file) =>
                type((selection) => signFile(selection, { id, name: titleOf(file), isPicture: false }))
              }
            />
          </div>
          <textarea
            {...bound}
            {...control}
            rows={rows}
            maxLength={maxLength}
            onKeyDown={(event) => {
              const plain = !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
              if (event.key === 'Enter' && plain && !event.nativeEvent.isComposing && type(continueList))
                event.preventDefault()
            }}
            style={{ minHeight: `calc(${rows} * 1lh + 2rem)` }}
            className="field-box field-sizing-content max-h-[70vh]"
          />
          {linking && (
            <LinkDialog parts={linking} onDone={(parts) => (link.current = parts)} onClose={() => setLinking(null)} />
          )}
        </div>
      )}
    </FieldFrame>
  )
}

function selectionIn<Result>(area: HTMLElement | null, read: (selection: Selection) => Result): Result | null {
  const field = area?.querySelector('textarea')
  return field ? read({ text: field.value, start: field.selectionStart, end: field.selectionEnd }) : null
}

/** Returns whether anything was inserted. */
function typeInto(area: HTMLElement | null, signs: (selection: Selection) => TypedSigns | null): boolean {
  const field = area?.querySelector('textarea')
  const typed = selectionIn(area, signs)
  if (!field || !typed) return false
  const { from, to, text, select } = typed
  field.focus()
  field.setSelectionRange(from, to)
  // Only `execCommand` lets the field's own Undo revert this.
  if (!document.execCommand('insertText', false, text)) {
    field.setRangeText(text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(...select)
  return true
}

interface LinkDialogProps {
  parts: LinkParts
  onDone: (parts: LinkParts) => void
  onClose: () => void
}

/** Asks for both parts of a link, so that nobody needs to know the markup. */
function LinkDialog({ parts, onDone, onClose }: LinkDialogProps) {
  const { tools } = editorText
  const form = useForm<LinkParts, LinkParts, void>({
    values: { words: parts.words, address: parts.address },
    check({ words, address }) {
      const read = linkAddress(address)
      return read === null ? { problems: { address: tools.badLink } } : { sent: { words, address: read } }
    },
    send: async (sent) => onDone(sent),
  })
  return (
    <ConfirmDialog title={tools.linkTitle} action={tools.setLink} form={form} onClose={onClose}>
      <Form form={form} focusFirst className="grid gap-4">
        <TextField name="words" label={tools.linkWords} hint={tools.linkWordsHint} maxLength={300} />
        <TextField
          name="address"
          label={tools.linkAddress}
          hint={tools.linkAddressHint}
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={2000}
        />
        {/* Enter submits a form only if it has a submit button. */}
        <button type="submit" hidden aria-label={tools.setLink} />
      </Form>
    </ConfirmDialog>
  )
}

/** The file name without its extension or brackets, which would break the link. */
const titleOf = ({ name }: File) =>
  name
    .replace(/\.pdf$/i, '')
    .replaceAll(/[[\]]/g, '')
    .slice(0, 100) || editorText.document

export function whyNotPdf(file: File): string | null {
  const why = whyNotDocument(documents.announcement, file)
  return why && errorText[why]
}

const toolClass =
  'inline-flex min-h-11 items-center rounded-field border border-line bg-white px-3 hover:border-navy hover:bg-navy-soft'

function Tool({ label, onClick, className = '' }: { label: string; onClick: () => void; className?: string }) {
  return (
    <button type="button" onClick={onClick} className={`${toolClass} ${className}`}>
      {label}
    </button>
  )
}

interface FileToolProps {
  /** The name under which the form tracks the upload. */
  field: string
  label: string
  accept: string
  whyNot: (file: File) => string | null
  upload: Upload<{ id: string }>
  onSent: (sent: { id: string }, file: File) => void
}

/** Uploads a file as soon as it is chosen, then inserts its markup. */
function FileTool({ field, label, accept, whyNot, upload, onSent }: FileToolProps): ReactNode {
  const form = useFormAround()
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef<File | null>(null)
  const { state, send, clear } = useUpload(upload, (result) => {
    form?.noteUpload(field, null)
    if (result && sent.current) onSent(result, sent.current)
  })

  function choose(file: File | undefined) {
    if (!file) return
    const why = whyNot(file)
    if (why) return showToast(why, 'error')
    sent.current = file
    form?.noteUpload(field, 'sending')
    void send(file)
  }

  if (state.status === 'sending' || state.status === 'waiting' || state.status === 'failed')
    return (
      <div className="w-full rounded-field border border-line bg-white p-3">
        <p className="font-semibold break-all">{state.file.name}</p>
        {state.status === 'sending' ? (
          <UploadBar progress={state.progress} name={state.file.name} />
        ) : (
          <p role="alert">{sentenceOf(state.error)}</p>
        )}
        <button type="button" className={`${toolClass} mt-2`} onClick={clear}>
          {editorText.tools.cancelFile}
        </button>
      </div>
    )
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files?.[0])
          event.target.value = '' // lets the same file be chosen again
        }}
      />
      <Tool label={label} onClick={() => input.current?.click()} />
    </>
  )
}
