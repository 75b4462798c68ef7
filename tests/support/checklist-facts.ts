import type { ChecklistFacts } from '#shared/dashboard/checklist.ts'

/** A site on which nothing has been done yet. */
export const nothingDone: ChecklistFacts = {
  contact: false,
  registrationFee: 150,
  walletAccount: false,
  mail: false,
  backedUp: false,
  administrators: { accepted: 1, withoutTwoStep: 1 },
  passwordMade: true,
  ownTwoStep: false,
  people: 0,
  aboutSaved: false,
  leaders: 0,
  electionPlanned: false,
  notNeeded: [],
}
