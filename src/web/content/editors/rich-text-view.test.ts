import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { documentOf, textOf } from './rich-text-document.ts'
import { linkAt, setLink } from './rich-text-view.ts'

test.each([
  ['See [our page ](/about)here.', 'See our page here.'],
  ['See [one](/about)[two](/contact).', 'See one[two](/contact).'],
])('%s without its link is %s', (text, left) => {
  const doc = documentOf(text)
  const opened = EditorState.create({ doc, selection: TextSelection.create(doc, 6) })
  let state = opened
  const { words = '' } = linkAt(opened) ?? {}
  setLink({ words, address: '' })(opened, (transaction) => (state = opened.apply(transaction)))
  expect(textOf(state.doc)).toBe(left)
  expect(state.selection.from).toBe(6)
})
