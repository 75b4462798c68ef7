import { useSuspenseQuery } from '@tanstack/react-query'
import { asSentence } from '#shared/content/association-name.ts'
import type { LeaderGroup } from '#shared/content/schemas.ts'
import { useApi } from '#web/api/client.ts'
import { leadersQuery, type Leader } from '#web/api/content.ts'
import { useSite } from '#web/api/site.ts'
import { EmptyState } from '#web/components/notice.tsx'
import { LeaderCard } from '#web/content/leader-card.tsx'
import { PageBanner } from '#web/layout/page-banner.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** Spelt out: the schemas would bring their library along, 20 KB for two names. */
const groups = ['Board of Trustees', 'Officers'] as const satisfies readonly LeaderGroup[]

const about = 'The Board of Trustees, chosen by the members, and the officers who serve with it.'

export function LeadershipScreen() {
  const site = useSite()
  const { leaders } = useSuspenseQuery(leadersQuery(useApi())).data
  return (
    <>
      <PageHead title={`Leadership – ${site.shortName}`} description={asSentence(`${about} ${site.name}`)} />
      <PageBanner title="Leadership">
        <p>{about}</p>
      </PageBanner>
      <div className="wrap grid gap-14 py-10 md:gap-20 md:py-14">
        {leaders.length === 0 && (
          <EmptyState title="The leadership will be introduced here">
            Trustees and officers are shown with their photo, rank and position.
          </EmptyState>
        )}
        {groups.map((group) => (
          <Group key={group} group={group} people={leaders.filter((leader) => leader.group === group)} />
        ))}
      </div>
    </>
  )
}

function Group({ group, people }: { group: LeaderGroup; people: Leader[] }) {
  if (people.length === 0) return null
  return (
    <section aria-label={group}>
      <h2 className="text-4xl md:text-5xl">{group}</h2>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 sm:gap-6 md:grid-cols-3 lg:grid-cols-4">
        {people.map((leader) => (
          <li key={leader.id}>
            <LeaderCard leader={leader} />
          </li>
        ))}
      </ul>
    </section>
  )
}
