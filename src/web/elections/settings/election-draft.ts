import { eachTime, isTimeAsked, type Schedule } from '#shared/elections/schedule.ts'
import {
  changedFields,
  electionSchema,
  type ElectionField,
  type ElectionForm,
} from '#shared/elections/settings/settings.ts'
import type { Service } from '#shared/members/enums.ts'
import { pick } from '#shared/objects.ts'
import { type Instant, dayMs, startOfDay } from '#shared/time.ts'
import { asTyped, readTime } from '#web/components/typed-time.ts'
import { bySchema, type CheckedForm, type Meanwhile, type Stored } from '#web/components/use-form.ts'
import type { ListedElection } from './api.ts'

export interface DraftSeat {
  /** Identifies a row while its name is being typed. */
  id: string
  slot: string
  ms: Service
}

/** An election as typed: times as on a clock in Manila. */
export type ElectionDraft = Omit<ElectionForm, 'seats' | 'eligibilityDate' | 'packagePublic' | keyof Schedule> & {
  seats: DraftSeat[]
  /** Empty for none. */
  eligibilityDate: string
  packagePublic: 'public' | 'closed'
  /** What it started from; a time that reads like the stored one is the stored one, including seconds. */
  stored: ElectionForm
} & Record<keyof Schedule, string>

export const toDraft = (form: ElectionForm): ElectionDraft => ({
  ...form,
  ...eachTime((field) => asTyped(form[field])),
  eligibilityDate: form.eligibilityDate === null ? '' : asTyped(form.eligibilityDate),
  packagePublic: form.packagePublic ? 'public' : 'closed',
  seats: form.seats.map(({ slot, ms }, place) => ({ id: `${place}`, slot, ms })),
  stored: form,
})

/** What is not asked for stays as stored, whatever was typed there before. */
export const fromDraft = ({ stored, ...draft }: ElectionDraft): ElectionForm => ({
  ...draft,
  ...eachTime((field) => (isTimeAsked(field, draft) ? timeFrom(draft[field], stored[field]) : stored[field])),
  eligibilityDate: draft.eligibilityDate === '' ? null : timeFrom(draft.eligibilityDate, stored.eligibilityDate),
  packagePublic: draft.packagePublic === 'public',
  title: draft.title.trim(),
  seats: draft.seats.map(({ slot, ms }) => ({ slot: slot.trim(), ms })),
})

const timeFrom = (typed: string, stored: Instant | null): Instant =>
  stored !== null && typed === asTyped(stored) ? stored : readTime(typed)

/** One sentence per field, as from the server: `seats.2.slot`. */
export const checkDraft = (draft: ElectionDraft): CheckedForm<ElectionForm> =>
  bySchema(electionSchema)(fromDraft(draft))

export const changesIn = (draft: ElectionDraft): ElectionField[] => changedFields(draft.stored, fromDraft(draft))

/** The form values of a listed election. */
export const formOf = (listed: ListedElection): ElectionForm =>
  pick(listed, Object.keys(electionSchema.shape) as ElectionField[])

export const storedDraft = (listed: ListedElection): Stored<ElectionDraft> => ({
  values: toDraft(formOf(listed)),
  version: listed.version,
})

/** Two people changed the same election: which of their changes are in the form now, and which of mine conflict. */
export function savedMeanwhile({ mine, theirs }: Pick<Meanwhile<ElectionDraft>, 'mine' | 'theirs'>) {
  const changedByMe = new Set(changesIn(mine))
  const differing = new Set(changedFields(fromDraft(mine), theirs.stored))
  const changedByThem = changedFields(mine.stored, theirs.stored).filter((field) => differing.has(field))
  return {
    theirs: changedByThem.filter((field) => !changedByMe.has(field)),
    both: changedByThem.filter((field) => changedByMe.has(field)),
  }
}

/** What follows from a typed value: the days of the Vote link, unless they are typed now, and the candidacy times once members may file. */
export function followingFrom(draft: ElectionDraft, part: Partial<ElectionDraft>): Partial<ElectionDraft> {
  const before = linkTimes(draft)
  const after = linkTimes({ ...draft, ...part })
  const follows = (field: keyof typeof before) => !(field in part) && draft[field] === before[field]
  return {
    ...(follows('voteLinkOpens') && { voteLinkOpens: after.voteLinkOpens }),
    ...(follows('voteLinkCloses') && { voteLinkCloses: after.voteLinkCloses }),
    ...(part.candidacyFiling && !draft.candidacyFiling && candidacyFor(draft)),
  }
}

/** The link to the ballot shows on the whole days of voting, unless it was given its own times. */
const linkTimes = ({ votingOpens, votingCloses }: Pick<ElectionDraft, 'votingOpens' | 'votingCloses'>) => ({
  voteLinkOpens: typedOrEmpty(readTime(votingOpens), startOfDay),
  voteLinkCloses: typedOrEmpty(readTime(votingCloses), (closes) => startOfDay(closes - 1) + dayMs),
})

/** A time being typed may be incomplete, or of a year no calendar has. */
function typedOrEmpty(at: Instant, of: (at: Instant) => Instant): string {
  const found = Number.isNaN(at) ? at : of(at)
  return Number.isNaN(found) ? '' : asTyped(found)
}

/** Nobody was asked for them until now: they may be left over from other days. */
function candidacyFor(draft: ElectionDraft): Partial<ElectionDraft> {
  const { nominationOpens, nominationCloses, candidacyOpens, candidacyCloses, votingOpens } = draft
  const fit = nominationOpens <= candidacyOpens && candidacyOpens < candidacyCloses && candidacyCloses <= votingOpens
  return fit ? {} : { candidacyOpens: nominationOpens, candidacyCloses: nominationCloses }
}
