import { OutsideIcon } from '#web/components/icons.tsx'
import { showDay } from '#web/components/show-day.ts'

interface ListedLink {
  id: string
  title: string
  link: string
  createdAt: string
}

/** Links of a section, newest first. One that leads nowhere (`#`) is read as a notice. */
export function LinkRows({ links }: { links: ListedLink[] }) {
  return (
    <ul>
      {links.map(({ id, title, link, createdAt }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-5 border-t border-line py-1.5">
          <time dateTime={createdAt} className="min-w-28 flex-none text-muted tabular-nums">
            {showDay(createdAt)}
          </time>
          {link.startsWith('#') ? (
            <span className="min-w-[min(100%,12rem)] flex-1 py-2.5">{title}</span>
          ) : (
            <a
              href={link}
              target="_blank"
              rel="noopener"
              className="group/link flex min-h-11 min-w-[min(100%,12rem)] flex-1 items-center gap-2 font-semibold hover:text-navy-3"
            >
              <span className="min-w-0 underline-offset-4 group-hover/link:underline">{title}</span>
              <OutsideIcon className="size-4 flex-none text-muted" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
