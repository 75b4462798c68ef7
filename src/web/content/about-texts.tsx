import { useId, type ReactNode } from 'react'
import type { AboutContent } from '#shared/content/schemas.ts'

/** History, vision and mission, as the about page and its editor's preview set them. */
export function AboutTexts({ content: { history, vision, mission } }: { content: AboutContent }) {
  const heading = useId()
  return (
    <>
      <section aria-labelledby={heading} className="wrap grid gap-4 py-14 md:py-20 lg:grid-cols-[1fr_2.4fr] lg:gap-16">
        <h2 id={heading} className="text-4xl md:text-5xl">
          History
        </h2>
        <p className="max-w-[68ch] text-lg whitespace-pre-line md:text-xl md:leading-relaxed">{history}</p>
      </section>
      <div className="wrap grid gap-6 pb-16 md:grid-cols-2 md:pb-24">
        <Statement title="Vision" ground="bg-navy">
          {vision}
        </Statement>
        <Statement title="Mission" ground="bg-olive">
          {mission}
        </Statement>
      </div>
    </>
  )
}

function Statement({ title, ground, children }: { title: string; ground: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={`rounded-card p-7 text-white shadow-card md:p-10 ${ground}`}>
      <h2 className="text-3xl md:text-4xl">{title}</h2>
      <p className="mt-4 max-w-[60ch] text-lg whitespace-pre-line">{children}</p>
    </section>
  )
}
