import { Plugin, PluginKey, TextSelection, type Command, type EditorState } from 'prosemirror-state'
import { addressIn, schema } from './rich-text-document.ts'

/** What the toolbar puts into a text: links, documents and pictures. */

const { paragraph, picture } = schema.nodes
const { link } = schema.marks

export interface LinkParts {
  words: string
  address: string
}

type Place = EditorState['selection']['$from']

export interface Range {
  from: number
  to: number
}

/** The link at the caret. A selection that begins where a link ends is behind it. */
export function linkAround($from: Place, isCaret = true): (Range & { address: string }) | null {
  const links: (Range & { address: string })[] = []
  $from.parent.forEach((child, offset) => {
    const from = $from.start() + offset
    const address = addressIn(child)
    if (address !== null) links.push({ from, to: from + child.nodeSize, address })
  })
  const { pos } = $from
  return links.find(({ from, to }) => from <= pos && (pos < to || (isCaret && pos === to))) ?? null
}

/**
 * The link at the caret. Otherwise the selection, as the words or the address of a new link; null where the selection is more than
 * words of one block.
 */
export function linkAt({ doc, selection }: EditorState): (LinkParts & Range & { isThere: boolean }) | null {
  const { $from, $to, from, to, empty } = selection
  if (!$from.sameParent($to) || !$from.parent.isTextblock) return null
  const there = linkAround($from, empty)
  if (there) return { ...there, words: doc.textBetween(there.from, there.to), isThere: true }
  const selected = doc.textBetween(from, to, ' ', ' ')
  const isAddress = /^(?:https?:\/\/|www\.|mailto:)\S+$/i.test(selected.trim())
  const parts = isAddress ? { words: '', address: selected.trim() } : { words: selected, address: '' }
  return { ...parts, from, to, isThere: false }
}

/** Writes a link over the one at the caret, or over the selection. Without an address only its words stay. */
export const setLink =
  ({ words, address }: LinkParts): Command =>
  (state, dispatch) => {
    const at = linkAt(state)
    if (!at) return false
    const { from, to } = at
    if (address === '') {
      dispatch?.(state.tr.removeMark(from, to, link))
      return true
    }
    const text = schema.text(words.trim() || address, [link.create({ address })])
    const tr = state.tr.replaceWith(from, to, text)
    tr.setSelection(TextSelection.create(tr.doc, from + text.nodeSize)).removeStoredMark(link)
    dispatch?.(tr.scrollIntoView())
    return true
  }

type FileKind = 'picture' | 'document'

interface KeptPlace {
  at: number
  /** Something was typed since, or the caret was moved. */
  wasLeft: boolean
}

const keptPlaces = new PluginKey<ReadonlyMap<FileKind, KeptPlace>>()

export const placesOfFiles = new Plugin<ReadonlyMap<FileKind, KeptPlace>>({
  key: keptPlaces,
  state: {
    init: () => new Map(),
    apply(tr, kept, before, { selection }) {
      const chosen = tr.getMeta(keptPlaces) as FileKind | undefined
      if (chosen) return new Map([...kept, [chosen, { at: selection.to, wasLeft: false }]])
      if (!tr.docChanged && selection.eq(before.selection)) return kept
      return new Map([...kept].map(([file, { at }]) => [file, { at: tr.mapping.map(at, -1), wasLeft: true }]))
    },
  },
})

/** Keeps the place of the caret for a file that is sent now, whatever is typed meanwhile. */
export const keepPlace =
  (file: FileKind): Command =>
  ({ tr }, dispatch) => {
    dispatch?.(tr.setMeta(keptPlaces, file))
    return true
  }

const placeOf = (state: EditorState, file: FileKind): KeptPlace =>
  keptPlaces.getState(state)?.get(file) ?? { at: state.selection.to, wasLeft: true }

/** Adds a document where it was chosen, after the link it may be in. */
export const addDocument =
  (id: string, name: string): Command =>
  (state, dispatch) => {
    const { at: chosen, wasLeft } = placeOf(state, 'document')
    const at = linkAround(state.doc.resolve(chosen))?.to ?? chosen
    const { parent, parentOffset } = state.doc.resolve(at)
    // Nothing stands beside it where a picture is selected.
    const [before, after] = parent.isTextblock
      ? [parent.textBetween(0, parentOffset), parent.textBetween(parentOffset, parent.content.size)]
      : ['', '']
    const words = schema.text(name, [link.create({ address: `file:${id}` })])
    const space = schema.text(' ')
    const tr = state.tr.insert(at, [
      ...(/\S$/.test(before) ? [space] : []),
      words,
      ...(/^[\p{L}\p{N}]/u.test(after) ? [space] : []),
    ])
    dispatch?.(wasLeft ? tr : tr.scrollIntoView())
    return true
  }

/** Adds a picture where it was chosen, and goes to its caption unless the writing went on meanwhile. */
export const addPicture =
  (fileId: string): Command =>
  (state, dispatch, view) => {
    const { at, wasLeft } = placeOf(state, 'picture')
    const goesOn = wasLeft || !view?.hasFocus()
    const { from, to } = roomAround(state.doc.resolve(at))
    // The caret may be back in an empty paragraph.
    const tr = state.tr.replaceWith(from, goesOn ? from : to, picture.create({ fileId }))
    dispatch?.(goesOn ? tr : tr.scrollIntoView())
    const block = !goesOn && view?.nodeDOM(from)
    if (block && block instanceof HTMLElement) block.querySelector('input')?.focus()
    return true
  }

/** After the paragraph or the list, before it at its beginning, and in place of an empty one. */
function roomAround($at: Place): Range {
  if ($at.depth === 0) return { from: $at.pos, to: $at.pos }
  const [from, to] = [$at.before(1), $at.after(1)]
  const isEmpty = $at.node(1).type === paragraph && $at.node(1).content.size === 0
  if (isEmpty) return { from, to }
  const isAtStart = $at.doc.textBetween(from, $at.pos) === ''
  return isAtStart ? { from, to: from } : { from: to, to }
}
