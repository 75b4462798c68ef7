import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { showNumber } from '#shared/figures.ts'
import {
  adminMenuFor,
  approvalDesk,
  firstEntriesFor,
  isCurrent,
  isGroupOpen,
  ownAccountHref,
  settingsFor,
  type MenuItem,
} from '#shared/home/menu.ts'
import { pages } from '#shared/pages.ts'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { classes } from '#web/components/classes.ts'
import { ChevronDownIcon, PencilIcon, CloseIcon, MenuIcon, OutsideIcon } from '#web/components/icons.tsx'
import { useLocation } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { Emblem } from '#web/theme/emblem.tsx'
import { logOut } from './log-out.ts'
import { useDismissal } from './use-dismissal.ts'
import { useWaiting } from './waiting.ts'

const frameText = {
  title: (shortName: string) => `${shortName} Admin`,
  menu: 'Menu',
  newTab: '(opens in a new tab)',
  edit: (page: string) => `Edit ${page}`,
  waiting: (count: number) => `${showNumber(count)} waiting`,
  /** There is room for three digits. */
  badge: (count: number) => (count > 999 ? '999+' : String(count)),
} as const

/**
 * The frame of every administrator screen: a sidebar, or a menu on a phone. The approval and dues desks use the menu on small
 * laptops too, because they show documents beside the record.
 */
