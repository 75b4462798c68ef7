import { useId } from 'react'
import type { AboutContent } from '#shared/content/schemas.ts'
import { RichText } from './rich-text.tsx'

export function AboutTexts({ content: { history, vision, mission } }: { content: AboutContent }) {
  const heading = useId()
  return (
    <>
      <section aria-labelledby={heading} className="wrap grid gap-4 py-14 md:py-20 lg:grid-cols-[1fr_2.4fr] lg:gap-16">
        <h2 id={heading} className="text-4xl md:text-5xl">
          History
        </h2>
        <RichText text={history} level={3} className="max-w-[68ch] text-lg md:text-xl md:leading-relaxed" />
      </section>
      <div className="wrap grid gap-6 pb-16 md:grid-cols-2 md:pb-24">
        <Statement title="Vision" ground="bg-navy" text={vision} />
        <Statement title="Mission" ground="bg-olive" text={mission} />
      </div>
    </>
  )
}

function Statement({ title, ground, text }: { title: string; ground: string; text: string }) {
  return (
    <section aria-label={title} className={`on-dark rounded-card p-7 text-white shadow-card md:p-10 ${ground}`}>
      <h2 className="text-3xl md:text-4xl">{title}</h2>
      <RichText text={text} level={3} className="mt-4 max-w-[60ch] text-lg" />
    </section>
  )
}
