import { defaultHome } from '#shared/content/defaults.ts'
import type { HomeContent } from '#shared/content/schemas.ts'
import { homePage } from '#web/api/content-editing.ts'
import { useSite } from '#web/api/site.ts'
import { PageEditor } from '#web/content/editors/page-editor.tsx'
import { HomeHero } from '#web/content/home-parts.tsx'

export function HomeEditor({ onClosed }: { onClosed: () => void }) {
  return (
    <PageEditor
      page={homePage}
      title="Home"
      first={defaultHome}
      Preview={HomePreview}
      onClosed={onClosed}
      parts={[
        { name: 'title', label: 'Title', hint: 'The large heading of the banner.', rows: 2, max: 120 },
        { name: 'content', label: 'Text', hint: 'Plain text under the title.', rows: 8, max: 2000 },
      ]}
    />
  )
}

function HomePreview({ content }: { content: HomeContent }) {
  return <HomeHero site={useSite()} title={content.title} welcome={content.content} />
}
