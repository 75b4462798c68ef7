import { accountMutants } from './list/accounts.ts'
import { electionMutants } from './list/elections.ts'
import { limitMutants } from './list/limits.ts'
import { memberMutants } from './list/members.ts'
import { operationMutants } from './list/operations.ts'
import { replyMutants } from './list/replies.ts'
import { screenMutants } from './list/screens.ts'
import type { Mutant } from './mutant.ts'

/** Kept by hand: a new rule or guard comes with its entry in `list/`. `npm run test:mutants` tries them all. */
export const mutants: readonly Mutant[] = [
  ...electionMutants,
  ...memberMutants,
  ...accountMutants,
  ...limitMutants,
  ...operationMutants,
  ...replyMutants,
  ...screenMutants,
]
