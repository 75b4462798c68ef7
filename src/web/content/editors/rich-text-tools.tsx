import { useRef, type ReactNode } from 'react'
import { linkAddress } from '#shared/content/rich-text.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { TextField, useFormAround } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { showToast } from '#web/components/toast.tsx'
import { UploadBar, useUpload, type Upload } from '#web/components/upload.tsx'
import { useForm } from '#web/components/use-form.ts'
import type { LinkParts } from './rich-text-view.ts'
import { editorText } from './text.ts'

/** The parts of the toolbar above a text. */

interface LinkDialogProps {
  parts: LinkParts & { isThere: boolean }
  onDone: (parts: LinkParts) => void
  onClose: () => void
}

/** Asks for both parts of a link. One that is there can be removed. */
export function LinkDialog({ parts, onDone, onClose }: LinkDialogProps) {
  const { tools } = editorText
  const action = parts.isThere ? tools.saveLink : tools.setLink
  const form = useForm<LinkParts, LinkParts, void>({
    values: { words: parts.words, address: parts.address },
    check({ words, address }) {
      const read = linkAddress(address)
      return read === null ? { problems: { address: tools.badLink } } : { sent: { words, address: read } }
    },
    send: async (sent) => onDone(sent),
  })
  function remove() {
    onDone({ words: parts.words, address: '' })
    onClose()
  }
  return (
    <ConfirmDialog title={tools.linkTitle} action={action} form={form} onClose={onClose}>
      <Form form={form} focusFirst className="grid gap-4">
        <TextField name="words" label={tools.linkWords} hint={tools.linkWordsHint} maxLength={300} />
        {!parts.address.startsWith('file:') && (
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
        )}
        {parts.isThere && (
          <Button look="quiet" size="small" className="justify-self-start" onClick={remove}>
            {tools.removeLink}
          </Button>
        )}
        {/* Enter submits a form only if it has a submit button. */}
        <button type="submit" hidden aria-label={action} />
      </Form>
    </ConfirmDialog>
  )
}

const toolClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-field border border-line bg-white px-1 hover:border-navy hover:bg-navy-soft'

interface ToolProps {
  label: string
  /** Missing for a button that is not on or off. */
  pressed?: boolean
  onClick: () => void
  /** A sign that stands for the label. */
  children: ReactNode
}

export function Tool({ label, pressed, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      // The caret stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={classes(toolClass, pressed && 'border-navy bg-navy-soft')}
    >
      {children}
    </button>
  )
}

interface FileToolProps {
  /** The name under which the form tracks the upload. */
  field: string
  label: string
  /** The label of the button. */
  tool: string
  children: ReactNode
  accept: string
  whyNot: (file: File) => string | null
  upload: Upload<{ id: string }>
  onSent: (sent: { id: string }, file: File) => void
}

/** Uploads a file as soon as it is chosen. */
export function FileTool({ field, label, tool, children, accept, whyNot, upload, onSent }: FileToolProps) {
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
      <Tool label={tool} onClick={() => input.current?.click()}>
        {children}
      </Tool>
    </>
  )
}
