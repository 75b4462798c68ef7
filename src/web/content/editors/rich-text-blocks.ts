import type { Node } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { EditorView, NodeView } from 'prosemirror-view'
import { fileAddress } from '#shared/content/rich-text.ts'
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

export function viewPicture(node: Node, view: EditorView, getPosition: GetPosition): NodeView {
  const image = element('img', 'max-h-60 max-w-full rounded-field')
  // It has its height only now, and would push what is asked for out of sight.
  image.addEventListener('load', () => caption.matches(':focus') && caption.scrollIntoView({ block: 'center' }))
  const caption = element('input', 'field-box font-normal')
  caption.maxLength = 300
  caption.addEventListener('input', () => {
    const position = getPosition()
    if (position !== undefined) view.dispatch(view.state.tr.setNodeAttribute(position, 'caption', caption.value))
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
  const { caption: label, captionHint, removePicture } = editorText.tools
  const hint = element('span', 'font-normal text-muted', captionHint)
  const field = element('label', 'grid w-full gap-1 font-semibold', label, hint, caption)
  function show({ attrs }: Node) {
    image.src = fileAddress(attrs['fileId'])
    image.alt = attrs['caption']
    if (caption.value !== attrs['caption']) caption.value = attrs['caption']
  }
  show(node)
  return {
    ...viewBlock(view, getPosition, removePicture, image, field),
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
    editorText.tools.removeVideo,
    element('p', 'break-all', element('strong', '', editorText.tools.video), ` ${attrs['address']}`),
  )
