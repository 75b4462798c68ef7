import { useQuery } from '@tanstack/react-query'
import type { MemberFilter } from '#shared/members/listing/member-filter.ts'
import { mailingText as text } from '#shared/members/mailing/text.ts'
import { useApi } from '#web/api/client.ts'
import { recipientsQuery } from '#web/api/members/mailing.ts'
import { useSite } from '#web/api/site.ts'
import { classes } from '#web/components/classes.ts'
import { Failed } from '#web/components/notice.tsx'
import { FilterLine, ListFilters, MoreFilters } from '#web/members/listing/list-filters.tsx'
import { SearchBox } from '#web/members/search-box.tsx'

/** The filters of the list of members, and how many of those would get an email. */
export function Recipients({ filter }: { filter: MemberFilter }) {
  return (
    <section aria-labelledby="step-who" className="card grid grid-cols-1 gap-3 p-6">
      <h2 id="step-who" className="text-2xl">
        {text.stepWho}
      </h2>
      <SearchBox hint={text.searchHint} />
      <ListFilters isAdmin sorted={false} />
      <div>
        <MoreFilters />
        <FilterLine filter={filter} />
      </div>
      <Count filter={filter} />
    </section>
  )
}

function Count({ filter }: { filter: MemberFilter }) {
  const { sendsEmail } = useSite()
  const { data, isError, error, refetch, isPlaceholderData } = useQuery(recipientsQuery(useApi(), filter))
  if (isError && !data) return <Failed title={text.countFailed} error={error} onRetry={() => void refetch()} />
  const left = Object.entries(data?.without ?? {}).filter(([, count]) => count > 0)
  return (
    <div role="status" className={classes('rounded-field bg-navy-soft px-4 py-3', isPlaceholderData && 'opacity-60')}>
      <p className="text-lg font-semibold">{data ? text.reached(data.reached, sendsEmail) : text.counting}</p>
      {left.length > 0 && (
        <>
          <p className="mt-1">{text.without}</p>
          <ul className="list-disc pl-6">
            {left.map(([why, count]) => (
              <li key={why}>{text.notReached[why as keyof typeof text.notReached](count)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
