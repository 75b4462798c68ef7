import type { LinkSection } from '#shared/content/defaults.ts'
import { showDay } from '#shared/time.ts'
import { buttonClass } from '#web/components/classes.ts'
import { PageBanner } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import type { WrittenAnnouncement } from './api.ts'
import { RichText } from './rich-text.tsx'
import { contentText } from './text.ts'

export const allAnnouncements = { href: '/announcements', label: 'All announcements' }

interface AnnouncementArticleProps {
  announcement: Pick<
    WrittenAnnouncement,
    'id' | 'section' | 'title' | 'text' | 'createdAt' | 'when' | 'over' | 'place' | 'picture'
  >
  /** Where the others are listed. */
  back: { href: string; label: string }
}

/** A written announcement with all its parts. */
export function AnnouncementArticle({ announcement, back }: AnnouncementArticleProps) {
  const { id, section, title, text, createdAt, when, over, place, picture } = announcement
  return (
    <article>
      <PageBanner title={title} overlapped={picture !== null}>
        <p>
          {announcementLooks[section].title}
          {/* Among events it would be mistaken for the day of the event. */}
          {section !== 'Events' && (
            <>
              <span aria-hidden="true"> · </span>
              <time dateTime={new Date(createdAt).toISOString()}>{showDay(createdAt)}</time>
            </>
          )}
        </p>
      </PageBanner>
      {picture && (
        <div className="wrap relative -mt-20 md:-mt-28">
          <picture>
            <source srcSet={picture.avif} type="image/avif" />
            <img
              src={picture.webp}
              alt=""
              className="aspect-video max-h-[34rem] w-full rounded-card bg-navy-soft object-cover shadow-float"
            />
          </picture>
        </div>
      )}
      <div className="wrap py-10 md:py-14">
        {when && (
          <div className="card mb-8 grid max-w-[68ch] gap-1 p-5">
            <p className="font-semibold text-navy-2 tabular-nums">{when}</p>
            {place && <p className="break-words">{place}</p>}
            {!over && (
              <p>
                <a
                  href={`/api/events/${id}/event.ics`}
                  className="inline-flex min-h-11 items-center font-semibold text-navy-3 underline underline-offset-4"
                >
                  {contentText.saveToCalendar}
                </a>
              </p>
            )}
          </div>
        )}
        <RichText text={text} className="max-w-[68ch] text-lg md:text-xl md:leading-relaxed" />
        <p className="mt-10">
          <SiteLink href={back.href} className={buttonClass('outline')}>
            {back.label}
          </SiteLink>
        </p>
      </div>
    </article>
  )
}

interface Look {
  title: string
  ground: string
  empty: string
}

/** How each of the four stored sections looks. The colours only help: the titles distinguish them. */
export const announcementLooks: Record<LinkSection, Look> = {
  'Whats New': {
    title: "What's New",
    ground: 'bg-news text-white',
    empty: 'News of the association will be listed here.',
  },
  Events: {
    title: 'Events',
    ground: 'bg-events text-ink',
    empty: 'Assemblies, trainings and elections will be listed here.',
  },
  'Programs and Projects': {
    title: 'Programs & Projects',
    ground: 'bg-programs text-ink',
    empty: 'What the association is working on will be listed here.',
  },
  Legalities: {
    title: 'Legalities',
    ground: 'bg-legalities text-white',
    empty: 'By-laws, permits and resolutions will be listed here.',
  },
}
