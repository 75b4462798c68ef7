import { showInstant } from '#shared/time.ts'
import type { CurrentElection } from '#web/api/elections.ts'
import { InfoIcon } from '#web/components/icons.tsx'

export function NoteBox({ election }: { election: CurrentElection }) {
  const notes = [
    [
      'Voting hours',
      `From ${showInstant(election.votingOpens)} to ${showInstant(election.votingCloses)}, by the site’s clock. Saving ends by itself at that minute.`,
    ],
    [
      'Your ballot is secret',
      'It is sealed when you save it and counted without your name. That you voted is on record; whom you chose is shown to nobody else, administrators included.',
    ],
    ['You vote once', 'A saved ballot cannot be changed or taken back. You may leave a seat blank if you say so.'],
    [
      'Until you save',
      'Your choices are kept on this device only, also if the page is closed or the connection is lost.',
    ],
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
    </section>
  )
}
