import type { PageName } from '#shared/pages.ts'

/** Where each page's screen lives, by its name in the build's manifest: the server preloads its chunk from there. */
export const screenFiles = {
  home: 'src/web/content/home-screen.tsx',
  about: 'src/web/content/about-screen.tsx',
  leadership: 'src/web/content/leadership-screen.tsx',
  featuredStories: 'src/web/content/featured-stories-screen.tsx',
  announcements: 'src/web/content/announcements-screen.tsx',
  contact: 'src/web/content/contact-screen.tsx',
  login: 'src/web/accounts/login-screen.tsx',
  resetPassword: 'src/web/accounts/reset-password-screen.tsx',
  security: 'src/web/accounts/security-screen.tsx',
  member: 'src/web/members/profile/member-screen.tsx',
  register: 'src/web/members/registration/register-screen.tsx',
  members: 'src/web/members/listing/members-screen.tsx',
  myData: 'src/web/members/privacy/my-data-screen.tsx',
  cardCheck: 'src/web/members/card/card-check-screen.tsx',
  privacyRequests: 'src/web/members/privacy/privacy-requests-screen.tsx',
  importMembers: 'src/web/members/csv/import-screen.tsx',
  nominate: 'src/web/elections/nomination/nominate-screen.tsx',
  vote: 'src/web/elections/vote-screen.tsx',
  electionResult: 'src/web/elections/results/results-screen.tsx',
  election: 'src/web/elections/settings/election-screen.tsx',
  receipt: 'src/web/elections/voting/receipt-screen.tsx',
  electionSettings: 'src/web/elections/settings/election-settings-screen.tsx',
  auditLog: 'src/web/audit/audit-log-screen.tsx',
  admin: 'src/web/dashboard/dashboard-screen.tsx',
} as const satisfies Record<PageName, string>
