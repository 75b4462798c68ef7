import { votingIsOver, type Stage, type VoteLink } from '#shared/elections/lifecycle.ts'
import { findPage, pages } from '#shared/pages.ts'
import { may, type Action, type Who } from '#shared/permissions.ts'
import { homeText } from './text.ts'

export interface MenuItem {
  label: string
  href: string
  /** What it is, in smaller letters below the owner's name for it. */
  note?: string
  /** Who needs it, where that is fewer than may open the page. */
  action?: Action
  /** The public pages open beside the dashboard, not instead of it. */
  newTab?: true
  /** Where what the public page shows is edited. */
  edit?: string
}

export interface MenuGroup {
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

/** At the foot of the menu, beside Logout, where they are always in sight; the own account is the person's name. */
const settings: MenuItem = { label: 'Settings', href: '/admin/settings' }
export const ownAccountHref = '/security'

export const settingsFor = (who: Who = { role: 'admin' }): MenuItem | null => (mayOpen(who, settings) ? settings : null)

/**
 * Whether a group of the menu is open at first. All of it fits on a small laptop, but for the public pages: they are folded, and
 * where one writes for them the others are.
 */
export const isGroupOpen = (title: string, pathname: string): boolean =>
  (title === 'Website') === pathname.startsWith('/admin/write/')

/** What this administrator may open; before it is known who it is, what every one may. Groups without an entry are left out. */
export function adminMenuFor(who: Who = { role: 'admin' }, hasDues = false): MenuGroup[] {
  return adminMenu
    .map(({ title, items }) => ({
      title,
      items: items
        .filter((item) => mayOpen(who, item) && (hasDues || !pageOf(item)?.duesOnly))
        .map((item) => offered(who, item)),
    }))
    .filter(({ items }) => items.length > 0)
}

const pageOf = ({ href }: MenuItem) => findPage(pathOf(href))?.page

function mayOpen(who: Who, item: MenuItem): boolean {
  const access = item.action ?? pageOf(item)?.access ?? 'public'
  return access === 'public' || may(who, access)
}

function offered(who: Who, { edit, ...item }: MenuItem): MenuItem {
  return edit !== undefined && may(who, 'edit pages') ? { ...item, edit } : item
}

const pathOf = (href: string): string => href.split('?')[0] ?? ''

/**
 * Whether this is where one is, or a page below it: two entries lead to the list of members, and one of them says more of the
 * address.
 */
export function isCurrent(href: string, { pathname, search }: { pathname: string; search: string }): boolean {
  const path = pathOf(href)
  if (path !== pathname && (path === '/admin' || !pathname.startsWith(`${path}/`))) return false
  return href.includes('approval') === /[?&]approval(?![^=&])/.test(search)
}

/** What the menu needs to know of the election of these days. */
export interface MenuElection {
  stage: Stage
  nobodyVoted: boolean
  mayNominate: boolean
  voteLink: VoteLink | null
}

/** The page of the election that fits this person now. */
export function electionPageFor(who: Who, election: MenuElection | null): string {
  if (may(who, 'observe')) return '/observe'
  if (election?.voteLink === 'vote') return '/vote'
  if (election?.stage === 'nomination' && election.mayNominate) return '/nominate'
  const held = election !== null && votingIsOver(election.stage) && !election.nobodyVoted
  return held && may(who, 'read results') ? '/election-result' : '/election'
}

/** The pages of somebody's own, as far as they may open them; logging out is a button of its own. */
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
