import type { Check } from '#shared/operations/status/check.ts'
import { checkTitles } from '#shared/operations/status/status-text.ts'

/** One line of `npm run doctor`: a check, or something that only the person at the keyboard is told. */
export type Finding = Omit<Check, 'name'> & { about: string }

export const findingOf = ({ name, ...check }: Check): Finding => ({ about: checkTitles[name], ...check })

/** A message may quote an address or a password. */
export function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
}
