import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { linkAddress } from '#shared/content/rich-text.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { FieldError, TextField, useFormAround } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { CloseIcon } from '#web/components/icons.tsx'
import { problemWithFile, useUpload, type Upload, type UploadProgress } from '#web/components/upload.tsx'
import { useForm } from '#web/components/use-form.ts'
import type { LinkParts } from './rich-text-inserts.ts'
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
  // The first field is filled already.
  const skipWords = useEffectEvent(() => parts.words !== '' && form.focusProblem('address'))
  useEffect(() => void skipWords(), [])
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
  'inline-flex min-h-11 min-w-11 flex-none items-center justify-center rounded-field border border-line bg-white px-1 enabled:hover:border-navy enabled:hover:bg-navy-soft disabled:opacity-50'

interface ToolProps {
  label: string
  /** Missing for a button that is not on or off. */
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
  /** A sign that stands for the label. */
  children: ReactNode
}

export function Tool({ label, pressed, disabled, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
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
  onChosen: () => void
  onSent: (sent: { id: string }, file: File) => void
}

/** Uploads a file as soon as it is chosen. How that goes is one line below all tools. */
export function FileTool({ field, label, tool, children, accept, whyNot, upload, onChosen, onSent }: FileToolProps) {
  const noteUpload = useFormAround()?.noteUpload
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { state, send, clear } = useUpload(upload, (result) => {
    if (result && sent.current) onSent(result, sent.current)
  })
  const isSending = state.status === 'sending' || state.status === 'waiting'
  useEffect(() => noteUpload?.(field, isSending ? 'sending' : null), [noteUpload, field, isSending])

  function choose(file: File | undefined) {
    if (!file) return
    const why = whyNot(file)
    setRefusal(why)
    if (why) return
    sent.current = file
    onChosen()
    void send(file)
  }

  const cutOff = state.status === 'waiting' || state.status === 'failed' ? problemWithFile(state.error) : null
  const problem = refusal ?? cutOff
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
      <Tool label={tool} disabled={isSending} onClick={() => input.current?.click()}>
        {children}
      </Tool>
      {(isSending || problem) && (
        <div className="order-last flex w-full items-center gap-3">
          {problem ? (
            <div role="alert" className="min-w-0 flex-1">
              <FieldError id={`${field}-problem`}>{problem}</FieldError>
            </div>
          ) : (
            state.status === 'sending' && <Progress name={state.file.name} {...state.progress} />
          )}
          {isSending ? (
            <button type="button" className={toolClass} onClick={clear}>
              {editorText.tools.cancelFile}
            </button>
          ) : (
            <Tool
              label={editorText.tools.closeProblem}
              onClick={() => {
                setRefusal(null)
                clear()
              }}
            >
              <CloseIcon />
            </Tool>
          )}
        </div>
      )}
    </>
  )
}

const Progress = ({ name, sent, total }: UploadProgress & { name: string }) => (
  <>
    <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
    <progress aria-label={`Uploading ${name}`} value={sent} max={total} className="progress-bar flex-1" />
  </>
)
