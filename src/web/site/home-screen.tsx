import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/client.ts'
import { homePageQuery } from '#web/api/content.ts'
import { useSite } from '#web/api/site.ts'
import { HomeHero } from '#web/site/home-hero.tsx'
import { LinkList } from '#web/site/link-list.tsx'
import { MemberStrip } from '#web/site/member-strip.tsx'
import { PageHead } from '#web/site/page-head.tsx'
import { RegistrationSteps } from '#web/site/registration-steps.tsx'

export function HomeScreen() {
  const site = useSite()
  const { content } = useSuspenseQuery(homePageQuery(useApi())).data
  return (
    <>
      <PageHead title={`${site.shortName} – ${site.name}`} description={firstSentences(content.content)} />
      <HomeHero site={site} title={content.title} welcome={content.content} />
      <div className="wrap relative z-10 -mt-14 md:-mt-20">
        <div className="card grid divide-line shadow-float max-md:divide-y md:grid-cols-2 md:divide-x">
          <LinkList section="Whats New" title="What’s New" empty="News of the association will be listed here." />
          <LinkList section="Events" title="Events" empty="Assemblies, trainings and elections will be listed here." />
        </div>
      </div>
      <RegistrationSteps site={site} />
      <MemberStrip />
    </>
  )
}

/** Search engines show about 160 characters. */
function firstSentences(welcome: string): string {
  const plain = welcome.replaceAll(/\s+/g, ' ').trim()
  return plain.length <= 160 ? plain : `${plain.slice(0, 157).replace(/\s\S*$/, '')}…`
}
