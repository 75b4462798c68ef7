import { useSuspenseQuery } from '@tanstack/react-query'
import { useSite } from '#web/api/site.ts'
import { homePageQuery } from '#web/content/api.ts'
import { HomeHero, LinkList, MemberRoom, RegistrationSteps } from '#web/content/home-parts.tsx'
import { firstSentences } from '#web/content/text.ts'
import { MemberStrip } from '#web/layout/member-strip.tsx'
import { Organization } from '#web/layout/organization.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

export function HomeScreen() {
  const site = useSite()
  const { content } = useSuspenseQuery(homePageQuery).data
  return (
    <div className="flex flex-col">
      <PageHead title={`${site.shortName} – ${site.name}`} description={firstSentences(content.content)} />
      <Organization site={site} />
      <MemberRoom />
      <HomeHero site={site} title={content.title} welcome={content.content} />
      <div className="wrap relative z-10 -mt-14 md:-mt-20 signed-in:mb-12 md:signed-in:mb-16">
        <div className="card grid divide-line shadow-float max-md:divide-y md:grid-cols-2 md:divide-x">
          <LinkList section="Whats New" title="What’s New" empty="News of the association will be listed here." />
          <LinkList section="Events" title="Events" empty="Assemblies, trainings and elections will be listed here." />
        </div>
      </div>
      <div className="signed-in:hidden">
        <RegistrationSteps site={site} />
        <MemberStrip />
      </div>
    </div>
  )
}
