/** What the printed typeface has beside Latin-1. */
const alsoThere = new Set('€‚„…ˆ‹Œ‘’“”•–—˜™›œ')

/** Letters that are one with their stroke. */
const strokes: Record<string, string> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i' }

/** Letters that the typeface lacks lose their marks; what has no letter below its marks becomes a question mark. */
export function printable(text: string): string {
  const isThere = (char: string) => /[\n\u0020-\u007e\u00a0-\u00ff]/.test(char) || alsoThere.has(char)
  return [...text.normalize('NFC')]
    .map((char) => {
      if (isThere(char)) return char
      const plain = strokes[char] ?? [...char.normalize('NFKD').replaceAll(/\p{M}/gu, '')].filter(isThere).join('')
      return plain || (/[\s\p{Cf}\p{M}]/u.test(char) ? ' ' : '?')
    })
    .join('')
}
