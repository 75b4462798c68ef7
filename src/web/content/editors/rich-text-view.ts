import { baseKeymap, chainCommands, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Node, NodeRange } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { EditorState, NodeSelection, Plugin, TextSelection, type Command, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { viewPicture, viewVideo } from './rich-text-blocks.ts'
import { documentOf, schema, sliceOf, textOf, videoIn } from './rich-text-document.ts'
import { linkAround, placesOfFiles, type Range } from './rich-text-inserts.ts'
import { preparePasted } from './rich-text-paste.ts'

/** The commands, keys and blocks of the editor (docs/decisions/044-texts-with-signs.md). */

const { paragraph, heading, bullet_list, ordered_list, list_item, line_break } = schema.nodes
const { strong } = schema.marks

/** What the text at the caret is, as the buttons above it show it. */
export type TextFormat = 'heading' | 'small heading' | 'strong' | 'bullets' | 'numbers' | 'link'

export function formatsAt({ selection, storedMarks }: EditorState): TextFormat[] {
  const { $from, empty } = selection
  const marks = (empty && storedMarks) || ($from.marksAcross(selection.$to) ?? $from.marks())
  const { parent } = $from
  const list = listAround(selection)?.parent
  return [
    ...(parent.type === heading
      ? [parent.attrs['level'] === 1 ? ('heading' as const) : ('small heading' as const)]
      : []),
    ...(list ? [list.type === bullet_list ? ('bullets' as const) : ('numbers' as const)] : []),
    ...(strong.isInSet(marks) ? (['strong'] as const) : []),
    ...(linkAround($from, empty) ? (['link'] as const) : []),
  ]
}

/** Makes the selected lines a heading, or words again if they are one. */
export const toggleHeading = (level: 1 | 2): Command => {
  const name = level === 1 ? 'heading' : 'small heading'
  return (state, dispatch, view) => {
    if (formatsAt(state).includes(name)) return setBlockType(paragraph)(state, dispatch)
    // An item inside another leaves two.
    leaveList(state, dispatch)
    leaveList(view?.state ?? state, dispatch)
    joinLines(view?.state ?? state, dispatch)
    return setBlockType(heading, { level })(view?.state ?? state, dispatch)
  }
}

/** A heading is one line. */
const joinLines: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const tr = state.tr
  state.doc.nodesBetween($from.start(), $to.end(), (node, position) => {
    if (node.type === line_break) tr.replaceWith(position, position + 1, schema.text(' '))
  })
  if (tr.docChanged) dispatch?.(tr)
  return tr.docChanged
}

/** Changes the kind of the list around the selection, or leaves it. Selected blocks outside of a list become its items. */
export const toggleList = (type: 'bullets' | 'numbers'): Command => {
  const list = type === 'bullets' ? bullet_list : ordered_list
  return (state, dispatch) => {
    const around = listAround(state.selection)
    if (around?.parent.type === list) return leaveList(state, dispatch)
    if (around) {
      dispatch?.(state.tr.setNodeMarkup(around.$from.before(around.depth), list))
      return true
    }
    const { from, blocks } = selectedBlocks(state)
    if (blocks.some(({ isAtom }) => isAtom)) return false
    const items = blocks.flatMap((block) =>
      isList(block) ? block.children : [list_item.create(null, paragraph.create(null, block.content))],
    )
    const { $from, empty } = state.selection
    const isParagraph = empty && $from.depth === 1
    return replaceBlocks([list.create(null, items)], isParagraph ? $from.pos + 2 : from)(state, dispatch)
  }
}

/** Makes each selected item a paragraph, or one of the list outside. */
const leaveList: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  if ($from.sameParent($to) || isInner(listAround(state.selection))) return liftListItem(list_item)(state, dispatch)
  // Of several items it would make one, which this schema does not allow.
  const { from, blocks } = selectedBlocks(state)
  if (!blocks.some(isList)) return false
  const paragraphs = blocks.flatMap((block) => (isList(block) ? linesIn(block) : [block]))
  return replaceBlocks(paragraphs, from)(state, dispatch)
}

const linesIn = (list: Node): Node[] =>
  list.children.flatMap((item) => item.children.flatMap((child) => (isList(child) ? linesIn(child) : [child])))

const isList = ({ type }: Node) => type === bullet_list || type === ordered_list

/** The innermost list that the whole selection is in. */
const listAround = ({ $from, $to }: EditorState['selection']) => $from.blockRange($to, isList)

/** Whether a list is inside the item of another. */
const isInner = (list: NodeRange | null) => list !== null && list.depth > 1

/** Tab moves the selected items into the one above, where there is one; in a list it never leaves the text. */
export const moveIn: Command = (state, dispatch) => {
  const list = listAround(state.selection)
  if (list && !isInner(list)) sinkListItem(list_item)(state, dispatch)
  return list !== null
}

export const moveOut: Command = (state, dispatch) => listAround(state.selection) !== null && leaveList(state, dispatch)

/** Enter in an empty item leaves its list, also where others stand inside it. */
const leaveEmptyItem: Command = (state, dispatch) =>
  state.selection.$from.parent.content.size === 0 && liftListItem(list_item)(state, dispatch)

/** The blocks that the selection touches. */
function selectedBlocks({ doc, selection: { $from, $to } }: EditorState): Range & { blocks: readonly Node[] } {
  const from = $from.depth === 0 ? $from.pos : $from.before(1)
  const to = $to.depth === 0 ? $to.pos : $to.after(1)
  return { from, to, blocks: doc.slice(from, to).content.content }
}

