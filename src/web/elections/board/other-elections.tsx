import { useSuspenseQuery } from '@tanstack/react-query'
import { showDate } from '#shared/time.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { boardsQuery } from './api.ts'
import { boardText } from './text.ts'

/** Every election but this one, each with its board, which has the result. */
export function OtherElections({ than }: { than: string | undefined }) {
  const others = useSuspenseQuery(boardsQuery).data.elections.filter(({ id }) => id !== than)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="others" className="no-print">
      <h2 id="others" className="text-2xl">
        {boardText.earlierTitle}
      </h2>
      <ul className="mt-2">
        {others.map(({ id, title, votingOpens, current }) => (
          <li key={id}>
            <SiteLink href={current ? '/board' : `/board/${id}`} className="tap-link">
              {title}, {showDate(votingOpens)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
