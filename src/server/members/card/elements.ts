/** What the layout engine draws: boxes of text, as plain objects that can be sent to another thread. */
export interface Element {
  type: 'div'
  key: null
  props: { style: Style; children: Element[] | string }
}
type Style = Record<string, string | number>

/** Pixels of a card at 300 dots per inch. */
export const cardSize = { width: 1011, height: 638 } as const
/** Nothing important is closer to the edge: printers and cutters are off by a millimetre or two. */
export const safeMargin = 40

export const colour = {
  navy: '#0b1f3a',
  sky: '#d5dfee',
  olive: '#3d4a2a',
  gold: '#c9a227',
  paleGold: '#e0bd4a',
  paper: '#faf8f3',
  ink: '#16202c',
  muted: '#48535f',
  line: '#d9d2c1',
  red: '#9b1c1c',
} as const

export const typeface = 'Barlow Condensed, Barlow Condensed Extended'

export function boxElement(style: Style, ...children: (Element | null)[]): Element {
  const present = children.filter((child) => child !== null)
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children: present } }
}

export function textElement(text: string, style: Style): Element {
  return { type: 'div', key: null, props: { style: { display: 'block', ...style }, children: drawableText(text) } }
}

/** Text as large as its space allows. */
export function textThatFits(text: string, width: number, rooms: Room[], style: Style): Element {
  const { size, lines } = fitText(drawableText(text), width, rooms)
  return textElement(text, {
    width,
    fontSize: size,
    lineHeight: 1.12,
    wordBreak: 'break-word',
    lineClamp: lines,
    ...style,
  })
}

/** A small label above its value. */
export function labelledValue(label: string, value: Element, style: Style = {}): Element {
  return boxElement(
    { flexDirection: 'column', ...style },
    textElement(label, { fontSize: 21, fontWeight: 700, letterSpacing: 1.6, color: colour.muted, lineHeight: 1.15 }),
    value,
  )
}

export const notGivenText = 'Not given'

/** Characters of the typeface: Latin letters with European and Philippine marks, digits, punctuation. */
const drawable =
  /^[\u0020-\u007E\u00A0-\u0113\u0116-\u012B\u012D-\u0131\u0134-\u0137\u0139-\u013E\u0140-\u0148\u014A-\u014D\u014F-\u017E–—‘’“”•…]*$/

/** Rarer marks are removed; characters the typeface lacks become question marks. */
export function drawableText(text: string): string {
  const letters = text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\u2010-\u2012\u2015]/g, '-')
  return Array.from(letters, (letter) => {
    if (drawable.test(letter)) return letter
    const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return drawable.test(plain) ? plain : '?'
  })
    .join('')
    .trim()
}

/** Approximate letter widths, relative to the font size. Slightly too wide: a smaller size beats an extra line. */
const narrow = /[\s'’|.,;:!`lijI]/
const slim = /[1()[\]{}ftr"-]/
const wide = /[mMWw@%#&Æ]/

function widthOf(text: string): number {
  let width = 0
  for (const char of text) width += narrow.test(char) ? 0.23 : slim.test(char) ? 0.33 : wide.test(char) ? 0.67 : 0.5
  return width
}

/** How many lines a text takes, broken at spaces and after hyphens, and inside a word only if the word fills a line. */
export function countTextLines(text: string, size: number, width: number): number {
  let lines = 1
  let used = 0
  for (const word of text.split(/(?<=[\s-])/)) {
    const needed = widthOf(word.trimEnd()) * size
    if (used > 0 && used + needed > width) {
      lines++
      used = 0
    }
    const broken = Math.floor(needed / width)
    lines += broken
    used = broken > 0 ? needed - broken * width : used + widthOf(word) * size
  }
  return lines
}

interface Room {
  lines: number
  largest: number
  smallest: number
}

/** The largest font size that fits in the first room that works. If none works, the last room cuts the text off. */
export function fitText(text: string, width: number, rooms: Room[]): { size: number; lines: number } {
  for (const { lines, largest, smallest } of rooms)
    for (let size = largest; size >= smallest; size--)
      if (countTextLines(text, size, width) <= lines) return { size, lines }
  const { smallest: size, lines } = rooms.at(-1) ?? { smallest: 16, lines: 1 }
  return { size, lines }
}

/** The ground of the last line: a card that is not valid must not look like one that is. */
export const footerColour = (isValid: boolean): string => (isValid ? colour.olive : colour.red)

/** Across the whole card, over everything. */
export function withdrawnMark(): Element {
  return boxElement(
    {
      width: cardSize.width,
      height: cardSize.height,
      alignItems: 'center',
      justifyContent: 'center',
      fontFamily: typeface,
    },
    boxElement(
      {
        width: 1300,
        height: 130,
        flexShrink: 0,
        alignItems: 'center',
        justifyContent: 'center',
        background: colour.red,
        opacity: 0.9,
        transform: 'rotate(-20deg)',
      },
      textElement('WITHDRAWN', { fontSize: 108, fontWeight: 700, letterSpacing: 16, color: '#ffffff', lineHeight: 1 }),
    ),
  )
}
