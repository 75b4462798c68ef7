import type { Node } from 'prosemirror-model'
import { TextSelection, type Command } from 'prosemirror-state'
import type { EditorView, NodeView } from 'prosemirror-view'
import { fileAddress, isCaption } from '#shared/content/rich-text.ts'
import { showToast } from '#web/components/toast.tsx'
import { schema } from './rich-text-document.ts'
import { editorText } from './text.ts'

/** Pictures and videos inside the editor. */

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

/** A button of the block at `getPosition`. */
function blockButton(
  getPosition: GetPosition,
  { text, label, className }: Record<'text' | 'label' | 'className', string>,
  onPress: (position: number) => void,
) {
  const button = element('button', `min-h-11 px-2 font-semibold underline underline-offset-4 ${className}`, text)
  button.type = 'button'
  button.setAttribute('aria-label', label)
  button.addEventListener('click', () => {
    const position = getPosition()
    if (position !== undefined) onPress(position)
  })
  return button
}

/** Exchanges a block with the one before or after it. */
export const moveBlock =
  (position: number, by: -1 | 1): Command =>
  ({ doc, tr }, dispatch) => {
    const block = doc.nodeAt(position)
    const $edge = doc.resolve(by === 1 && block ? position + block.nodeSize : position)
    const other = by === 1 ? $edge.nodeAfter : $edge.nodeBefore
    if (!block || !other) return false
    // Only the room to write below the last block.
    if (by === 1 && other === doc.lastChild && other.content.size === 0 && !other.isAtom) return false
    dispatch?.(tr.delete(position, position + block.nodeSize).insert(position + by * other.nodeSize, block))
    return true
  }

/** A picture or a video: shown as one block, with buttons to move and to remove it. */
function viewBlock(view: EditorView, getPosition: GetPosition, what: string, ...children: HTMLElement[]) {
  const { up, down, moveUp, moveDown, remove, removed } = editorText.tools
  function mover(text: string, label: string, by: -1 | 1) {
    const button = blockButton(getPosition, { text, label, className: 'text-navy' }, (position) => {
      const { top } = button.getBoundingClientRect()
      const block = view.state.doc.nodeAt(position)
      if (!moveBlock(position, by)(view.state, view.dispatch)) return
      // It is drawn anew there.
      view.state.doc.forEach((child, at) => child === block && focusButton(view.nodeDOM(at), label, top))
    })
    return button
  }
  const buttons = element(
    'div',
    'flex w-full flex-wrap gap-x-2',
    mover(up, `${moveUp} ${what}`, -1),
    mover(down, `${moveDown} ${what}`, 1),
    // Apart from the others: the block moves away below the finger.
    blockButton(
      getPosition,
      { text: remove, label: `${remove} ${what}`, className: 'ml-auto text-red' },
      (position) => {
        view.dispatch(view.state.tr.delete(position, position + 1))
        view.focus()
        showToast(removed)
      },
    ),
  )
  const dom = element(
    'div',
    'grid justify-items-start gap-2 rounded-field border border-line bg-paper p-3',
    ...children,
    buttons,
  )
  dom.contentEditable = 'false'
  // In Firefox, words cannot be selected in a field that can be dragged.
  dom.addEventListener('pointerdown', ({ target }) => (dom.draggable = !(target instanceof HTMLInputElement)))
  return {
    dom,
    selectNode: () => dom.classList.add('outline-2', 'outline-navy'),
    deselectNode: () => dom.classList.remove('outline-2', 'outline-navy'),
    stopEvent: ({ target }) => target instanceof HTMLInputElement || target instanceof HTMLButtonElement,
    ignoreMutation: () => true,
  } satisfies NodeView
}

/** The button stays below the finger that pressed it. */
function focusButton(block: globalThis.Node | null, label: string, top: number) {
  const button = block instanceof HTMLElement && block.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  if (!button) return
  button.focus({ preventScroll: true })
  window.scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
}

/** Shows which captions are missing; the form goes to the first. */
export function markCaptions(text: HTMLElement, areMissing: boolean): void {
  for (const caption of text.querySelectorAll('input'))
    if (areMissing && !isCaption(caption.value)) caption.setAttribute('aria-invalid', 'true')
    else caption.removeAttribute('aria-invalid')
}

export function viewPicture(node: Node, view: EditorView, getPosition: GetPosition): NodeView {
  const image = element('img', 'max-h-60 max-w-full rounded-field')
  const caption = element('input', 'field-box font-normal')
  caption.maxLength = 300
  caption.placeholder = editorText.tools.captionRequired
  caption.addEventListener('input', () => {
    const position = getPosition()
    if (position === undefined) return
    view.dispatch(view.state.tr.setNodeAttribute(position, 'caption', caption.value))
    // What was too long is not in the text.
    const kept = view.state.doc.nodeAt(position)
    if (kept) show(kept)
  })
  caption.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    // Enter would save the whole form. The picture may be selected, and then the next letter would replace it.
    event.preventDefault()
    const position = getPosition()
    if (position === undefined) return
    const { tr, doc } = view.state
    const after = position + 1
    if (doc.nodeAt(after)?.type !== schema.nodes.paragraph) tr.insert(after, schema.nodes.paragraph.create())
    view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)))
    view.focus()
  })
  const { caption: label, captionHint, thisPicture } = editorText.tools
  const hint = element('span', 'font-normal text-muted', captionHint)
  const field = element('label', 'grid w-full gap-1 font-semibold', label, hint, caption)
  function show({ attrs }: Node) {
    image.src = fileAddress(attrs['fileId'])
    image.alt = attrs['caption']
    if (caption.value !== attrs['caption']) caption.value = attrs['caption']
  }
  show(node)
  const block = viewBlock(view, getPosition, thisPicture, image, field)
  // It has its height only now, and would push what has the focus out of sight.
  image.addEventListener('load', () => block.dom.querySelector(':focus')?.scrollIntoView({ block: 'center' }))
  return {
    ...block,
    update(changed) {
      if (changed.type !== schema.nodes.picture) return false
      show(changed)
      return true
    },
  }
}

export const viewVideo = ({ attrs }: Node, view: EditorView, getPosition: GetPosition): NodeView =>
  viewBlock(
    view,
    getPosition,
    editorText.tools.thisVideo,
    element('p', 'break-all', element('strong', '', editorText.tools.video), ` ${attrs['address']}`),
  )
