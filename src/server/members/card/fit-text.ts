/** Rough widths of the card's typeface, in parts of its height. A little generous: better a size too small than a line too many. */
const narrow = /[\s'’|.,;:!`lijI]/
const slim = /[1()[\]{}ftr"-]/
const wide = /[mMWw@%#&Æ]/

function widthOf(text: string): number {
  let width = 0
  for (const char of text) width += narrow.test(char) ? 0.23 : slim.test(char) ? 0.33 : wide.test(char) ? 0.67 : 0.5
  return width
}

/** How many lines a text takes, broken at spaces and after hyphens, and inside a word only when the word fills a line. */
export function linesOf(text: string, size: number, width: number): number {
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

export interface Room {
  lines: number
  largest: number
  smallest: number
}

/** The size of type in which a text fits: the first room that has one, or the smallest there is, which is then cut short. */
export function fitText(text: string, width: number, rooms: Room[]): { size: number; lines: number } {
  for (const { lines, largest, smallest } of rooms)
    for (let size = largest; size >= smallest; size--) if (linesOf(text, size, width) <= lines) return { size, lines }
  const { smallest: size, lines } = rooms.at(-1) ?? { smallest: 16, lines: 1 }
  return { size, lines }
}
