import type { Receipt } from '#shared/elections/voting/ballot-form.ts'

/** `8f3a 01bc …`: a code of 64 characters that can be read out and compared. */
export const inFours = (tracker: string): string => tracker.match(/.{1,4}/g)?.join(' ') ?? ''

/** The receipt to keep. It names nobody, neither who voted nor who was chosen, so that it can lie on a table. */
export function receiptText(title: string, origin: string, { trackers }: Receipt): string {
  const lines = trackers.flatMap(({ contest, tracker }) => [contest, tracker, `${origin}/receipt/${tracker}`, ''])
  return [
    title,
    'Ballot receipt',
    '',
    ...lines,
    'Open an address above to see whether that part of the ballot was counted.',
    '',
  ].join('\n')
}
