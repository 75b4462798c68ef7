import type { Instant } from '#shared/time.ts'
import type { PublicSchedule } from '#web/elections/settings/api.ts'
import { classes } from '#web/components/classes.ts'
import { showClosing, showOpening } from '#web/elections/settings/schedule-text.ts'
import type { Window } from '#shared/elections/lifecycle.ts'

interface Step extends Window {
  title: string
  note: string
}

const stepsOf = (election: PublicSchedule): Step[] => [
  {
    title: 'Nomination',
    note: 'Members nominate other members.',
    opens: election.nominationOpens,
    closes: election.nominationCloses,
  },
  ...(election.candidacyFiling
    ? [
        {
          title: 'Candidacy',
          note: 'Members file for candidacy themselves, from their profile.',
          opens: election.candidacyOpens,
          closes: election.candidacyCloses,
        },
      ]
    : []),
  {
    title: 'Voting',
    note: 'Every member casts one ballot.',
    opens: election.votingOpens,
    closes: election.votingCloses,
  },
]

/** The windows in which something can be done, one below the other. */
export function ScheduleWindows({ election, now }: { election: PublicSchedule; now: Instant }) {
  return (
    <ol className="mt-5 grid divide-y divide-line border-t border-line">
      {stepsOf(election).map((step) => (
        <li key={step.title} className="grid gap-x-8 gap-y-2 py-5 last:pb-0 md:grid-cols-[14rem_1fr]">
          <div>
            <h3 className="flex flex-wrap items-center gap-3 text-2xl">
              {step.title}
              {election.cancellation === null && <StepState step={step} now={now} />}
            </h3>
            <p className="mt-1 text-muted">{step.note}</p>
          </div>
          <dl className="grid content-start gap-x-4 gap-y-1 text-lg sm:grid-cols-[4rem_1fr]">
            <dt className="text-muted">From</dt>
            <dd>{showOpening(step.opens)}</dd>
            <dt className="text-muted">Until</dt>
            <dd>{showClosing(step.closes)}</dd>
          </dl>
        </li>
      ))}
    </ol>
  )
}

function StepState({ step: { opens, closes }, now }: { step: Window; now: Instant }) {
  const open = opens <= now && now < closes
  return (
    <span
      className={classes(
        'rounded-full px-2.5 py-1 text-base leading-none tracking-wider',
        open ? 'bg-green text-white' : 'bg-navy-soft text-navy-2',
      )}
    >
      {open ? 'Open now' : now < opens ? 'Coming up' : 'Over'}
    </span>
  )
}
