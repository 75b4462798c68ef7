interface MenuItem {
  label: string
  href: string
  /** The public pages open beside the dashboard, not instead of it. */
  newTab?: true
}

export const adminMenu: readonly MenuItem[] = [
  { label: 'Dashboard', href: '/admin' },
  { label: 'Home', href: '/', newTab: true },
  { label: 'About', href: '/about', newTab: true },
  { label: 'Leadership', href: '/leadership', newTab: true },
  { label: 'Featured Stories', href: '/featured-stories', newTab: true },
  { label: 'Announcement', href: '/announcements', newTab: true },
  { label: 'Nominations', href: '/nominate' },
  { label: 'BOT Voting', href: '/vote?proxy=1' },
  { label: 'Election Result', href: '/election-result' },
  { label: 'Election settings', href: '/admin/elections' },
  { label: 'Roll of voters', href: '/admin/roll' },
  { label: 'Import members', href: '/admin/import' },
  { label: 'Viewers', href: '/admin/viewers' },
  { label: 'Privacy requests', href: '/admin/privacy-requests' },
  { label: 'Audit log', href: '/admin/audit-log' },
  { label: 'Site status', href: '/admin/status' },
]
