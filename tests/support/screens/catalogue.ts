import type { Moment } from './association.ts'
import { deskScreens } from './desk-screens.ts'
import { afterScreens, nominationScreens, votingScreens } from './election-screens.ts'
import { memberScreens, publicScreens } from './member-screens.ts'
import type { Screen } from './screen.ts'

/** Every screen of the site and its states that matter, by the moment they are looked at: for the checks and the pictures. */
export const catalogue: Record<Moment, Screen[]> = {
  nomination: [...publicScreens, ...nominationScreens],
  voting: [...memberScreens, ...votingScreens],
  after: [...deskScreens, ...afterScreens],
}

/** Little more than another sentence in the place of a screen that is looked at anyway: only in the long run. */
export const rareScreens: ReadonlySet<string> = new Set([
  'announcement-gone',
  'unsubscribe-link',
  'login-logged-out',
  'login-refused',
  'login-to-vote',
  'reset-password-own',
  'receipt-refused',
  'nominate-failed',
  'nominate-no-election',
  'nominate-cancelled',
  'vote-before',
  'vote-cancelled',
  'vote-no-election',
  'vote-half',
  'vote-failed',
  'vote-proxy-refused',
  'vote-over',
  'my-data-failed',
  'members-nobody-found',
  'members-failed',
  'members-loading',
  'result-failed',
  'result-cancelled',
  'approval-empty',
  'administrator-link',
  'email-no-mail-server',
  'election-first',
  'admin-other-job',
])
