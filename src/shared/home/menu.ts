import { votingIsOver, type Stage, type VoteLink } from '#shared/elections/lifecycle.ts'
import { linkedPage, pages } from '#shared/pages.ts'
import { may, mayOpen, type Action, type Who } from '#shared/permissions.ts'
import { homeText } from './text.ts'

export interface MenuItem {
  label: string
  href: string
  /** A description in smaller text below the association's name for it. */
  note?: string
  /** The permission needed to see the entry, if fewer people need it than may open the page. */
  action?: Action
  /** Public pages open in a new tab, so that the dashboard stays open. */
  newTab?: true
  /** The page where the public page is edited. */
  edit?: string
}

interface MenuGroup {
  title: string
  items: readonly MenuItem[]
}

export const approvalDesk = '/members?approval=true'

const adminMenu: readonly MenuGroup[] = [
  {
    title: 'Members',
    items: [
      { label: 'Membership Approval', href: approvalDesk, action: 'approve members' },
      { label: 'Current Members', href: '/members' },
      { label: 'Email members', href: '/admin/emails' },
      { label: 'Import members', href: '/admin/import' },
      { label: 'Dues', href: '/admin/dues' },
      { label: 'Viewers', href: '/admin/viewers' },
      { label: 'Privacy requests', href: '/admin/privacy-requests' },
    ],
  },
  {
    title: 'Election',
    items: [
      { label: 'Election day', href: '/admin/election-day' },
      { label: 'Nominations', href: '/nominate' },
      { label: 'BOT Voting', note: 'Proxy ballots', href: '/vote?proxy=1', action: 'vote by proxy' },
      { label: 'Election Result', href: '/election-result' },
      { label: 'Election settings', href: '/admin/elections' },
      { label: 'Roll of voters', href: '/admin/roll' },
    ],
  },
  {
    title: 'Website',
    items: [
      { label: 'Home', href: '/', newTab: true, edit: '/admin/write/home' },
      { label: 'About', href: '/about', newTab: true, edit: '/admin/write/about' },
      { label: 'Leadership', href: '/leadership', newTab: true, edit: '/admin?edit=leaders' },
      { label: 'Featured Stories', href: '/featured-stories', newTab: true, edit: '/admin?edit=videos' },
      { label: 'Announcement', href: '/announcements', newTab: true, edit: '/admin?edit=announcements' },
      { label: 'Contact Us', href: '/contact', newTab: true },
    ],
  },
  {
    title: 'System',
    items: [
      { label: 'Administrators', href: '/admin/administrators' },
      { label: 'Site status', href: '/admin/status' },
      { label: 'Audit log', href: '/admin/audit-log' },
    ],
  },
]

/** Above all groups. */
const first: readonly MenuItem[] = [
  { label: 'Dashboard', href: '/admin' },
  { label: 'Write an announcement', href: '/admin/write/new' },
]
export const firstEntriesFor = (who: Who = { role: 'admin' }): MenuItem[] =>
  first.filter(({ href }) => mayOpen(who, href))

/** At the foot of the menu beside Logout, always visible. The entry for the person's own account is their name. */
const settings: MenuItem = { label: 'Settings', href: '/admin/settings' }
export const ownAccountHref = '/security'

export const settingsFor = (who: Who = { role: 'admin' }): MenuItem | null =>
  mayOpen(who, settings.href) ? settings : null

/**
 * Whether a menu group is open at first. Everything fits on a small laptop except the public pages, so their group is closed;
 * while someone edits a page, it is open and the others are closed.
 */
export const isGroupOpen = (title: string, pathname: string): boolean =>
  (title === 'Website') === pathname.startsWith('/admin/write/')

/** The entries that this administrator may open, or that every administrator may until they are known. No empty groups. */
export function adminMenuFor(who: Who = { role: 'admin' }, hasDues = false): MenuGroup[] {
  return adminMenu
    .map(({ title, items }) => ({
      title,
      items: items
        .filter(({ href, action }) => (action ? may(who, action) : mayOpen(who, href)))
        .filter(({ href }) => hasDues || !linkedPage(href)?.duesOnly)
        .map((item) => offered(who, item)),
    }))
    .filter(({ items }) => items.length > 0)
}

function offered(who: Who, { edit, ...item }: MenuItem): MenuItem {
  return edit !== undefined && may(who, 'edit pages') ? { ...item, edit } : item
}

const pathOf = (href: string): string => href.split('?')[0] ?? ''

/** Whether an entry is the current page or its parent. Only the query tells apart the two entries for `/members`. */
export function isCurrent(href: string, { pathname, search }: { pathname: string; search: string }): boolean {
  const path = pathOf(href)
  if (path !== pathname && (path === '/admin' || !pathname.startsWith(`${path}/`))) return false
  return href.includes('approval') === /[?&]approval(?![^=&])/.test(search)
}

/** The facts about the current election that the menu depends on. */
export interface MenuElection {
  stage: Stage
  nobodyVoted: boolean
  mayNominate: boolean
  voteLink: VoteLink | null
}

/** The election page that fits this person now. */
export function electionPageFor(who: Who, election: MenuElection | null): string {
  if (may(who, 'observe')) return '/observe'
  if (election?.voteLink === 'vote') return '/vote'
  if (election?.stage === 'nomination' && election.mayNominate) return '/nominate'
  const held = election !== null && votingIsOver(election.stage) && !election.nobodyVoted
  return held && may(who, 'read results') ? '/election-result' : '/election'
}

/** The person's own pages, as far as they may open them. Logout is a separate button. */
export function accountMenu(who: Who & { id: string }, election: MenuElection | null, hasDues: boolean): MenuItem[] {
  const { menu } = homeText
  const own = `/member/${who.id}`
  const isMember = may(who, 'vote')
  return [
    ...(may(who, 'see dashboard counts') ? [{ label: menu.dashboard, href: '/admin' }] : []),
    ...(isMember
      ? [
          { label: menu.profile, href: own },
          { label: menu.card, href: `${own}#card` },
        ]
      : []),
    ...(hasDues && may(who, 'pay dues') ? [{ label: menu.dues, href: pages.dues.path }] : []),
    { label: menu.election, href: electionPageFor(who, election) },
    ...(isMember ? [{ label: menu.data, href: '/my-data' }] : []),
    ...(may(who, 'list members') ? [{ label: menu.members, href: '/members' }] : []),
    { label: menu.security, href: '/security' },
  ]
}
