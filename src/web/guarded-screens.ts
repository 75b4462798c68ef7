import type { ScreenFile } from '#web/screen-file.ts'

/** All other screens. A page with a login is loaded whole, so visitors need not carry the list of these. */
export const guardedScreens = import.meta.glob<ScreenFile>([
  './**/*-screen.tsx',
  '!./router/**',
  '!./accounts/{login,reset-password}-screen.tsx',
  '!./content/{about,contact,featured-stories,home,leadership,news,not-found}-screen.tsx',
  '!./elections/board/**',
  '!./elections/settings/election-screen.tsx',
  '!./elections/voting/**',
  '!./members/{card,registration}/**',
  '!./members/mailing/unsubscribe-screen.tsx',
  '!./members/privacy/privacy-screen.tsx',
])
