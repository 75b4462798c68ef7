import { useId } from 'react'
import type { Closing } from '#web/api/elections/closing.ts'
import { ServicePill } from '#web/components/pill.tsx'
import { showCount } from '#web/components/show-count.ts'
import { withRank } from '#web/elections/closing/with-rank.ts'

/** Those who take the seats, most votes first. */
export function ElectedList({ title, elected }: { title: string; elected: Closing['elected'] }) {
  const id = useId()
  return (
    <div className="rounded-card border border-line">
      <p className="px-4 pt-3 pb-1 font-semibold" id={id}>
        {title}
      </p>
      <ul aria-labelledby={id} className="grid grid-cols-1 divide-y divide-line">
        {elected.map((person) => (
          <li key={person.nomineeId} className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
            <span className="min-w-14 flex-none">
              <ServicePill service={person.ms} />
            </span>
            <span className="beside">{withRank(person)}</span>
            <span className="flex-none tabular-nums">{showCount(person.votes, 'vote')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
