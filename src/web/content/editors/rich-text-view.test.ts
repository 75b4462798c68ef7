import fc from 'fast-check'
import { baseKeymap } from 'prosemirror-commands'
import { EditorState, TextSelection, type Command } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import { moveBlock } from './rich-text-blocks.ts'
import { documentOf, sliceOf, textOf } from './rich-text-document.ts'
import { addDocument, addPicture, keepPlace, linkAt, setLink } from './rich-text-inserts.ts'
import { formatsAt, keys, stateOf, toggleHeading, toggleList } from './rich-text-view.ts'

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

test.each([
  ['See [one](/about)|two|.', 'See [one](/about)[two](/contact).', []],
  ['See [one](/about)[|two|](https://a.ph).', 'See [one](/about)[two](/contact).', ['link']],
  ['See [one](/about)|.', 'See [one](/contact).', ['link']],
])('a link set in %s makes %s', (text, left, shown) => {
  const state = caretIn(text)
  expect(formatsAt(state)).toEqual(shown)
  const { words = '' } = linkAt(state) ?? {}
  expect(textOf(run(state, setLink({ words, address: '/contact' }))!.doc)).toBe(left)
})

const commands = { ...keys, bullets: toggleList('bullets'), numbers: toggleList('numbers') }
type Act = keyof typeof commands

/** The text with the caret at `|`, or the words between two of them selected. */
function caretIn(text: string): EditorState {
  let state = stateOf(text)
  const places: number[] = []
  state.doc.descendants((node, at) => {
    for (const { index } of (node.text ?? '').matchAll(/\|/g)) places.push(at + index - places.length)
  })
  for (const place of places) state = state.apply(state.tr.delete(place, place + 1))
  const [from = 0, to = from] = places
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)))
}

function run(state: EditorState, command: Command): EditorState | null {
  let after = state
  return command(state, (transaction) => (after = state.apply(transaction))) ? after : null
}

describe('a list inside a list', () => {
  test.each<[string, Act[], string]>([
    ['- a\n- b|', ['Tab'], '- a\n  - bx'],
    ['1. a\n2. b|\n3. c', ['Tab'], '1. a\n  1. bx\n2. c'],
    ['- a|\n- b', ['Tab'], '- ax\n- b'],
    ['- a\n  - b\n  - c|', ['Tab'], '- a\n  - b\n  - cx'],
    ['- a\n  1. b\n- c|', ['Tab'], '- a\n  1. b\n  2. cx'],
    ['- a\n- b|\n  - c\n- d', ['Tab'], '- a\n  - bx\n  - c\n- d'],
    ['- a\n- |b\n- |c', ['Tab', 'Shift-Tab'], '- a\n- xc'],
    ['- a\n- b|', ['Tab', 'Mod-z'], '- a\n- bx'],
    ['- a\n  - b|\n  - c', ['Shift-Tab'], '- a\n- bx\n  - c'],
    ['- a\n  1. b|\n- c', ['Shift-Tab'], '- a\n- bx\n- c'],
    ['- a|\n  - b', ['Shift-Tab'], 'ax\n\n- b'],
    ['- a\n  - |b', ['Backspace'], '- a\n- xb'],
    ['- a\n  - b|', ['Enter'], '- a\n  - b\n  - x'],
    ['- a\n  - b|', ['Enter', 'Enter'], '- a\n  - b\n- x'],
    ['- a\n  - b|\n  - c', ['Enter', 'Enter'], '- a\n  - b\n- x\n  - c'],
    ['- a\n  - b|', ['Enter', 'Enter', 'Enter'], '- a\n  - b\n\nx'],
    ['- a\n  - b|', ['Shift-Enter', 'Shift-Enter'], '- a\n  - b\n- x'],
    ['- a|\n  - b', ['Enter'], '- a\n- x\n  - b'],
    ['- a|\n  - b', ['Enter', 'Enter'], '- a\n\nx\n\n- b'],
    ['- a\n  - b|', ['numbers'], '- a\n  1. bx'],
    ['- a\n  - b|', ['bullets'], '- a\n- bx'],
    ['- a|\n  - b', ['numbers'], '1. ax\n  - b'],
    ['- |a\n  - b\n- c|', ['bullets'], 'x'],
    ['|a\n\n- b\n  1. c|', ['bullets'], '- x'],
  ])('%j after %j', (text, acts, left) => {
    const state = acts.reduce((before, act) => run(before, commands[act]) ?? before, caretIn(text))
    expect(textOf(state.apply(state.tr.insertText('x')).doc)).toBe(left)
  })

  test.each<[string, Act, boolean]>([
    ['a|', 'Tab', false],
    ['a|', 'Shift-Tab', false],
    ['- a|', 'Tab', true],
    ['- a\n  - b|', 'Tab', true],
  ])('%j: %s stays in the text: %s', (text, key, stays) => {
    expect(run(caretIn(text), commands[key]) !== null).toBe(stays)
  })

  test('the buttons show the list that the caret is in', () => {
    expect(formatsAt(caretIn('- a\n  1. b|'))).toEqual(['numbers'])
    expect(formatsAt(caretIn('- a|\n  1. b'))).toEqual(['bullets'])
  })

  test('an inner item can become a heading', () => {
    let state = caretIn('- a\n  - b|\n  - c')
    const view = { get state() { return state } } // prettier-ignore
    toggleHeading(1)(state, (transaction) => (state = state.apply(transaction)), view as never)
    expect(textOf(state.doc)).toBe('- a\n\n# b\n\n- c')
  })

  const acts = fc.array(
    fc.record({
      act: fc.constantFrom<Act | 'paste' | 'x'>(
        'Tab',
        'Shift-Tab',
        'Enter',
        'Backspace',
        'bullets',
        'numbers',
        'paste',
        'x',
      ),
      from: fc.nat({ max: 60 }),
      length: fc.constantFrom(0, 0, 0, 4, 12),
    }),
    { maxLength: 12 },
  )

  test('whatever is pressed and pasted, what is stored is what is seen', () => {
    fc.assert(
      fc.property(acts, (all) => {
        let state = stateOf('- a\n  1. b\n  2. c\n- d\n\ne\n\n1. f\n  - g')
        for (const { act, from, length } of all) {
          const $from = state.doc.resolve(Math.min(from, state.doc.content.size))
          const $to = state.doc.resolve(Math.min(from + length, state.doc.content.size))
          state = state.apply(state.tr.setSelection(TextSelection.between($from, $to)))
          if (act === 'x') state = state.apply(state.tr.insertText('x'))
          else if (act === 'paste') state = state.apply(state.tr.replaceSelection(sliceOf('- p\n  - q')))
          else state = run(state, commands[act]) ?? state
          state.doc.check()
          const back = documentOf(textOf(state.doc))
          expect(linesOf(back)).toEqual(linesOf(state.doc))
          if (!hasEmptyItem(state.doc)) expect(depthsOf(back)).toEqual(depthsOf(state.doc))
          if (act === 'paste') expect(state.doc.textContent).toMatch(/p.*q/)
        }
      }),
      { numRuns: 300 },
    )
  })
})

