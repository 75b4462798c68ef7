import { abbreviate } from '#shared/elections/results/names.ts'
import { fullServiceNames } from '#shared/members/service-names.ts'
import type { Counted } from '#web/api/elections/results.ts'
import { Notice } from '#web/components/notice.tsx'
import { votesText } from '#web/elections/results/stage-text.ts'

/** Equal votes at the boundary of the seats: all of them are named, for nobody is chosen by the spelling of a name. */
export function TieNotices({ votes: { ties, standings } }: { votes: Counted }) {
  if (ties.length === 0) return null
  const nameOf = (id: string) => abbreviate(standings.find((one) => one.nomineeId === id)?.name ?? '')
  return (
    <Notice tone="warning" title={ties.length === 1 ? 'There is a tie' : 'There are ties'}>
      <ul className="mt-1 grid gap-1">
        {ties.map(({ ms, votes, seats, nomineeIds }) => (
          <li key={ms}>
            {fullServiceNames[ms]}: {names.format(nomineeIds.map(nameOf))} have {votesText(votes)} each for{' '}
            {seats === 1 ? 'one seat' : `${seats} seats`}.
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const names = new Intl.ListFormat('en', { type: 'conjunction' })
