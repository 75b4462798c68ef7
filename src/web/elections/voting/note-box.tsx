import { howTitle } from '#shared/elections/board/schedule-text.ts'
import { showInstant } from '#shared/time.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'
import { InfoIcon } from '#web/components/icons.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

export function NoteBox({ election }: { election: CurrentElection }) {
  const notes = [
    [
      'Voting hours',
      `From ${showInstant(election.votingOpens)} to ${showInstant(election.votingCloses)}, by the site’s clock. You cannot save after that minute.`,
    ],
    [
      'Your ballot is secret',
      'It is sealed when you save it and counted without your name. The record shows that you voted, but nobody else can see whom you chose, not even administrators.',
    ],
    [
      'You vote once',
      'A saved ballot cannot be changed or taken back. You may leave a seat blank; we will ask you to confirm.',
    ],
    ['Until you save', 'Your choices are kept only on this device, even if you close the page or lose the connection.'],
  ] as const
  return (
    <section aria-labelledby="note" className="rounded-card border border-navy-3/30 bg-navy-soft p-5 text-navy-2">
      <h2 id="note" className="flex items-center gap-2 text-2xl">
        <InfoIcon className="size-6 flex-none" />
        Note
      </h2>
      <dl className="mt-3 grid gap-3">
        {notes.map(([title, words]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <SiteLink href="/how-votes-are-counted" className="text-link mt-2 inline-flex min-h-11 items-center">
        {howTitle}
      </SiteLink>
    </section>
  )
}
