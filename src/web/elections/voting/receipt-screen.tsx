import { useSuspenseQuery } from '@tanstack/react-query'
import { showInstant } from '#shared/time.ts'
import { useApi } from '#web/api/client.ts'
import { receiptQuery, scheduleQuery, type CurrentSchedule, type FoundReceipt } from '#web/api/elections/settings.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { AlertIcon, CheckIcon, InfoIcon } from '#web/components/icons.tsx'
import { ServicePill } from '#web/components/pill.tsx'
import { ReceiptForm } from '#web/elections/voting/receipt-form.tsx'
import { usePathId } from '#web/router/router.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** Whether a code is on the public board, and what it stands for. */
export function ReceiptScreen() {
  const api = useApi()
  const { shortName } = useSite()
  const tracker = usePathId()
  const { data: receipt } = useSuspenseQuery(receiptQuery(api, tracker))
  const { data: schedule } = useSuspenseQuery(scheduleQuery(api))
  return (
    <div className="wrap grid max-w-2xl gap-12 py-6 md:py-12">
      <PageHead title={`Receipt – ${shortName}`} />
      {receipt ? <Counted {...{ receipt, tracker }} /> : <NotThere {...{ schedule, tracker }} />}
      <ReceiptForm key={tracker} {...(!receipt && { tracker: typed(tracker) })} />
    </div>
  )
}

/** An address may hold anything; what it says is shown as text, as far as it can be read. */
function typed(tracker: string): string {
  try {
    return decodeURIComponent(tracker)
  } catch {
    return tracker
  }
}

function Counted({ receipt, tracker }: { receipt: FoundReceipt; tracker: string }) {
  return (
    <article className="card overflow-hidden shadow-float">
      <h1 className="flex items-center gap-4 bg-green px-6 py-5 text-5xl text-white uppercase md:px-8">
        <CheckIcon className="size-12 flex-none" />
        Counted
      </h1>
      <div className="grid gap-5 p-6 text-lg md:p-8">
        <p>This part of a ballot is on the public board of “{receipt.election}”.</p>
        {receipt.times > 1 && (
          <p>
            {receipt.times} ballots have this same code and the same names, so it is counted {receipt.times} times.
          </p>
        )}
        <div>
          <p className="flex items-center gap-3 text-muted">
            Votes for <ServicePill service={receipt.contest} />
          </p>
          <ul className="display mt-2 grid gap-1 text-3xl">
            {receipt.names.map((name, place) => (
              <li key={place}>{name}</li>
            ))}
          </ul>
        </div>
        <Code code={tracker} />
        <p>
          If these are not the names you chose, please tell the election committee for which service. Do not show your
          code, and do not say whom you chose: your vote stays secret even then.
        </p>
        <ContactLink />
      </div>
    </article>
  )
}

function NotThere({ schedule, tracker }: { schedule: CurrentSchedule; tracker: string }) {
  const wellFormed = /^[0-9a-f]{64}$/.test(tracker)
  // Who looks right after voting has done nothing wrong, and is not to be alarmed.
  const tooEarly = wellFormed && isCounting(schedule)
  const Icon = tooEarly ? InfoIcon : AlertIcon
  return (
    <article className="card overflow-hidden shadow-float">
      <h1
        className={`flex items-center gap-4 px-6 py-5 text-4xl md:px-8 ${tooEarly ? 'bg-navy-2 text-white' : 'bg-gold'}`}
      >
        <Icon className="size-10 flex-none" />
        {tooEarly ? 'Not on the board yet' : wellFormed ? 'Not on the board' : 'Not a code'}
      </h1>
      <div className="grid gap-5 p-6 text-lg md:p-8">
        {wellFormed ? (
          <>
            <Code code={tracker} />
            <Reason schedule={schedule} />
          </>
        ) : (
          <p>
            A code has exactly 64 characters: digits, and small letters from a to f. {whatIsWrong(typed(tracker))}{' '}
            Please copy it from your receipt once more.
          </p>
        )}
        <ContactLink />
      </div>
    </article>
  )
}

const whatIsWrong = ({ length }: string) =>
  length === 64 ? 'This one has other characters in it.' : `This one has ${length}.`

const isCounting = ({ election }: CurrentSchedule) => election?.stage === 'voting' || election?.stage === 'counting'

function Reason({ schedule: { election } }: { schedule: CurrentSchedule }) {
  if (election?.stage === 'voting')
    return (
      <p>
        If you voted in this election, your ballot may not be counted yet: ballots are counted in batches, and the last
        ones after voting closes on {showInstant(election.votingCloses)}. Please check again after that.
      </p>
    )
  if (election?.stage === 'counting')
    return <p>Voting has closed and the last ballots are being counted. Please check again in a few minutes.</p>
  return (
    <p>
      No counted vote of any election has this code. Please compare it with your receipt, character by character. The
      codes of a rehearsal are not on the board.
    </p>
  )
}

const Code = ({ code }: { code: string }) => (
  <p>
    <span className="block text-muted">Code</span>
    <span className="font-mono text-base break-all">{code}</span>
  </p>
)

const ContactLink = () => (
  <p className="flex flex-wrap gap-3">
    <SiteLink href="/contact" className={buttonClass('outline')}>
      Contact us
    </SiteLink>
    <SiteLink href="/election" className={buttonClass('outline')}>
      About this election
    </SiteLink>
  </p>
)
