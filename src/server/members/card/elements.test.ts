import { describe, expect, test } from 'vitest'
import { drawableText, fitText, countTextLines } from './elements.ts'

describe('how many lines a text takes', () => {
  test.each([
    ['', 40, 500, 1],
    ['DELA CRUZ', 40, 500, 1],
    ['DELA CRUZ', 100, 250, 2],
    ['DE LA PEÑA-VILLANUEVA', 60, 400, 2],
    // A word longer than a line is broken, and the next word continues on its last line.
    ['ABCDEFGHIJABCDEFGHIJABCDE', 10, 50, 3],
    ['ABCDEFGHIJABCDEFGHIJABCDE FG', 10, 50, 3],
    // The space at the end of a full line is not carried over.
    ['ABCDE ABCDE ABCDE', 10, 26, 3],
  ])('%j at %d in %d -> %d', (text, size, width, lines) => {
    expect(countTextLines(text, size, width)).toBe(lines)
  })
})

describe('the size in which a text fits', () => {
  const rooms = [
    { lines: 1, largest: 60, smallest: 40 },
    { lines: 2, largest: 40, smallest: 20 },
  ]
  test('a short one is as large as may be', () => {
    expect(fitText('CRUZ', 500, rooms)).toEqual({ size: 60, lines: 1 })
  })
  test('a longer one shrinks before it takes a second line', () => {
    const { size, lines } = fitText('MARIA CONSUELO REYES', 400, rooms)
    expect(lines).toBe(1)
    expect(size).toBeGreaterThanOrEqual(40)
    expect(size).toBeLessThan(60)
    expect(fitText('MARIA CONSUELO DE LA PEÑA-VILLANUEVA III', 400, rooms).lines).toBe(2)
  })
  test('an endless one is as small as may be, and is cut short', () => {
    expect(fitText('W'.repeat(500), 400, rooms)).toEqual({ size: 20, lines: 2 })
  })
})

// Shows card-07
test.each([
  ['PEÑA', 'PEÑA'],
  ['N\u0303', 'Ñ'],
  ['ŁUKASZ ĐẶNG', 'ŁUKASZ ĐANG'],
  ['O’BRIEN', 'O’BRIEN'],
  ['SANTOS\u2011REYES', 'SANTOS-REYES'],
  ['中文 😀', '?? ?'],
  ['A\t B\u0000', 'A B?'],
])('what is drawn of %j is %j', (text, drawn) => {
  expect(drawableText(text)).toBe(drawn)
})
