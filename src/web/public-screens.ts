import type { ScreenFile } from '#web/screen-file.ts'

/** The screens of public pages, which every page can lead to in place. `routes.test.ts` holds the list to `pages.ts`. */
export const publicScreens = import.meta.glob<ScreenFile>([
  './accounts/{login,reset-password}-screen.tsx',
  './content/{about,contact,featured-stories,home,leadership,news,not-found}-screen.tsx',
  './elections/board/{board,how-votes-are-counted}-screen.tsx',
  './elections/settings/election-screen.tsx',
  './elections/voting/receipt-screen.tsx',
  './members/card/card-check-screen.tsx',
  './members/mailing/unsubscribe-screen.tsx',
  './members/privacy/privacy-screen.tsx',
  './members/registration/{application,register}-screen.tsx',
])
