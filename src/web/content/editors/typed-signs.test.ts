import { describe, expect, test } from 'vitest'
import { signBold, signFile, signLines, signLink, type Selection, type TypedSigns } from './typed-signs.ts'

/** The selection stands between bars. */
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
  ['See |our page|.', 'See [our page](|https://|).'],
  ['See |https://a.ph|.', 'See [|words|](https://a.ph).'],
  ['See ||', 'See [words](|https://|)'],
])('link: %j', (before, after) => {
  expect(typed(before, signLink)).toBe(after)
})

const picture = { id: 'x', name: 'Camp', isPicture: true }
test.each([
  ['||', picture, '![|Camp|](file:x)'],
  ['One.||', picture, 'One.\n\n![|Camp|](file:x)'],
  ['One.\n||\nTwo.', picture, 'One.\n\n![|Camp|](file:x)\n\nTwo.'],
  ['See ||.', { id: 'x', name: 'By-laws', isPicture: false }, 'See [|By-laws|](file:x).'],
])('file: %j', (before, file, after) => {
  expect(typed(before, (selection) => signFile(selection, file))).toBe(after)
})