export function AdminFrame({ children }: { children: ReactNode }) {
  const place = useLocation()
  const needsWidth = isCurrent(approvalDesk, place) || place.pathname === pages.duesDesk.path
  return (
    <div className={classes('admin-frame', needsWidth && 'needs-width')}>
      <div className="min-h-svh print:min-h-0 sidebar:grid sidebar:grid-cols-[16.5rem_minmax(0,1fr)] print:block!">
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        <Sidebar />
        <main id="content" tabIndex={-1} className="min-w-0 outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}

const itemClass =
  'flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-field px-2 py-1 text-left text-sky hover:bg-white/10 hover:text-white aria-[current=page]:bg-navy-2 aria-[current=page]:font-semibold aria-[current=page]:text-white sidebar:pointer-fine:min-h-7 sidebar:pointer-fine:py-0'

/** Fits on a small laptop. On lower screens the middle scrolls and the foot stays in place. */
function Sidebar() {
  const { shortName } = useSite()
  const waiting = useWaiting()
  const menu = useDismissal<HTMLElement>()
  return (
    <nav
      ref={menu}
      aria-label="Admin"
      className="on-dark no-print flex flex-wrap items-center justify-between bg-navy px-5 text-white sidebar:sticky sidebar:top-0 sidebar:h-svh sidebar:flex-col sidebar:flex-nowrap sidebar:items-stretch sidebar:justify-start sidebar:px-2 sidebar:py-2"
    >
      <p className="display flex min-h-16 min-w-0 items-center gap-3 text-xl tracking-wider break-words sidebar:min-h-12 sidebar:px-2">
        <Emblem className="h-11 w-auto flex-none sidebar:h-9" />
        {frameText.title(shortName)}
      </p>
      <details className="admin-toggle sidebar:hidden">
        <summary className="flex min-h-12 items-center gap-2 rounded px-2 font-semibold">
          <MenuIcon className="when-closed size-7" />
          <CloseIcon className="when-open size-7" />
          <span>{frameText.menu}</span>
          <Badge count={sum([...waiting.values()])} />
        </summary>
      </details>
      <div className="admin-menu w-full pb-4 sidebar:block! sidebar:min-h-0 sidebar:flex-1 sidebar:pb-0">
        <div className="flex h-full flex-col">
          <Groups waiting={waiting} />
          <Foot waiting={waiting} />
        </div>
      </div>
    </nav>
  )
}

type Waiting = ReturnType<typeof useWaiting>

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

function Groups({ waiting }: { waiting: Waiting }) {
  const { data: me } = useQuery(meQuery)
  const { pathname, search } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  // On a low screen the current entry may be below the edge of the menu; most entries come with the reader’s jobs.
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname, search, me])
  const countOf = ({ href }: MenuItem) => waiting.get(href) ?? 0
  return (
    <div
      ref={list}
      className="columns-[15rem] sidebar:min-h-0 sidebar:flex-1 sidebar:columns-auto sidebar:overflow-y-auto sidebar:[scrollbar-width:thin]"
    >
      <ul>
        {firstEntriesFor(me).map((item) => (
          <Entry key={item.href} item={item} count={0} />
        ))}
      </ul>
      {adminMenuFor(me, useSite().hasDues).map(({ title, items }) => (
        <details key={title} open={isGroupOpen(title, pathname)} className="group mt-2 break-inside-avoid sidebar:mt-1">
          <summary className="eyebrow flex min-h-11 items-center gap-2 rounded-field px-2 text-sky/80 hover:bg-white/10 hover:text-white sidebar:pointer-fine:min-h-7">
            {title}
            <span className="ml-auto flex group-open:hidden">
              <Badge count={sum(items.map(countOf))} />
            </span>
            <ChevronDownIcon className="size-4 flex-none not-group-open:-rotate-90 group-open:ml-auto" />
          </summary>
          <ul aria-label={title}>
            {items.map((item) => (
              <Entry key={item.label} item={item} count={countOf(item)} />
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}

/** The person's account, the settings and Logout. It comes first on a phone, where the menu is longer than the screen. */
function Foot({ waiting }: { waiting: Waiting }) {
  const { data: me } = useQuery(meQuery)
  const settings = settingsFor(me)
  return (
    <ul className="order-first mb-2 flex flex-wrap gap-x-1 border-b border-white/20 pb-2 sidebar:order-none sidebar:mt-1 sidebar:mb-0 sidebar:border-t sidebar:border-b-0 sidebar:pt-1 sidebar:pb-0">
      <li className="flex w-full min-w-0">
        <a
          href={ownAccountHref}
          className={itemClass}
          aria-current={useLocation().pathname === ownAccountHref ? 'page' : undefined}
        >
          <span className="min-w-0 wrap-anywhere">{me?.name}</span>
          <span className="sr-only">: login and security</span>
          <Badge count={waiting.get(ownAccountHref) ?? 0} />
        </a>
      </li>
      {settings && <Entry item={settings} count={0} />}
      <LogOut />
    </ul>
  )
}

function Entry({ item: { label, href, note, newTab, edit }, count }: { item: MenuItem; count: number }) {
  const place = useLocation()
  return (
    <li className="flex flex-1 items-stretch">
      <a
        href={href}
        {...(newTab && { target: '_blank', rel: 'noopener' })}
        aria-current={isCurrent(href, place) ? 'page' : undefined}
        className={itemClass}
      >
        <span className="min-w-0 leading-tight break-words">
          {label}
          {note && <span className="block text-sm font-normal text-sky/80">{note}</span>}
        </span>
        {newTab && <OutsideIcon className="size-4 flex-none opacity-80" />}
        {newTab && <span className="sr-only">{frameText.newTab}</span>}
        <Badge count={count} />
      </a>
      {edit && (
        <SiteLink
          href={edit}
          aria-current={undefined}
          aria-label={frameText.edit(label)}
          title={frameText.edit(label)}
          className="grid min-h-11 w-11 flex-none place-items-center rounded-field text-sky hover:bg-white/10 hover:text-white sidebar:pointer-fine:min-h-7 sidebar:pointer-fine:w-9"
        >
          <PencilIcon className="size-4" />
        </SiteLink>
      )}
    </li>
  )
}

function Badge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden="true"
        className="ml-auto flex-none rounded-full bg-gold px-2 py-0.5 text-sm leading-tight font-semibold text-navy tabular-nums"
      >
        {frameText.badge(count)}
      </span>
      <span className="sr-only">{frameText.waiting(count)}</span>
    </>
  )
}

function LogOut() {
  const [leaving, setLeaving] = useState(false)
  return (
    <li className="flex flex-1">
      <button
        type="button"
        disabled={leaving}
        className={itemClass}
        onClick={() => {
          setLeaving(true)
          void logOut().then(setLeaving)
        }}
      >
        Logout
      </button>
    </li>
  )
}
