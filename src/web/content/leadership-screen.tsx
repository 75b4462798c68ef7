import { useSuspenseQuery } from '@tanstack/react-query'
import { asSentence } from '#shared/content/defaults.ts'
import type { LeaderGroup } from '#shared/content/schemas.ts'
import { useSite } from '#web/api/site.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { EmptyState } from '#web/components/notice.tsx'
import { PageBanner, PageHead } from '#web/layout/page-head.tsx'
import { leadersQuery, type Leader } from './api.ts'

/** Spelled out: importing the schemas would add 20 KB for two names. */
const groups = ['Board of Trustees', 'Officers'] as const satisfies readonly LeaderGroup[]

const about = 'The Board of Trustees, chosen by the members, and the officers who serve with it.'

export function LeadershipScreen() {
  const site = useSite()
  const { leaders } = useSuspenseQuery(leadersQuery).data
  return (
    <>
      <PageHead title={`Leadership – ${site.shortName}`} description={asSentence(`${about} ${site.name}`)} />
      <PageBanner title="Leadership">
        <p>{about}</p>
      </PageBanner>
      <div className="wrap grid gap-14 py-10 md:gap-20 md:py-14">
        {leaders.length === 0 && (
          <EmptyState title="Our leaders will be introduced here">
            Trustees and officers will be listed here, with photo, rank and position.
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

/** A leader: a row on a phone; the portrait above the name on a wider screen, and where a word would not fit beside it. */
function LeaderCard({ leader }: { leader: Leader }) {
  return (
    <article className="card flex h-full flex-wrap overflow-hidden sm:flex-col sm:flex-nowrap">
      <Portrait leader={leader} />
      <div className="beside self-center p-5 sm:self-stretch">
        {leader.rank && <p className="eyebrow text-gold-ink">{leader.rank}</p>}
        <h3 className="mt-1 text-2xl wrap-break-word uppercase">{leader.name}</h3>
        <p className="mt-1.5 text-muted">{leader.position}</p>
      </div>
    </article>
  )
}

function Portrait({ leader }: { leader: Leader }) {
  const box = 'max-h-48 min-h-36 w-28 flex-none self-stretch sm:aspect-[4/5] sm:max-h-none sm:w-full'
  if (!leader.photo)
    return (
      <div className={`${box} grid place-items-center bg-linear-to-b from-navy-2 to-navy`}>
        <Avatar name={leader.name} className="size-18 text-3xl sm:size-28 sm:text-5xl" />
      </div>
    )
  return (
    <picture className={`${box} relative bg-navy-soft`}>
      <source srcSet={leader.photo.avif} type="image/avif" />
      <img
        src={leader.photo.webp}
        alt=""
        width="480"
        height="600"
        loading="lazy"
        className="absolute inset-0 size-full object-cover object-top"
      />
    </picture>
  )
}
