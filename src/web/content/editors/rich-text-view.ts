import { baseKeymap, chainCommands, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { EditorState, Plugin, TextSelection, type Command } from 'prosemirror-state'
import { EditorView, type NodeView } from 'prosemirror-view'
import { fileAddress } from '#shared/content/rich-text.ts'
import {
  addressIn,
  documentOf,
  preparePasted,
  schema,
  sliceOf,
  textOf,
  tidyPasted,
  videoIn,
} from './rich-text-document.ts'
import { editorText } from './text.ts'

/** The commands, keys and blocks of the editor (docs/decisions/044-texts-with-signs.md). */

const { paragraph, heading, bullet_list, ordered_list, list_item, picture, line_break } = schema.nodes
const { strong, link } = schema.marks

/** What the text at the caret is, as the buttons above it show it. */
export type TextFormat = 'heading' | 'small heading' | 'strong' | 'bullets' | 'numbers' | 'link'

export function formatsAt({ selection, storedMarks }: EditorState): TextFormat[] {
  const { $from, empty } = selection
  const marks = (empty && storedMarks) || ($from.marksAcross(selection.$to) ?? $from.marks())
  const around = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1))
  return [
    ...around.flatMap(({ type, attrs }): TextFormat[] => {
      if (type === heading) return [attrs['level'] === 1 ? 'heading' : 'small heading']
      return type === bullet_list ? ['bullets'] : type === ordered_list ? ['numbers'] : []
    }),
    ...(strong.isInSet(marks) ? (['strong'] as const) : []),
    ...(linkAround(selection.$from) ? (['link'] as const) : []),
  ]
}

/** Makes the selected lines a heading, or words again if they are one. */
export const toggleHeading = (level: 1 | 2): Command => {
  const name = level === 1 ? 'heading' : 'small heading'
  return (state, dispatch, view) => {
    if (formatsAt(state).includes(name)) return setBlockType(paragraph)(state, dispatch)
    liftListItem(list_item)(state, dispatch)
    return setBlockType(heading, { level })(view?.state ?? state, dispatch)
  }
}

export const toggleList = (type: 'bullets' | 'numbers'): Command => {
  const list = type === 'bullets' ? bullet_list : ordered_list
  return (state, dispatch, view) => {
    const { $from } = state.selection
    const [now] = formatsAt(state).filter((format) => format === 'bullets' || format === 'numbers')
    if (now === type) return liftListItem(list_item)(state, dispatch)
    if (now) {
      dispatch?.(state.tr.setNodeMarkup($from.before($from.depth - 2), list))
      return true
    }
    setBlockType(paragraph)(state, dispatch)
    return wrapInList(list)(view?.state ?? state, dispatch)
  }
}

export const toggleStrong = toggleMark(strong)
export { undo }

export interface LinkParts {
  words: string
  address: string
}

type Place = EditorState['selection']['$from']

interface LinkRange {
  from: number
  to: number
  address: string
}

/** The link at the caret. */
function linkAround($from: Place): LinkRange | null {
  const links: LinkRange[] = []
  $from.parent.forEach((child, offset) => {
    const from = $from.start() + offset
    const address = addressIn(child)
    if (address !== null) links.push({ from, to: from + child.nodeSize, address })
  })
  return links.find(({ from, to }) => from <= $from.pos && $from.pos <= to) ?? null
}

/** The link at the caret. Otherwise the selection, as the words or the address of a new link. */
export function linkAt({ doc, selection }: EditorState): LinkParts & { from: number; to: number; isThere: boolean } {
  const there = linkAround(selection.$from)
  if (there) return { ...there, words: doc.textBetween(there.from, there.to), isThere: true }
  const { from, to } = selection
  const selected = doc.textBetween(from, to, ' ', ' ')
  const isAddress = /^(?:https?:\/\/|www\.|mailto:)\S+$/i.test(selected.trim())
  const parts = isAddress ? { words: '', address: selected.trim() } : { words: selected, address: '' }
  return { ...parts, from, to, isThere: false }
}

