import { z } from 'zod'

/** Nominating begins with a search; below this it would find too many. */
export const searchFromLength = 3
export const mostNominatedAtOnce = 20
/** One member does not put everybody on the ballot. */
export const mostPerMember = 20

export const nominationText = {
  tooShort: 'Enter at least 3 characters to search',
  nothing: 'No approved members found',
  saved: 'Nominees Saved Successfully',
  deleted: 'Nominee Deleted Successfully',
  failed: 'Nomination Error',
  membersFailed: 'Error loading approved members',
  nomineesFailed: 'Error loading nominees',
} as const

export const nominateSchema = z.object({
  /** People are named by their ID number: the one key of a member that every member may see. */
  idNumbers: z.array(z.string().max(40)).min(1).max(mostNominatedAtOnce),
})

export const nomineeStatusSchema = z.object({ status: z.enum(['approved', 'pending']) })
