import type { Moment } from './association.ts'
import { deskScreens } from './desk-screens.ts'
import { afterScreens, nominationScreens, votingScreens } from './election-screens.ts'
import { memberScreens } from './member-screens.ts'
import { publicScreens } from './public-screens.ts'
import type { Screen } from './screen.ts'

/** Every screen of the site and its states that matter, by the moment they are looked at: for the checks and the pictures. */
export const catalogue: Record<Moment, Screen[]> = {
  nomination: [...publicScreens, ...nominationScreens],
  voting: [...memberScreens, ...votingScreens],
  after: [...deskScreens, ...afterScreens],
}
