import { votingText } from '#shared/elections/voting/voting-text.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'
import type { MyBallot } from '#web/api/elections/voting.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { CheckIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { ReceiptCard } from '#web/elections/voting/receipt-card.tsx'
import { SeatGroups } from '#web/elections/voting/seat-groups.tsx'
import { CastSlot } from '#web/elections/voting/slot.tsx'
import type { Candidate } from '#web/elections/voting/slots.ts'
import { SiteLink } from '#web/router/site-link.tsx'

interface SubmittedProps {
  election: CurrentElection
  ballot: MyBallot
  candidates: readonly Candidate[]
  rehearsing: boolean
}

/** A ballot that is cast: what was chosen, to read, and the receipt. */
export function Submitted({ election, ballot: { choices, receipt }, candidates, rehearsing }: SubmittedProps) {
  return (
    <>
      <div className="no-print flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card bg-green px-6 py-6 text-white">
        <CheckIcon className="size-12 flex-none rounded-full border-3 border-white p-1.5" />
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-4xl">{votingText.submitted}</h1>
          <p className="mt-1 text-lg">{election.title}. Thank you for voting.</p>
        </div>
        <SiteLink
          href={rehearsing ? '/election-result?test' : '/election-result'}
          className={`${buttonClass('outline-light')} on-dark w-full sm:w-auto`}
        >
          {votingText.results}
        </SiteLink>
      </div>
      {choices === null && election.certifiedAt === null && (
        <Notice tone="info" title="Your choices are not shown here">
          <p>
            Your ballot was received and counts. An administrator helped with your login, so your choices are not shown
            here again. You can still look up the codes on the receipt you kept.
          </p>
        </Notice>
      )}
      {choices === null && election.certifiedAt !== null && (
        <Notice tone="info" title="Your choices can no longer be opened">
          <p>
            The election is certified, and the key to its ballots has been destroyed. Your vote is in the result, but
            nobody can see whom you chose any more, not even you. You can still look up a receipt you kept.
          </p>
        </Notice>
      )}
      {choices !== null && (
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[1fr_24rem] lg:items-start">
          <section aria-label="Your ballot" className="no-print">
            <p className="mb-5 text-muted">
              This is what you chose. Only you can see it, while you are logged in. Once the election is certified
              nobody can, not even you: keep your receipt until then.
            </p>
            <SeatGroups
              seats={election.seats}
              choices={choices}
              tell={({ seats }) => (seats.length === 1 ? '1 seat' : `${seats.length} seats`)}
              renderSlot={(place, slot) => (
                <CastSlot
                  key={slot}
                  slot={slot}
                  chosen={candidates.find(({ id }) => id === choices[place])}
                  blank={choices[place] === null}
                />
              )}
            />
          </section>
          {receipt && <ReceiptCard title={election.title} receipt={receipt} rehearsing={rehearsing} />}
        </div>
      )}
    </>
  )
}