/** Writes a link over the one at the caret, or over the selection. Without an address only its words stay. */
export const setLink =
  ({ words, address }: LinkParts): Command =>
  (state, dispatch) => {
    const { from, to } = linkAt(state)
    const text = schema.text(words.trim() || address || ' ', address === '' ? [] : [link.create({ address })])
    const tr = state.tr.replaceWith(from, to, text)
    tr.setSelection(TextSelection.create(tr.doc, from + text.nodeSize)).removeStoredMark(link)
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Adds a document at the caret, after the link it may be in. */
export const addDocument =
  (id: string, name: string): Command =>
  (state, dispatch) => {
    const at = linkAround(state.selection.$from)?.to ?? state.selection.to
    const before = /\S$/.test(state.doc.resolve(at).parent.textBetween(0, state.doc.resolve(at).parentOffset))
      ? ' '
      : ''
    const words = schema.text(name, [link.create({ address: `file:${id}` })])
    dispatch?.(state.tr.insert(at, before === '' ? words : [schema.text(before), words]).scrollIntoView())
    return true
  }

/** Adds a picture after the paragraph or the list of the caret, and takes an empty paragraph's place. */
export const addPicture =
  (fileId: string): Command =>
  (state, dispatch, view) => {
    const { $to } = state.selection
    const around = $to.depth === 0 ? null : { from: $to.before(1), to: $to.after(1), node: $to.node(1) }
    const isEmpty = around?.node.type === paragraph && around.node.content.size === 0
    const from = around === null ? $to.pos : isEmpty ? around.from : around.to
    dispatch?.(state.tr.replaceWith(from, isEmpty ? around.to : from, picture.create({ fileId })).scrollIntoView())
    const shown = view?.nodeDOM(from)
    if (shown instanceof HTMLElement) shown.querySelector('input')?.focus()
    return true
  }

/** Enter behind the address of a video makes it one. */
const enterVideo: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const found = $from.depth === 1 && empty ? videoIn($from.parent) : null
  if (!found) return false
  const tr = state.tr.replaceWith($from.before(), $from.after(), [found, paragraph.create()])
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, $from.before() + found.nodeSize + 1)).scrollIntoView())
  return true
}

/** An item and a heading are one line. */
const breakLine: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.depth !== 1 || $from.parent.type !== paragraph) return false
  dispatch?.(state.tr.replaceSelectionWith(line_break.create()).scrollIntoView())
  return true
}

/** Backspace at the beginning of an item or a heading makes it a paragraph. */
const backToParagraph: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0) return false
  if ($from.parent.type === heading) return setBlockType(paragraph)(state, dispatch)
  return liftListItem(list_item)(state, dispatch)
}

const keys = {
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  'Mod-b': toggleStrong,
  Enter: chainCommands(enterVideo, splitListItem(list_item)),
  'Shift-Enter': chainCommands(breakLine, splitListItem(list_item)),
  Backspace: backToParagraph,
} satisfies Record<string, Command>

