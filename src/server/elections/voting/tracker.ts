import { hash } from 'node:crypto'
import type { ContestChoice } from '#shared/elections/voting/ballot.ts'
import { trackerText, type Nonce } from '#shared/elections/voting/tracker.ts'

/** What a voter finds on the public board, once their ballot is counted. */
export const trackerOf = (electionId: string, choice: ContestChoice, nonce: Nonce): string =>
  hash('sha256', trackerText(electionId, choice, nonce), 'hex')
