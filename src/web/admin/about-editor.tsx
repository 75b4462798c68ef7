import { defaultAbout } from '#shared/content/defaults.ts'
import type { AboutContent } from '#shared/content/schemas.ts'
import { AboutVideo } from '#web/admin/about-video.tsx'
import { PageEditor } from '#web/admin/page-editor.tsx'
import { aboutPage } from '#web/api/editing.ts'

export function AboutEditor({ onClosed }: { onClosed: () => void }) {
  return (
    <PageEditor
      page={aboutPage}
      title="About Us"
      first={defaultAbout}
      Preview={AboutPreview}
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

/** The texts as the about page sets them. */
function AboutPreview({ content }: { content: AboutContent }) {
  return (
    <>
      <section className="wrap grid gap-4 py-10 lg:grid-cols-[1fr_2.4fr] lg:gap-16">
        <h2 className="text-4xl md:text-5xl">History</h2>
        <p className="max-w-[68ch] text-lg whitespace-pre-line md:text-xl md:leading-relaxed">{content.history}</p>
      </section>
      <div className="wrap grid gap-6 pb-10 md:grid-cols-2">
        <section className="rounded-card bg-navy p-7 text-white md:p-10">
          <h2 className="text-3xl md:text-4xl">Vision</h2>
          <p className="mt-4 text-lg whitespace-pre-line">{content.vision}</p>
        </section>
        <section className="rounded-card bg-olive p-7 text-white md:p-10">
          <h2 className="text-3xl md:text-4xl">Mission</h2>
          <p className="mt-4 text-lg whitespace-pre-line">{content.mission}</p>
        </section>
      </div>
    </>
  )
}
