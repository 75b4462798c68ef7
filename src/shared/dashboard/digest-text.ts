import type { ToDo } from './to-do.ts'

/** What an administrator reads about the daily email, and in it. */
export const digestText = {
  title: 'Daily email',
  about: 'In the morning we email you your to-do list. On a day with nothing to do, we send no email.',
  on: 'Email me once a day when there is something to do',
  saved: { on: 'You get the daily email.', off: 'You no longer get the daily email.' },
  failed: 'Nothing was changed',
  loadFailed: 'Whether you get the daily email could not be loaded',
  subject: (shortName: string, count: number) =>
    `${shortName}: ${count === 1 ? '1 thing needs' : `${count} things need`} your attention`,
} as const

/** The same sentences as on the dashboard. They count and name nobody, so anybody in the house may read them. */
export function digestParagraphs(
  list: readonly ToDo[],
  { firstName, shortName, siteUrl }: { firstName: string; shortName: string; siteUrl: string },
): string[] {
  return [
    `Good day, ${firstName},`,
    list.length === 1 ? 'This needs your attention on the site:' : 'These need your attention on the site:',
    list.map(({ sentence }) => `- ${sentence}`).join('\n'),
    `Open your dashboard: ${siteUrl}/admin`,
    `You get this email once a day at most. To stop it, open ${siteUrl}/security and turn off “${digestText.title}”.`,
    shortName,
  ]
}
