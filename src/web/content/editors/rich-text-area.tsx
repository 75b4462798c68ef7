import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '#shared/text.ts'
import { pictureAccept } from '#shared/uploads.ts'
import { FieldFrame, useBound, useFormAround } from '#web/components/fields.tsx'
import {
  LinkIcon,
  ListIcon,
  MoveInIcon,
  MoveOutIcon,
  NumbersIcon,
  PictureIcon,
  RedoIcon,
  UndoIcon,
} from '#web/components/icons.tsx'
import { showToast } from '#web/components/toast.tsx'
import { sendTextDocument, sendTextPicture, whyNotPdf, whyNotPicture, type TextPlace } from './api.ts'
import { markCaptions } from './rich-text-blocks.ts'
import { addDocument, addPicture, keepPlace, linkAt, setLink, type LinkParts } from './rich-text-inserts.ts'
import { FileTool, LinkDialog, Tool } from './rich-text-tools.tsx'
import {
  createView,
  formatsAt,
  moveIn,
  moveOut,
  redo,
  replaceText,
  toggleHeading,
  toggleList,
  toggleStrong,
  undo,
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
  const { tools } = editorText
  const { error } = useBound({ name })
  const { element, view, formats } = useTextView({ name, maxLength })
  const [linking, setLinking] = useState<ReturnType<typeof linkAt> | null>(null)
  const link = useRef<LinkParts | null>(null)
  function run(command: Command) {
    view.current?.focus()
    runWithoutFocus(command)
  }
  function runWithoutFocus(command: Command) {
    const { current } = view
    if (current) command(current.state, current.dispatch, current)
  }
  function startLink() {
    const found = view.current && linkAt(view.current.state)
    if (found) setLinking(found)
    else showToast(tools.linkWhere, 'error')
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

  const lacksCaptions = error === errorText['text-caption-missing']
  useEffect(() => {
    if (element.current) markCaptions(element.current, lacksCaptions)
  }, [element, lacksCaptions])

  const is = (format: TextFormat) => formats.includes(format)
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(control) => (
        <div>
          <div role="toolbar" aria-label={tools.label(label)} className={toolbarClass}>
            <Tool label={tools.heading} pressed={is('heading')} onClick={() => run(toggleHeading(1))}>
              <span className="display text-2xl sm:hidden">H</span>
              <span className="px-2 max-sm:hidden">{tools.heading}</span>
            </Tool>
            <Tool label={tools.smallHeading} pressed={is('small heading')} onClick={() => run(toggleHeading(2))}>
              <span className="display text-xl sm:hidden">h</span>
              <span className="px-2 max-sm:hidden">{tools.smallHeading}</span>
            </Tool>
            <Tool label={tools.bold} pressed={is('strong')} onClick={() => run(toggleStrong)}>
              <b>B</b>
            </Tool>
            <Tool label={tools.list} pressed={is('bullets')} onClick={() => run(toggleList('bullets'))}>
              <ListIcon />
            </Tool>
            <Tool label={tools.numbers} pressed={is('numbers')} onClick={() => run(toggleList('numbers'))}>
              <NumbersIcon />
            </Tool>
            <Tool label={tools.link} pressed={is('link')} onClick={startLink}>
              <LinkIcon />
            </Tool>
            <FileTool
              field={`${name}.picture`}
              label={tools.picture}
              tool={tools.pictureTool}
              accept={pictureAccept}
              whyNot={whyNotPicture}
              upload={sendTextPicture(place)}
              onChosen={() => run(keepPlace('picture'))}
              onSent={({ id }) => runWithoutFocus(addPicture(id))}
            >
              <PictureIcon />
            </FileTool>
            <FileTool
              field={`${name}.document`}
              label={tools.document}
              tool={tools.documentTool}
              accept="application/pdf,.pdf"
              whyNot={whyNotPdf}
              upload={sendTextDocument(place)}
              onChosen={() => run(keepPlace('document'))}
              onSent={({ id }, file) => runWithoutFocus(addDocument(id, titleOf(file)))}
            >
              {tools.documentTool}
            </FileTool>
            <Tool label={tools.undo} onClick={() => run(undo)}>
              <UndoIcon />
            </Tool>
            <Tool label={tools.redo} onClick={() => run(redo)}>
              <RedoIcon />
            </Tool>
            {(is('bullets') || is('numbers')) && (
              <>
                <Tool label={tools.moveIn} onClick={() => run(moveIn)}>
                  <MoveInIcon />
                </Tool>
                <Tool label={tools.moveOut} onClick={() => run(moveOut)}>
                  <MoveOutIcon />
                </Tool>
              </>
            )}
          </div>
          <div
            ref={element}
            {...control}
            role="textbox"
            aria-multiline="true"
            aria-label={label}
            aria-invalid={lacksCaptions ? undefined : control['aria-invalid']}
            // The keyboard of a phone leaves half of the screen.
            style={{ minHeight: `min(${rows} * 1lh + 2rem, 45vh)` }}
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

/** It stays in sight beside a long text. */
const toolbarClass = 'sticky top-0 z-10 mb-1 flex flex-wrap gap-0.5 bg-card py-1 sm:gap-1 short:static'

/** ProseMirror needs white space to be kept. On a low screen the tools do not stay in sight: a long text scrolls below them. */
const textClass = 'field-box relative space-y-5 overflow-y-auto break-words whitespace-break-spaces short:max-h-[70vh]'

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
      onNotice: (notice) => showToast(editorText[notice]),
      onState: (state) => onState(state),
    })
    view.current = created
    const unsubscribe = subscribe({
      formState: { values: true },
      // Somebody else's text, or an earlier version. Later: a form that goes on after saving sets what is stored, then what was
      // typed meanwhile.
      callback: () =>
        queueMicrotask(() => {
          const text = getValues(name) as string
          if (text === typed.current || created.isDestroyed) return
          typed.current = text
          replaceText(created, text)
        }),
    })
    return () => {
      unsubscribe()
      view.current = null
      created.destroy()
    }
  }, [getValues, subscribe, name, maxLength])
  return { element, view, formats }
}

/** The file name without its extension or brackets, which a link cannot hold. */
const titleOf = ({ name }: File) =>
  name
    .replace(/\.pdf$/i, '')
    .replaceAll(/[[\]]/g, '')
    .slice(0, 100) || editorText.document
