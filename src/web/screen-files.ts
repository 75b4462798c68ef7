import type { PageName } from '#shared/pages.ts'

/** Where each page's screen lives, by its name in the build's manifest: the server preloads its chunk from there. */
export const screenFiles = {
  home: 'src/web/site/home-screen.tsx',
  about: 'src/web/site/about-screen.tsx',
  leadership: 'src/web/site/leadership-screen.tsx',
  featuredStories: 'src/web/site/featured-stories-screen.tsx',
  announcements: 'src/web/site/announcements-screen.tsx',
  contact: 'src/web/site/contact-screen.tsx',
  login: 'src/web/accounts/login-screen.tsx',
  resetPassword: 'src/web/accounts/reset-password-screen.tsx',
  security: 'src/web/accounts/security-screen.tsx',
  member: 'src/web/members/member-screen.tsx',
  admin: 'src/web/admin/admin-screen.tsx',
} as const satisfies Record<PageName, string>
