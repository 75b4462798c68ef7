import { describe, expect, test } from 'vitest'
import {
  continueList,
  linkAt,
  signBold,
  signFile,
  signLines,
  signLink,
  type Selection,
  type TypedSigns,
} from './typed-signs.ts'

/** Bars mark the selection. */
function selected(marked: string): Selection {
  const [before = '', within = '', after = ''] = marked.split('|')
  return { text: before + within + after, start: before.length, end: before.length + within.length }
}

function typed(marked: string, act: (selection: Selection) => TypedSigns): string {
  const selection = selected(marked)
  const { from, to, text, select } = act(selection)
  const whole = selection.text.slice(0, from) + text + selection.text.slice(to)
  return `${whole.slice(0, select[0])}|${whole.slice(select[0], select[1])}|${whole.slice(select[1])}`
}

describe('lines', () => {
  test.each([
    ['|water|', '- ', '- water||'],
    ['a\n|water\nhat|\nb', '- ', 'a\n- water\n- hat||\nb'],
    ['|- water\n- hat|', '- ', 'water\nhat||'],
    ['|- water\nhat|', '1. ', '1. water\n2. hat||'],
    ['|1. water\n2. hat|', '1. ', 'water\nhat||'],
    ['wa||ter', '# ', '# water||'],
    ['# wa||ter', '## ', '## water||'],
    ['||', '# ', '# ||'],
  ] as const)('%j with %j', (before, sign, after) => {
    expect(typed(before, (selection) => signLines(selection, sign))).toBe(after)
  })
})

test.each([
  ['Be |on time|.', 'Be **|on time|**.'],
  ['Be **|on time|**.', 'Be |on time|.'],
  ['||', '**|bold|**'],
])('bold: %j', (before, after) => {
  expect(typed(before, signBold)).toBe(after)
})

test.each([
  ['See |our page|.', { words: 'our page', address: '' }, 'See [new](https://b.ph)||.'],
  ['See |https://a.ph|.', { words: '', address: 'https://a.ph' }, 'See [new](https://b.ph)||.'],
  ['See ||', { words: '', address: '' }, 'See [new](https://b.ph)||'],
  // The caret is in a link.
  ['See [our pa||ge](/about).', { words: 'our page', address: '/about' }, 'See [new](https://b.ph)||.'],
  ['[a](/about) |and| [b](/about)', { words: 'and', address: '' }, '[a](/about) [new](https://b.ph)|| [b](/about)'],
  ['![Ca||mp](file:y)', { words: '', address: '' }, '![Ca[new](https://b.ph)||mp](file:y)'],
])('link: %j', (before, found, after) => {
  expect(linkAt(selected(before))).toMatchObject(found)
  expect(typed(before, (selection) => signLink(selection, { words: 'new', address: 'https://b.ph' }))).toBe(after)
})

test.each([
  [{ words: ' [our]\npage ', address: '/about' }, '[our page](/about)||'],
  [{ words: ' ', address: 'https://b.ph' }, '[https://b.ph](https://b.ph)||'],
])('the link %j', (parts, after) => {
  expect(typed('||', (selection) => signLink(selection, parts))).toBe(after)
})

const picture = { id: 'x', name: 'Camp', isPicture: true }
const order = { id: 'x', name: 'Order', isPicture: false }
test.each([
  ['||', picture, '![|Camp|](file:x)'],
  ['One.||', picture, 'One.\n\n![|Camp|](file:x)'],
  ['One.\n||\nTwo.', picture, 'One.\n\n![|Camp|](file:x)\n\nTwo.'],
  ['See ||.', order, 'See [|Order|](file:x).'],
  // The name of the previous file is still selected, or the caret is after it.
  ['![|Camp|](file:y)', order, '![Camp](file:y)\n\n[|Order|](file:x)'],
  ['![Camp](file:y)||\n\nTwo.', order, '![Camp](file:y)\n\n[|Order|](file:x)\n\nTwo.'],
  ['![|Hill|](file:y)', picture, '![Hill](file:y)\n\n![|Camp|](file:x)'],
  ['See [|By-laws|](file:y).', order, 'See [By-laws](file:y) [|Order|](file:x).'],
  ['See [By-laws](file:y). Bring||', order, 'See [By-laws](file:y). Bring[|Order|](file:x)'],
])('file: %j', (before, file, after) => {
  expect(typed(before, (selection) => signFile(selection, file))).toBe(after)
})

test.each([
  ['- water||', '- water\n- ||'],
  ['- wa||ter', '- wa\n- ||ter'],
  ['- ||water', '- \n- ||water'],
  ['9. water||\nThen', '9. water\n10. ||\nThen'],
  ['- water\n- ||', '- water\n\n||'],
  ['1. ||\n2. hat', '\n||\n2. hat'],
  ['water||', null],
  ['# water||', null],
  ['- |water|', null],
  ['||- water', null],
])('Enter: %j', (before, after) => {
  const types = continueList(selected(before))
  expect(types && typed(before, () => types)).toBe(after)
})
