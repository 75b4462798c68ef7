import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { linkAddress } from '#shared/content/rich-text.ts'
import { pictureAccept } from '#shared/uploads.ts'
import { sentenceOf } from '#web/api/client.ts'
import { classes } from '#web/components/classes.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { FieldFrame, TextField, useBound, useFormAround } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { showToast } from '#web/components/toast.tsx'
import { UploadBar, useUpload, type Upload } from '#web/components/upload.tsx'
import { useForm } from '#web/components/use-form.ts'
import { sendTextDocument, sendTextPicture, whyNotPdf, whyNotPicture, type TextPlace } from './api.ts'
import {
  addDocument,
  addPicture,
  createView,
  formatsAt,
  linkAt,
  setLink,
  stateOf,
  toggleHeading,
  toggleList,
  toggleStrong,
  undo,
  type LinkParts,
  type TextFormat,
} from './rich-text-view.ts'
import { editorText } from './text.ts'

interface RichTextAreaProps {
  name: string
  label: string
  hint?: string
  rows: number
  maxLength: number
  /** The kind of text, which decides who can read its files. */
  place: TextPlace
}

/** A text as it will look, with a toolbar for headings, lists, links and files. Its value is what `readRichText` reads. */
export function RichTextArea({ name, label, hint = editorText.textHint, rows, maxLength, place }: RichTextAreaProps) {
  const { error } = useBound({ name })
  const { element, view, formats } = useTextView({ name, maxLength })
  const [linking, setLinking] = useState<ReturnType<typeof linkAt> | null>(null)
  const link = useRef<LinkParts | null>(null)
  function run(command: Command) {
    const { current } = view
    if (!current) return
    current.focus()
    command(current.state, current.dispatch, current)
  }
  // Wait until the dialog is closed: while it is open, the text cannot get the focus.
  const finishLink = useEffectEvent(() => {
    const { current: parts } = link
    link.current = null
    if (parts) run(setLink(parts))
  })
  useEffect(() => {
    if (!linking) finishLink()
  }, [linking])

  const { tools } = editorText
  const is = (format: TextFormat) => formats.includes(format)
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(control) => (
        <div>
          <div role="toolbar" aria-label={tools.label(label)} className="mb-2 flex flex-wrap gap-1.5">
            <Tool label={tools.heading} pressed={is('heading')} onClick={() => run(toggleHeading(1))} />
            <Tool label={tools.smallHeading} pressed={is('small heading')} onClick={() => run(toggleHeading(2))} />
            <Tool label={tools.bold} pressed={is('strong')} onClick={() => run(toggleStrong)} className="font-bold" />
            <Tool label={tools.list} pressed={is('bullets')} onClick={() => run(toggleList('bullets'))} />
            <Tool label={tools.numbers} pressed={is('numbers')} onClick={() => run(toggleList('numbers'))} />
            <Tool
              label={tools.link}
              pressed={is('link')}
              onClick={() => view.current && setLinking(linkAt(view.current.state))}
            />
            <FileTool
              field={`${name}.picture`}
              label={tools.picture}
              tool={tools.pictureTool}
              accept={pictureAccept}
              whyNot={whyNotPicture}
              upload={sendTextPicture(place)}
              onSent={({ id }) => run(addPicture(id))}
            />
            <FileTool
              field={`${name}.document`}
              label={tools.document}
              tool={tools.documentTool}
              accept="application/pdf,.pdf"
              whyNot={whyNotPdf}
              upload={sendTextDocument(place)}
              onSent={({ id }, file) => run(addDocument(id, titleOf(file)))}
            />
            <Tool label={tools.undo} onClick={() => run(undo)} />
          </div>
          <div
            ref={element}
            {...control}
            role="textbox"
            aria-multiline="true"
            aria-label={label}
            style={{ minHeight: `calc(${rows} * 1lh + 2rem)` }}
            className={textClass}
          />
          {linking && (
            <LinkDialog parts={linking} onDone={(parts) => (link.current = parts)} onClose={() => setLinking(null)} />
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** Like the published text (`RichText`). ProseMirror requires white space to be kept, and adds the last two kinds of element. */
const textClass = `field-box relative max-h-[70vh] overflow-y-auto break-words whitespace-break-spaces [&>*+*]:mt-5
  [&_h2]:text-3xl [&_h3]:text-2xl [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:list-decimal [&_ol]:pl-8 [&_li+li]:mt-2
  [&_a]:font-semibold [&_a]:underline [&_a]:underline-offset-4
  [&_.ProseMirror-separator]:inline! [&_.ProseMirror-separator]:size-0! [&_.ProseMirror-trailingBreak]:inline!`

/** The view of the form's text, and what the text at the caret is. */
function useTextView({ name, maxLength }: Pick<RichTextAreaProps, 'name' | 'maxLength'>) {
  const form = useFormAround()
  if (!form) throw new Error('There is no form around this text')
  const { getValues, subscribe } = form.control
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const typed = useRef<string | null>(null)
  const [formats, setFormats] = useState<TextFormat[]>([])
  const onText = useEffectEvent((text: string) => {
    typed.current = text
    form.change({ [name]: text })
  })
  const onState = useEffectEvent((state: EditorState) => {
    const now = formatsAt(state)
    setFormats((before) => (now.join() === before.join() ? before : now))
  })

  useEffect(() => {
    if (!element.current) return
    typed.current = getValues(name) as string
    const created = createView(element.current, {
      text: typed.current,
      maxLength,
      onText: (text) => onText(text),
      onTooLong: () => showToast(editorText.textTooLong(maxLength), 'error'),
      onState: (state) => onState(state),
    })
    view.current = created
    const unsubscribe = subscribe({
      formState: { values: true },
      callback({ values }) {
        // Somebody else's text, or an earlier version.
        const text = values[name] as string
        if (text === typed.current) return
        typed.current = text
        created.updateState(stateOf(text))
      },
    })
    return () => {
      unsubscribe()
      view.current = null
      created.destroy()
    }
  }, [getValues, subscribe, name, maxLength])
  return { element, view, formats }
}

interface LinkDialogProps {
  parts: LinkParts & { isThere: boolean }
  onDone: (parts: LinkParts) => void
  onClose: () => void
}

/** Asks for both parts of a link. One that is there is removed by emptying its address. */
function LinkDialog({ parts, onDone, onClose }: LinkDialogProps) {
  const { tools } = editorText
  const action = parts.isThere ? tools.saveLink : tools.setLink
  const form = useForm<LinkParts, LinkParts, void>({
    values: { words: parts.words, address: parts.address },
    check({ words, address }) {
      const read = parts.isThere && address.trim() === '' ? '' : linkAddress(address)
      return read === null ? { problems: { address: tools.badLink } } : { sent: { words, address: read } }
    },
    send: async (sent) => onDone(sent),
  })
  return (
    <ConfirmDialog title={tools.linkTitle} action={action} form={form} onClose={onClose}>
      <Form form={form} focusFirst className="grid gap-4">
        <TextField name="words" label={tools.linkWords} hint={tools.linkWordsHint} maxLength={300} />
        {!parts.address.startsWith('file:') && (
          <TextField
            name="address"
            label={tools.linkAddress}
            hint={parts.isThere ? tools.linkRemoveHint : tools.linkAddressHint}
            inputMode="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={2000}
          />
        )}
        {/* Enter submits a form only if it has a submit button. */}
        <button type="submit" hidden aria-label={action} />
      </Form>
    </ConfirmDialog>
  )
}

/** The file name without its extension or brackets, which a link cannot hold. */
const titleOf = ({ name }: File) =>
  name
    .replace(/\.pdf$/i, '')
    .replaceAll(/[[\]]/g, '')
    .slice(0, 100) || editorText.document

const toolClass =
  'inline-flex min-h-11 items-center rounded-field border border-line bg-white px-3 hover:border-navy hover:bg-navy-soft'

interface ToolProps {
  label: string
  /** Missing for a button that is not on or off. */
  pressed?: boolean
  onClick: () => void
  className?: string
}

function Tool({ label, pressed, onClick, className }: ToolProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      // The caret stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={classes(toolClass, pressed && 'border-navy bg-navy-soft', className)}
    >
      {label}
    </button>
  )
}

interface FileToolProps {
  /** The name under which the form tracks the upload. */
  field: string
  label: string
  /** The label on the button, which has little room. */
  tool: string
  accept: string
  whyNot: (file: File) => string | null
  upload: Upload<{ id: string }>
  onSent: (sent: { id: string }, file: File) => void
}

/** Uploads a file as soon as it is chosen. */
function FileTool({ field, label, tool, accept, whyNot, upload, onSent }: FileToolProps): ReactNode {
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
      <Tool label={tool} onClick={() => input.current?.click()} />
    </>
  )
}
