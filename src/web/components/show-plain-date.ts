import { months } from '#web/components/months.ts'

/** `1964-10-05` -> `5 October 1964`. A plain date has no zone to shift it. */
export function showPlainDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}
