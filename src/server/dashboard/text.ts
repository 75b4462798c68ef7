import { type EmailText, emailText } from '#server/email/queue.ts'
import type { Check } from '#shared/check.ts'
import { digestTitle } from '#shared/dashboard/to-do.ts'

/** The same sentences as on the dashboard. They count and name nobody, so anybody may read them. */
export function digestEmail(
  list: readonly Pick<Check, 'sentence'>[],
  { firstName, shortName, siteUrl }: { firstName: string; shortName: string; siteUrl: string },
): EmailText {
  const things = list.length === 1 ? '1 thing needs' : `${list.length} things need`
  return emailText(
    { kind: 'digest', shortName, subject: `${things} your attention`, greeting: `Good day, ${firstName},` },
    list.length === 1 ? 'This needs your attention on the site:' : 'These need your attention on the site:',
    list.map(({ sentence }) => `- ${sentence}`).join('\n'),
    `Open your dashboard: ${siteUrl}/admin`,
    `You get this email at most once a day. To stop it, open ${siteUrl}/security and turn off “${digestTitle}”.`,
  )
}
