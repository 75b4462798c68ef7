import { defaultAbout } from '#shared/content/defaults.ts'
import { AboutVideo } from '#web/content/editors/about-video.tsx'
import { PageEditor } from '#web/content/editors/page-editor.tsx'
import { aboutPage } from '#web/api/content-editing.ts'
import { AboutTexts } from '#web/content/about-texts.tsx'

export function AboutEditor({ onClosed }: { onClosed: () => void }) {
  return (
    <PageEditor
      page={aboutPage}
      title="About Us"
      first={defaultAbout}
      Preview={AboutTexts}
      more={{ id: 'video', label: 'Video', content: <AboutVideo /> }}
      onClosed={onClosed}
      parts={[
        { name: 'history', label: 'History', hint: 'An empty line begins a new paragraph.', rows: 8, max: 20_000 },
        { name: 'vision', label: 'Vision', rows: 4, max: 5000 },
        { name: 'mission', label: 'Mission', rows: 4, max: 5000 },
      ]}
    />
  )
}
