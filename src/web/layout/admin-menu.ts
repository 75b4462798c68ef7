import { findPage } from '#shared/pages.ts'
import { may, type Action, type Who } from '#shared/permissions.ts'

interface MenuItem {
  label: string
  href: string
  /** Who needs it, where that is fewer than may open the page. */
  action?: Action
  /** The public pages open beside the dashboard, not instead of it. */
  newTab?: true
}

const adminMenu: readonly MenuItem[] = [
  { label: 'Dashboard', href: '/admin' },
  { label: 'Home', href: '/', newTab: true },
  { label: 'About', href: '/about', newTab: true },
  { label: 'Leadership', href: '/leadership', newTab: true },
  { label: 'Featured Stories', href: '/featured-stories', newTab: true },
  { label: 'Announcement', href: '/announcements', newTab: true },
  { label: 'Nominations', href: '/nominate' },
  { label: 'BOT Voting', href: '/vote?proxy=1', action: 'vote by proxy' },
  { label: 'Election Result', href: '/election-result' },
  { label: 'Election settings', href: '/admin/elections' },
  { label: 'Roll of voters', href: '/admin/roll' },
  { label: 'Emails', href: '/admin/emails' },
  { label: 'Import members', href: '/admin/import' },
  { label: 'Viewers', href: '/admin/viewers' },
  { label: 'Administrators', href: '/admin/administrators' },
  { label: 'Privacy requests', href: '/admin/privacy-requests' },
  { label: 'Audit log', href: '/admin/audit-log' },
  { label: 'Site status', href: '/admin/status' },
]

/** What this administrator may open; before it is known who it is, what every one may. */
export function adminMenuFor(who: Who = { role: 'admin' }): readonly MenuItem[] {
  return adminMenu.filter(({ href, action }) => {
    const access = action ?? findPage(href.split('?')[0] ?? '')?.page.access ?? 'public'
    return access === 'public' || may(who, access)
  })
}
