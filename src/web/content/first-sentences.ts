/** A page's own text as its description: search engines show about 160 characters. */
export function firstSentences(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length <= 160 ? plain : `${plain.slice(0, 157).replace(/\s\S*$/, '')}…`
}
