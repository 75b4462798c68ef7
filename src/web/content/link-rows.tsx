import { useContext, type ReactNode } from 'react'
import type { LinkSection } from '#shared/content/defaults.ts'
import { showBytes } from '#shared/figures.ts'
import { showDay } from '#shared/time.ts'
import { FileIcon, OutsideIcon } from '#web/components/icons.tsx'
import { InitialRenderContext } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { contentText } from './text.ts'

interface ListedLink {
  id: string
  section: LinkSection
  title: string
  link: string
  /** The file of a document. */
  document: { name: string; size: number } | null
  createdAt: number
  /** The date of an event in words, and whether it is past. */
  when: string | null
  place: string
  over: boolean
}

/** Links of a section in order; past events have a heading of their own. */
export function LinkRows({ links }: { links: ListedLink[] }) {
  const over = links.filter((link) => link.over)
  return (
    <>
      <Rows links={links.filter((link) => !link.over)} />
      {over.length > 0 && (
        <>
          <h3 className="border-t border-line pt-3 pb-1 text-lg text-muted">{contentText.earlier}</h3>
          <Rows links={over} />
        </>
      )}
    </>
  )
}

function Rows({ links }: { links: ListedLink[] }) {
  if (links.length === 0) return null
  return (
    <ul>
      {links.map((link) => (
        <li key={link.id} className="flex flex-wrap items-baseline gap-x-5 border-t border-line py-1.5">
          {link.when ? <EventRow {...link} when={link.when} /> : <LinkRow {...link} />}
        </li>
      ))}
    </ul>
  )
}

function LinkRow({ section, title, link, document, createdAt }: ListedLink) {
  return (
    <>
      {/* Among events it would be mistaken for the day of the event. */}
      {section !== 'Events' && (
        <time dateTime={new Date(createdAt).toISOString()} className="min-w-28 flex-none text-muted tabular-nums">
          {showDay(createdAt)}
        </time>
      )}
      <Title {...{ link, document }}>{title}</Title>
    </>
  )
}

function EventRow({ id, title, link, document, when, place, over }: ListedLink & { when: string }) {
  return (
    <div className="min-w-0 flex-1 py-1.5">
      <p className="font-semibold text-navy-2 tabular-nums">{when}</p>
      <Title {...{ link, document }}>{title}</Title>
      <p className="flex flex-wrap items-center gap-x-5">
        {place && <span className="min-w-0 break-words text-muted">{place}</span>}
        {!over && (
          <a
            href={`/api/events/${id}/event.ics`}
            aria-label={`${contentText.saveToCalendar}: ${title}`}
            className="no-print inline-flex min-h-11 items-center font-semibold text-navy-3 underline underline-offset-4"
          >
            {contentText.saveToCalendar}
          </a>
        )}
      </p>
    </div>
  )
}

const linkClass =
  'group/link flex min-h-11 min-w-[min(100%,12rem)] flex-1 items-center gap-2 font-semibold hover:text-navy-3'
const titleClass = 'min-w-0 break-words underline-offset-4 group-hover/link:underline'

/** `#` is a notice without a link. A page of this site opens here, a PDF or any other page in a new tab. */
function Title({ link, document, children }: Pick<ListedLink, 'link' | 'document'> & { children: ReactNode }) {
  const { origin } = useContext(InitialRenderContext)
  if (link.startsWith('#')) return <span className="min-w-[min(100%,12rem)] flex-1 py-2.5 break-words">{children}</span>
  const title = (
    <span className={titleClass}>
      {children}
      {document && (
        <span className="font-normal text-muted">
          {' '}
          ({contentText.pdf}, {showBytes(document.size)})
        </span>
      )}
    </span>
  )
  const path = origin && link.startsWith(`${origin}/`) ? link.slice(origin.length) : link
  if (path.startsWith('/') && !document)
    return (
      <SiteLink href={path} className={linkClass}>
        {title}
      </SiteLink>
    )
  return (
    <a href={path} target="_blank" rel="noopener" className={linkClass}>
      {document && <FileIcon className="size-5 flex-none text-muted" />}
      {title}
      <OutsideIcon className="size-4 flex-none text-muted" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}

/** Which links a list shows at once, and which on request: past events wait, unless there is nothing else. */
export function shownAtFirst<Link extends Pick<ListedLink, 'over'>>(links: Link[], limit: number) {
  const ahead = links.filter(({ over }) => !over).length
  const count = Math.min(limit, ahead || links.length)
  return { first: links.slice(0, count), more: links.slice(count) }
}
