import type { Config } from '#server/config.ts'

/** What the person who hosts the site has yet to set, and everybody would notice. A demonstration needs neither. */
type ToSetUp = 'public address' | 'mail'

export function toSetUp({ production, publicUrlGiven, smtpUrl }: Config): ToSetUp[] {
  if (!production) return []
  return [...(publicUrlGiven ? [] : ['public address' as const]), ...(smtpUrl ? [] : ['mail' as const])]
}
