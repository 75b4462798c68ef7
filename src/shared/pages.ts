import type { Action } from './permissions.ts'

/**
 * Every page: its address, who may open it, and how it is made. A page is declared only here, except for the queries
 * that it shows (`src/server/http/pages.ts`), which browsers do not need. The server's page handler, the browser's
 * router, the preloads and the sitemap read this table. `public` pages are complete in their first HTML and cached for
 * everyone; all others are rendered in the browser after a guard has admitted the person.
 */
export interface Page {
  path: string
  access: 'public' | Action
  /** The file `src/web/<screen>-screen.tsx` renders it; its code is a separate chunk. */
  screen: string
  /** Public pages that search engines should not list. */
  unlisted?: true
  /** Public, but about one thing that may change at any moment: rendered for each visitor and never cached. */
  fresh?: true
  /** Visitors who are logged in are redirected. */
  visitorsOnly?: true
  /** The page does not exist for an association without dues. */
  duesOnly?: true
}

export const pages = {
  home: { path: '/', access: 'public', screen: 'content/home' },
  about: { path: '/about', access: 'public', screen: 'content/about' },
  leadership: { path: '/leadership', access: 'public', screen: 'content/leadership' },
  featuredStories: { path: '/featured-stories', access: 'public', screen: 'content/featured-stories' },
  announcements: { path: '/announcements', access: 'read announcements', screen: 'content/announcements' },
  /** A written announcement in a section for visitors; `announcement` is for the other sections. */
  news: { path: '/news/:id', access: 'public', screen: 'content/news' },
  announcement: { path: '/announcements/:id', access: 'read announcements', screen: 'content/announcement' },
  contact: { path: '/contact', access: 'public', screen: 'content/contact' },
  privacy: { path: '/privacy', access: 'public', screen: 'members/privacy/privacy' },
  login: {
    path: '/login',
    access: 'public',
    screen: 'accounts/login',
    unlisted: true,
    visitorsOnly: true,
  },
  resetPassword: {
    path: '/reset-password',
    access: 'public',
    screen: 'accounts/reset-password',
    unlisted: true,
  },
  security: { path: '/security', access: 'use own account', screen: 'accounts/security' },
  register: { path: '/register', access: 'public', screen: 'members/registration/register' },
  /** The state of an application. Its input is typed or comes after `#`, so the server renders it alike for all. */
  application: {
    path: '/application',
    access: 'public',
    screen: 'members/registration/application',
    unlisted: true,
  },
  members: { path: '/members', access: 'list members', screen: 'members/listing/members' },
  /** The server redirects everybody to their own `/member/:id`. */
  profile: { path: '/profile', access: 'read own profile', screen: 'members/profile/member' },
  member: { path: '/member/:id', access: 'read own profile', screen: 'members/profile/member' },
  myData: { path: '/my-data', access: 'read own profile', screen: 'members/privacy/my-data' },
  dues: { path: '/dues', access: 'pay dues', screen: 'members/dues/dues', duesOnly: true },
  cardCheck: {
    path: '/card/:id',
    access: 'public',
    screen: 'members/card/card-check',
    unlisted: true,
    fresh: true,
  },
  /** The member's link has its token after `#`. */
  unsubscribe: { path: '/unsubscribe', access: 'public', screen: 'members/mailing/unsubscribe', unlisted: true },
  nominate: { path: '/nominate', access: 'nominate', screen: 'elections/nomination/nominate' },
  /** Also for administrators: the page explains that they do not vote, but can cast proxy ballots. */
  vote: { path: '/vote', access: 'read results', screen: 'elections/vote' },
  electionResult: { path: '/election-result', access: 'read results', screen: 'elections/results/results' },
  election: { path: '/election', access: 'public', screen: 'elections/settings/election' },
  /** The receipt comes after `#` in the address, which the server never sees. */
  receipt: { path: '/receipt', access: 'public', screen: 'elections/voting/receipt', unlisted: true },
  board: { path: '/board', access: 'public', screen: 'elections/board/board' },
  earlierBoard: {
    path: '/board/:id',
    access: 'public',
    screen: 'elections/board/board',
    unlisted: true,
    fresh: true,
  },
  observe: { path: '/observe', access: 'observe', screen: 'elections/observing/observe' },
  howVotesAreCounted: {
    path: '/how-votes-are-counted',
    access: 'public',
    screen: 'elections/board/how-votes-are-counted',
  },
  admin: { path: '/admin', access: 'see dashboard counts', screen: 'dashboard/dashboard' },
  privacyRequests: {
    path: '/admin/privacy-requests',
    access: 'handle privacy requests',
    screen: 'members/privacy/privacy-requests',
  },
  importMembers: {
    path: '/admin/import',
    access: 'export and import members',
    screen: 'members/csv/import',
  },
  viewers: { path: '/admin/viewers', access: 'name viewers', screen: 'members/listing/viewers' },
  mailings: { path: '/admin/emails', access: 'email members', screen: 'members/mailing/mailings' },
  administrators: {
    path: '/admin/administrators',
    access: 'manage administrators',
    screen: 'accounts/administrators',
  },
  duesDesk: { path: '/admin/dues', access: 'handle dues', screen: 'members/dues/waiting', duesOnly: true },
  duesCash: { path: '/admin/dues/cash', access: 'handle dues', screen: 'members/dues/cash', duesOnly: true },
  duesOverview: {
    path: '/admin/dues/overview',
    access: 'handle dues',
    screen: 'members/dues/overview',
    duesOnly: true,
  },
  duesReceipts: {
    path: '/admin/dues/receipts',
    access: 'handle dues',
    screen: 'members/dues/receipts',
    duesOnly: true,
  },
  duesMembers: { path: '/admin/dues/members', access: 'handle dues', screen: 'members/dues/payers', duesOnly: true },
  duesStatement: {
    path: '/admin/dues/statement',
    access: 'handle dues',
    screen: 'members/dues/statement',
    duesOnly: true,
  },
  electionSettings: {
    path: '/admin/elections',
    access: 'run elections',
    screen: 'elections/settings/election-settings',
  },
  electionDay: { path: '/admin/election-day', access: 'run elections', screen: 'elections/monitor/election-day' },
  /** For the election in the address (`?election=`), or for the current one. */
  ballotPreview: { path: '/admin/ballot', access: 'run elections', screen: 'elections/settings/ballot-preview' },
  roll: { path: '/admin/roll', access: 'run elections', screen: 'elections/roll/roll' },
  auditLog: { path: '/admin/audit-log', access: 'read audit log', screen: 'audit/audit-log' },
  /** The id of an announcement, a new one in a section (`new?section=`), or an editable page (`home`, `about`). */
  write: { path: '/admin/write/:id', access: 'edit pages', screen: 'content/editors/write' },
  settings: { path: '/admin/settings', access: 'edit settings', screen: 'content/editors/settings' },
  duesSettings: { path: '/admin/settings/dues', access: 'set dues', screen: 'members/dues/dues-settings' },
  siteStatus: { path: '/admin/status', access: 'watch the site', screen: 'operations/status/status' },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** Pages that require a login. */
export type GuardedPageName = {
  [Name in PageName]: (typeof pages)[Name]['access'] extends 'public' ? never : Name
}[PageName]

const byName = Object.entries(pages) as [PageName, Page][]

/** The page at a path, with the value of `:id`; null if there is none. */
export function findPage(path: string): { name: PageName; page: Page; id: string | undefined } | null {
  for (const [name, page] of byName) {
    const fixed = page.path.split('/:id')[0] ?? ''
    if (fixed === page.path) {
      if (page.path === path) return { name, page, id: undefined }
      continue
    }
    if (!path.startsWith(`${fixed}/`)) continue
    const id = path.slice(fixed.length + 1)
    if (id !== '' && !id.includes('/')) return { name, page, id }
  }
  return null
}

/** The page that a link of this site leads to. */
export const linkedPage = (href: string): Page | undefined => findPage(href.split(/[?#]/)[0] ?? '')?.page

/** True if search engines may list this path: every public page that is not `unlisted`. */
export function isListed(path: string): boolean {
  const page = findPage(path)?.page
  return page?.access === 'public' && !page.unlisted
}

/**
 * The page that somebody requested before login: one of our guarded pages, or null. Anybody can make a link with this
 * address, so it is only accepted if it is in the table of pages.
 */
export function requestedPage(next: string | null | undefined): string | null {
  const [, path = '', query] = /^([\w/-]{1,200})(?:\?([\w.~*=&%+-]{0,300}))?$/.exec(next ?? '') ?? []
  const found = findPage(path)
  if (!found || found.page.access === 'public') return null
  return query ? `${path}?${query}` : path
}

/** The address of the login page, with the page to open afterwards. */
export function withNext(address: string, next: string | null | undefined): string {
  const page = requestedPage(next)
  if (page === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}next=${encodeURIComponent(page).replaceAll('%2F', '/')}`
}
