/** `JUAN DELA CRUZ` -> `J. DELA CRUZ`: first initial, a full stop, then the rest of the name. */
export function abbreviate(fullName: string): string {
  const [first = '', ...rest] = fullName.trim().split(/\s+/)
  const initial = [...first][0] ?? ''
  return rest.length === 0 ? first : `${initial}. ${rest.join(' ')}`
}

/** So that a name fits under a bar completely. */
const mostLines = 3

/**
 * A name in as few lines as possible, at most three, broken at its spaces and hyphens; if it is longer still, the lines are as
 * equal as possible. A hyphen stays at the end of its line.
 */
export function inLines(name: string, letters: number): string[] {
  const words = name.split(/(?<=[\s-])(?=\S)/u)
  const longestWord = Math.max(...words.map((word) => lettersIn(word.trim())))
  for (let width = Math.max(letters, longestWord); ; width++) {
    const lines = filled(words, width)
    if (lines.length <= mostLines) return lines
  }
}

function filled(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const line = (lines.at(-1) ?? '') + word
    if (lines.length > 0 && lettersIn(line.trim()) <= width) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines.map((line) => line.trim())
}

export const lettersIn = (text: string): number => Array.from(text).length