const typed = inputRules({
  rules: [
    textblockTypeInputRule(/^#\s$/, heading, { level: 1 }),
    textblockTypeInputRule(/^##\s$/, heading, { level: 2 }),
    wrappingInputRule(/^[-*•]\s$/, bullet_list),
    wrappingInputRule(
      /^(\d{1,3})[.)]\s$/,
      ordered_list,
      ([, first]) => ({ first: Number(first) }),
      ([, first], before) => before.childCount + before.attrs['first'] === Number(first),
    ),
    new InputRule(/\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, ({ tr }, [, words = ''], start, end) =>
      tr.replaceWith(start, end, schema.text(words, [strong.create()])).removeStoredMark(strong),
    ),
  ],
})

/** The caret finds no place after a picture or a video that comes last. */
const roomAtEnd = new Plugin({
  appendTransaction: (_all, _before, { doc, tr }) =>
    doc.lastChild?.isAtom ? tr.insert(doc.content.size, paragraph.create()) : null,
})

const plugins = [typed, keymap(keys), keymap(baseKeymap), history(), roomAtEnd]

/** Without its history: Undo must not bring back what somebody else has replaced. */
export function stateOf(text: string): EditorState {
  const state = EditorState.create({ doc: documentOf(text), plugins })
  return state.apply(state.tr)
}

interface ViewOptions {
  text: string
  maxLength: number
  onText: (text: string) => void
  onTooLong: () => void
  /** After every change of the text or the caret. */
  onState: (state: EditorState) => void
}

export function createView(place: HTMLElement, options: ViewOptions): EditorView {
  const opened = { text: options.text, state: stateOf(options.text) }
  const view = new EditorView(
    { mount: place },
    {
      state: opened.state,
      nodeViews: { picture: viewPicture, video: viewVideo },
      clipboardTextParser: sliceOf,
      transformPastedHTML: preparePasted,
      transformPasted: tidyPasted,
      dispatchTransaction(transaction) {
        const before = textOf(view.state.doc)
        const state = view.state.apply(transaction)
        const text = state.doc.eq(opened.state.doc) ? opened.text : textOf(state.doc)
        const isLonger = text.length > options.maxLength && text.length > before.length
        if (isLonger) return options.onTooLong()
        view.updateState(state)
        if (transaction.docChanged) options.onText(text)
        options.onState(state)
      },
    },
  )
  return view
}

type GetPosition = () => number | undefined

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (HTMLElement | string)[]
) {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}

/** A picture or a video: shown as one block, with a button to remove it. */
function viewBlock(view: EditorView, getPosition: GetPosition, label: string, ...children: HTMLElement[]): NodeView {
  const remove = element('button', 'min-h-11 px-2 font-semibold text-red underline underline-offset-4', 'Remove')
  remove.type = 'button'
  remove.setAttribute('aria-label', label)
  remove.addEventListener('click', () => {
    const position = getPosition()
    if (position === undefined) return
    view.dispatch(view.state.tr.delete(position, position + 1))
    view.focus()
  })
  const dom = element(
    'div',
    'grid justify-items-start gap-2 rounded-field border border-line bg-paper p-3',
    ...children,
    remove,
  )
  dom.contentEditable = 'false'
  return {
    dom,
    selectNode: () => dom.classList.add('outline-2', 'outline-navy'),
    deselectNode: () => dom.classList.remove('outline-2', 'outline-navy'),
    stopEvent: ({ target }) => target instanceof HTMLInputElement || target instanceof HTMLButtonElement,
    ignoreMutation: () => true,
  }
}

function viewPicture(node: Node, view: EditorView, getPosition: GetPosition): NodeView {
  const shown = element('img', 'max-h-60 max-w-full rounded-field')
  const caption = element('input', 'field-box font-normal')
  caption.maxLength = 300
  caption.addEventListener('input', () => {
    const position = getPosition()
    if (position !== undefined) view.dispatch(view.state.tr.setNodeAttribute(position, 'caption', caption.value))
  })
  caption.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    // Enter would save the whole form.
    event.preventDefault()
    view.focus()
  })
  const { caption: label, removePicture } = editorText.tools
  const field = element('label', 'grid w-full gap-1 font-semibold', label, caption)
  function show({ attrs }: Node) {
    shown.src = fileAddress(attrs['fileId'])
    shown.alt = attrs['caption']
    if (caption.value !== attrs['caption']) caption.value = attrs['caption']
  }
  show(node)
  return {
    ...viewBlock(view, getPosition, removePicture, shown, field),
    update(changed) {
      if (changed.type !== picture) return false
      show(changed)
      return true
    },
  }
}

const viewVideo = ({ attrs }: Node, view: EditorView, getPosition: GetPosition): NodeView =>
  viewBlock(
    view,
    getPosition,
    editorText.tools.removeVideo,
    element('p', 'break-all', element('strong', '', editorText.tools.video), ` ${attrs['address']}`),
  )
