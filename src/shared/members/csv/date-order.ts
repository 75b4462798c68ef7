/** Which of two figures is the day, in dates with the year last. A whole file is written one way. */
export const dateOrders = ['day first', 'month first'] as const
export type DateOrder = (typeof dateOrders)[number]

const figures = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/

/** `12/05/1964`: a birthday is also a password, so it is not guessed which of them is meant. */
export const needsOrder = (typed: string): boolean => figures.test(typed.trim())

/** `1964-05-12` from `12/05/1964` with the day first; what is not such a date stays as it is. */
export function inOrder(typed: string, order: DateOrder | undefined): string {
  const [, first = '', second = '', year = ''] = figures.exec(typed.trim()) ?? []
  if (!order || year === '') return typed
  const [day, month] = order === 'day first' ? [first, second] : [second, first]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** What a file says about its own dates: how many cannot be read without being told, and one to ask about. */
export interface UnclearDates {
  count: number
  example: string
}

/** An example that is a day either way shows best what the question is about. */
export function betterExample(known: string | undefined, typed: string): string {
  const both = (text: string) => {
    const [, first = '', second = ''] = figures.exec(text.trim()) ?? []
    return Number(first) <= 12 && Number(second) <= 12 && first !== second
  }
  return known !== undefined && (both(known) || !both(typed)) ? known : typed.trim()
}
