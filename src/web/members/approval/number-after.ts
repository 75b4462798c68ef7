import { nextIdNumber } from '#shared/members/id-number.ts'

/** The number that comes `steps` after this one; null where there is none to foresee. The server has the last word. */
export function numberAfter(number: string | null, steps: number): string | null {
  if (number === null) return null
  const prefix = number.split('-')[0] ?? ''
  try {
    return Array.from({ length: steps }).reduce<string>((last) => nextIdNumber(prefix, last), number)
  } catch {
    return null
  }
}
