import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { AboutParts } from './about-parts.tsx'
import { aboutPageQuery, videosQuery } from './api.ts'
import { firstSentences } from './text.ts'

export function AboutScreen() {
  const site = useSite()
  usePrefetchQuery(videosQuery('about')) // requested together with the texts, not after them
  const { content } = useSuspenseQuery(aboutPageQuery).data
  return (
    <>
      <PageHead title={`About – ${site.shortName}`} description={firstSentences(content.history)} />
      <AboutParts content={content} />
    </>
  )
}
