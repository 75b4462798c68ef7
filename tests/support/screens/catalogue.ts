import type { Moment } from './association.ts'
import { deskScreens } from './desk-screens.ts'
import { afterScreens, nominationScreens, votingScreens } from './election-screens.ts'
import { duesScreens, memberScreens, publicScreens } from './member-screens.ts'
import type { Screen } from './screen.ts'

/** Every screen of the site and its states that matter, by the moment they are looked at: for the checks and the pictures. */
export const catalogue: Record<Moment, Screen[]> = {
  nomination: [...publicScreens, ...nominationScreens],
  voting: [...memberScreens, ...votingScreens],
  after: [...duesScreens, ...deskScreens, ...afterScreens],
}

/** The first of its page that somebody sees at a moment; those after it are states of it, looked at in the long run. */
export const isFirstOfPage = (screen: Screen): boolean =>
  Object.values(catalogue).some(
    (screens) => screens.find(({ page, as }) => page === screen.page && as === screen.as) === screen,
  )