type Document = ReturnType<typeof documentOf>

function textblocksOf(document: Document) {
  const found: { depth: number; words: string }[] = []
  document.descendants((node, at) => {
    if (node.isTextblock) found.push({ depth: document.resolve(at).depth, words: node.textContent })
  })
  return found
}
const withWords = (document: Document) => textblocksOf(document).filter(({ words }) => words !== '')
const linesOf = (document: Document) => withWords(document).map(({ words }) => words)
const depthsOf = (document: Document) => withWords(document).map(({ depth }) => depth)
const hasEmptyItem = (document: Document) =>
  textblocksOf(document).some(({ depth, words }) => depth > 0 && words === '')

/** The text after these steps, with the caret as `|`. Typed words are written as they are, the caret goes to a number. */
function after(text: string, steps: (Command | string | number)[]): string {
  let state = stateOf(text.replace('|', ''))
  if (text.includes('|')) state = state.apply(caretAt(state, text.indexOf('|') + 1))
  for (const step of steps) {
    if (typeof step === 'string') state = state.apply(state.tr.insertText(step))
    else if (typeof step === 'number') state = state.apply(caretAt(state, step))
    else step(state, (transaction) => (state = state.apply(transaction)))
  }
  return textOf(state.apply(state.tr.insertText('|')).doc)
}

const caretAt = ({ doc, tr }: EditorState, place: number) => tr.setSelection(TextSelection.create(doc, place))
const enter: Command = baseKeymap['Enter']!
const id = '0b9f1c9e-6f0d-4c59-8a53-3a4c5b8b7d10'
const picture = `![](file:${id})`
const agenda = `[Agenda](file:${id})`

test.each([
  ['typing goes on below', 'We meet.|', [enter, 'Bring water'], `We meet.\n\n${picture}\n\nBring water|`],
  ['typing goes on beside', 'We meet|', [' at eight'], `We meet at eight|\n\n${picture}`],
  ['an empty line is written on', '|', ['We meet'], `${picture}\n\nWe meet|`],
  ['the caret is back in an empty line', '|', ['a', 1, enter], `${picture}\n\n|a`],
  ['the caret is elsewhere', 'We meet|\n\n- water\n- a hat', [13], `We meet\n\n${picture}\n\n- w|ater\n- a hat`],
  ['chosen in a list', '- wa|ter\n- a hat', ['x'], `- wax|ter\n- a hat\n\n${picture}`],
])('a picture goes where it was chosen: %s', (_what, text, steps, result) => {
  expect(after(text, [keepPlace('picture'), ...steps, addPicture(id)])).toBe(result)
})

test.each([
  ['nothing is typed', 'See the|', [], `See the ${agenda}|`],
  ['typing goes on beside', 'See the|', [' plan.'], `See the ${agenda} plan.|`],
  ['typing goes on without a space', 'See| this', ['x'], `See ${agenda} x| this`],
  ['typing goes on below', 'See the|', [enter, 'Bye'], `See the ${agenda}\n\nBye|`],
])('a document goes where it was chosen: %s', (_what, text, steps, result) => {
  expect(after(text, [keepPlace('document'), ...steps, addDocument(id, 'Agenda')])).toBe(result)
})

test.each([
  ['up', `a\n\n${picture}\n\nb`, 1, 3, -1, `${picture}\n\n|a\n\nb`],
  ['down, over a list', `${picture}\n\n- a\n- b\n\nc`, 4, 0, 1, `- |a\n- b\n\n${picture}\n\nc`],
  ['not above the first', `${picture}\n\na`, 2, 0, -1, `${picture}\n\n|a`],
  ['not below the room to write', `a\n\n${picture}`, 1, 3, 1, `|a\n\n${picture}`],
] as const)('a picture is moved: %s', (_what, text, caret, place, by, result) => {
  expect(after(text, [caret, moveBlock(place, by)])).toBe(result)
})