/** The selection becomes all of them, or the caret goes where it was. */
const replaceBlocks =
  (blocks: readonly Node[], caret: number): Command =>
  (state, dispatch) => {
    const { from, to } = selectedBlocks(state)
    const tr = state.tr.replaceWith(from, to, blocks)
    const end = from + blocks.reduce((size, block) => size + block.nodeSize, 0)
    const [first, last] = caret === from ? [from, end] : [caret, caret]
    const selection = TextSelection.between(tr.doc.resolve(first), tr.doc.resolve(last))
    dispatch?.(tr.setSelection(selection).scrollIntoView())
    return true
  }

export const toggleStrong = toggleMark(strong)
export { redo, undo }

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

/** Backspace at the beginning of an item leaves its list, and a heading becomes a paragraph. */
const backToParagraph: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0) return false
  if ($from.parent.type === heading) return setBlockType(paragraph)(state, dispatch)
  return liftListItem(list_item)(state, dispatch)
}

export const keys = {
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  'Mod-b': toggleStrong,
  Enter: chainCommands(enterVideo, leaveEmptyItem, splitListItem(list_item)),
  'Shift-Enter': chainCommands(breakLine, leaveEmptyItem, splitListItem(list_item)),
  Tab: moveIn,
  'Shift-Tab': moveOut,
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

/** An item has at most one list inside it, and nothing stands deeper. */
const twoLevels = new Plugin({
  appendTransaction(_all, _before, { tr }) {
    while (joinOrLift(tr)) continue
    return tr.docChanged ? tr : null
  },
})

/** Joins the second list of an item to its first, or moves up what stands too deep. False if nothing is left to do. */
function joinOrLift(tr: Transaction): boolean {
  const { doc, steps } = tr
  const { length } = steps
  doc.descendants((node, position) => {
    if (steps.length > length || node.isTextblock) return false
    const list = node.type === list_item && node.maybeChild(1)
    if (!list) return true
    const from = position + 1 + node.child(0).nodeSize
    const to = from + list.nodeSize
    const items = doc.resolve(from + 1).blockRange(doc.resolve(to - 1), isList)
    if (node.childCount > 2) tr.setNodeMarkup(to, list.type, list.attrs).join(to)
    else if (items && items.depth > 3) tr.lift(items, items.depth - 2)
    return true
  })
  return steps.length > length
}

const plugins = [typed, keymap(keys), keymap(baseKeymap), history(), roomAtEnd, placesOfFiles, twoLevels]

/** Shows another text. Without its history: Undo must not bring back what somebody else has replaced. */
export function replaceText(view: EditorView, text: string): void {
  const state = stateOf(text)
  const caret = state.doc.resolve(Math.min(view.state.selection.from, state.doc.content.size))
  view.updateState(state.apply(state.tr.setSelection(TextSelection.near(caret))))
}

export function stateOf(text: string): EditorState {
  const state = EditorState.create({ doc: documentOf(text), plugins })
  return state.apply(state.tr)
}

interface ViewOptions {
  text: string
  maxLength: number
  onText: (text: string) => void
  onTooLong: () => void
  /** Something was changed, or is not possible here. */
  onNotice: (notice: 'pastedTable' | 'noItalics') => void
  /** After every change of the text or the caret. */
  onState: (state: EditorState) => void
}

/** The toolbar and the buttons for saving cover the edges of the screen. */
const barHeight = 120

/** At once: the next letter would stop the smooth scrolling of the page. */
function scrollToCaret(view: EditorView): boolean {
  const caret = () => view.coordsAtPos(view.state.selection.head)
  // On a low screen a long text is scrolled in its own box.
  const box = view.dom.getBoundingClientRect()
  const inBox = caret()
  view.dom.scrollTop += Math.min(inBox.top - box.top - 16, 0) || Math.max(inBox.bottom - box.bottom + 16, 0)
  const { top, bottom } = caret()
  const above = Math.min(top - barHeight, 0)
  const screen = window.visualViewport?.height ?? window.innerHeight // what the keyboard leaves
  window.scrollBy({ top: above || Math.max(bottom + barHeight - screen, 0), behavior: 'instant' })
  return true
}

/** An underline may be that of a link. */
const lostStyles = /<(?:i|em|u|s|strike|del)\b|font-style:\s*italic|text-decoration:\s*line-through/i

export function createView(place: HTMLElement, options: ViewOptions): EditorView {
  const opened = { text: options.text, state: stateOf(options.text) }
  const view = new EditorView(
    { mount: place },
    {
      state: opened.state,
      nodeViews: { picture: viewPicture, video: viewVideo },
      // A letter would replace the picture that was just dragged or pressed.
      handleTextInput: ({ state: { selection } }) => selection instanceof NodeSelection && selection.node.isAtom,
      handleScrollToSelection: scrollToCaret,
      handleKeyDown(_view, { key, ctrlKey, metaKey, shiftKey }) {
        if (!(ctrlKey || metaKey) || shiftKey || (key !== 'i' && key !== 'u')) return false
        options.onNotice('noItalics')
        return true
      },
      clipboardTextParser: sliceOf,
      transformPastedHTML(html) {
        if (/<table\b/i.test(html)) options.onNotice('pastedTable')
        if (lostStyles.test(html)) options.onNotice('noItalics')
        return preparePasted(html)
      },
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
