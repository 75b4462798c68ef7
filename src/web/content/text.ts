import { wordsOf } from '#shared/content/rich-text.ts'

export const contentText = {
  earlier: 'Earlier',
  saveToCalendar: 'Save to calendar',
  pdf: 'PDF',
} as const

/** A page's own text as its description: search engines show about 160 characters. */
export function firstSentences(text: string): string {
  const plain = wordsOf(text)
  return plain.length <= 160 ? plain : `${plain.slice(0, 157).replace(/\s\S*$/, '')}…`
}
