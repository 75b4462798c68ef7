import { Suspense } from 'react'
import { findPage, pages, type PageName } from '#shared/pages.ts'
import { useSite } from '#web/api/site.ts'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { useHydrated } from '#web/router/hydrated.ts'
import { lazyScreen, type LazyScreen } from '#web/router/lazy-screen.tsx'
import { PathIdContext, useLocation } from '#web/router/router.tsx'
import { NotFoundScreen } from '#web/content/not-found-screen.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** One chunk per screen. `screen-files.ts` names the same files for the server's preloads. */
export const screens: Record<PageName, LazyScreen> = {
  home: lazyScreen(async () => (await import('./content/home-screen.tsx')).HomeScreen),
  about: lazyScreen(async () => (await import('./content/about-screen.tsx')).AboutScreen),
  leadership: lazyScreen(async () => (await import('./content/leadership-screen.tsx')).LeadershipScreen),
  featuredStories: lazyScreen(
    async () => (await import('./content/featured-stories-screen.tsx')).FeaturedStoriesScreen,
  ),
  announcements: lazyScreen(async () => (await import('./content/announcements-screen.tsx')).AnnouncementsScreen),
  contact: lazyScreen(async () => (await import('./content/contact-screen.tsx')).ContactScreen),
  login: lazyScreen(async () => (await import('./accounts/login-screen.tsx')).LoginScreen),
  resetPassword: lazyScreen(async () => (await import('./accounts/reset-password-screen.tsx')).ResetPasswordScreen),
  security: lazyScreen(async () => (await import('./accounts/security-screen.tsx')).SecurityScreen),
  member: lazyScreen(async () => (await import('./members/profile/member-screen.tsx')).MemberScreen),
  register: lazyScreen(async () => (await import('./members/registration/register-screen.tsx')).RegisterScreen),
  members: lazyScreen(async () => (await import('./members/listing/members-screen.tsx')).MembersScreen),
  myData: lazyScreen(async () => (await import('./members/privacy/my-data-screen.tsx')).MyDataScreen),
  cardCheck: lazyScreen(async () => (await import('./members/card/card-check-screen.tsx')).CardCheckScreen),
  privacyRequests: lazyScreen(
    async () => (await import('./members/privacy/privacy-requests-screen.tsx')).PrivacyRequestsScreen,
  ),
  importMembers: lazyScreen(async () => (await import('./members/csv/import-screen.tsx')).ImportScreen),
  nominate: lazyScreen(async () => (await import('./elections/nomination/nominate-screen.tsx')).NominateScreen),
  vote: lazyScreen(async () => (await import('./elections/vote-screen.tsx')).VoteScreen),
  electionResult: lazyScreen(async () => (await import('./elections/results/results-screen.tsx')).ResultsScreen),
  election: lazyScreen(async () => (await import('./elections/settings/election-screen.tsx')).ElectionScreen),
  receipt: lazyScreen(async () => (await import('./elections/voting/receipt-screen.tsx')).ReceiptScreen),
  electionSettings: lazyScreen(
    async () => (await import('./elections/settings/election-settings-screen.tsx')).ElectionSettingsScreen,
  ),
  auditLog: lazyScreen(async () => (await import('./audit/audit-log-screen.tsx')).AuditLogScreen),
  admin: lazyScreen(async () => (await import('./dashboard/dashboard-screen.tsx')).AdminScreen),
}

/** The page that answers at this path, or null. */
export function pageAt(pathname: string): PageName | null {
  return findPage(pathname)?.name ?? null
}

export function isPublic(name: PageName): boolean {
  return pages[name].access === 'public'
}

/** The current address's screen. Public pages are drawn by the server; of the others it draws the skeleton. */
export function SiteRoutes() {
  const { pathname } = useLocation()
  const hydrated = useHydrated()
  const found = findPage(pathname)
  if (!found) return <NotFoundScreen />
  const { name, id = '' } = found
  if (!hydrated && !isPublic(name)) return <PrivateSkeleton />

  const { Screen } = screens[name]
  return (
    <PathIdContext value={id}>
      <Suspense key={name} fallback={<PageSkeleton />}>
        <Screen />
      </Suspense>
    </PathIdContext>
  )
}

function PrivateSkeleton() {
  return (
    <>
      <PageHead title={useSite().shortName} unlisted />
      <noscript>
        <p className="wrap py-10 text-lg">This page needs JavaScript. Please turn it on in your browser’s settings.</p>
      </noscript>
      <PageSkeleton />
    </>
  )
}
