import { eachTime, type Schedule } from '#shared/elections/schedule.ts'
import {
  changedFields,
  electionSchema,
  type ElectionField,
  type ElectionForm,
} from '#shared/elections/settings/settings.ts'
import { isAsked } from '#shared/elections/settings/steps.ts'
import type { Service } from '#shared/members/enums.ts'
import { dayInManila, manila, type Instant } from '#shared/time.ts'
import type { ListedElection } from '#web/elections/settings/api.ts'
import { asTyped, readTime } from '#web/components/typed-time.ts'

export interface DraftSeat {
  /** Tells a row from the others while its name is being typed. */
  id: string
  slot: string
  ms: Service
}

/** An election as it is typed: times as a clock in Manila shows them. */
export type Draft = Omit<ElectionForm, 'seats' | 'eligibilityDate' | keyof Schedule> & {
  seats: DraftSeat[]
  /** Empty for none. */
  eligibilityDate: string
} & Record<keyof Schedule, string>

export const toDraft = (form: ElectionForm): Draft => ({
  ...form,
  ...eachTime((field) => asTyped(form[field])),
  eligibilityDate: form.eligibilityDate === null ? '' : asTyped(form.eligibilityDate),
  seats: form.seats.map((seat, place) => ({ id: `${place}`, ...seat })),
})

/** A time that still reads as the stored one is the stored one, seconds and all. */
const timeFrom = (typed: string, stored: Instant | null): Instant =>
  stored !== null && typed === asTyped(stored) ? stored : readTime(typed)

/** What is not asked for stays as it is stored, whatever was typed there before. */
export const fromDraft = (draft: Draft, base: ElectionForm): ElectionForm => ({
  ...draft,
  ...eachTime((field) => (isAsked(field, draft) ? timeFrom(draft[field], base[field]) : base[field])),
  eligibilityDate: draft.eligibilityDate === '' ? null : timeFrom(draft.eligibilityDate, base.eligibilityDate),
  title: draft.title.trim(),
  seats: draft.seats.map(({ slot, ms }) => ({ slot: slot.trim(), ms })),
})

const aDay = 24 * 60 * 60_000
const startOfDay = (at: Instant): Instant => manila(dayInManila(at))

/** A time that is being typed may be none yet, or of a year that no calendar has. */
function typedOrEmpty(at: Instant, of: (at: Instant) => Instant): string {
  const found = Number.isNaN(at) ? at : of(at)
  return Number.isNaN(found) ? '' : asTyped(found)
}

/** The link to the ballot shows on the whole days of voting, while nobody gives it times of its own. */
const linkTimes = ({ votingOpens, votingCloses }: Pick<Draft, 'votingOpens' | 'votingCloses'>) => ({
  voteLinkOpens: typedOrEmpty(readTime(votingOpens), startOfDay),
  voteLinkCloses: typedOrEmpty(readTime(votingCloses), (closes) => startOfDay(closes - 1) + aDay),
})

/** What was typed, and what follows from it: the days of the Vote link, and the times of candidacy once members may file. */
export function changeDraft(draft: Draft, part: Partial<Draft>): Draft {
  const before = linkTimes(draft)
  const after = linkTimes({ ...draft, ...part })
  return {
    ...draft,
    ...(draft.voteLinkOpens === before.voteLinkOpens && { voteLinkOpens: after.voteLinkOpens }),
    ...(draft.voteLinkCloses === before.voteLinkCloses && { voteLinkCloses: after.voteLinkCloses }),
    ...(part.candidacyFiling && !draft.candidacyFiling && candidacyFor(draft)),
    ...part,
  }
}

/** Nobody was asked for them until now: they may be left over from other days. */
function candidacyFor(draft: Draft): Partial<Draft> {
  const { nominationOpens, nominationCloses, candidacyOpens, candidacyCloses, votingOpens } = draft
  const fit = nominationOpens <= candidacyOpens && candidacyOpens < candidacyCloses && candidacyCloses <= votingOpens
  return fit ? {} : { candidacyOpens: nominationOpens, candidacyCloses: nominationCloses }
}

/** Of a listed election, what its form holds. */
export const formOf = (listed: ListedElection): ElectionForm => ({
  title: listed.title,
  seats: listed.seats,
  ...eachTime((field) => listed[field]),
  resultsVisible: listed.resultsVisible,
  candidacyFiling: listed.candidacyFiling,
  nomineesAccept: listed.nomineesAccept,
  rehearsal: listed.rehearsal,
  proxyNeedsSecondAdmin: listed.proxyNeedsSecondAdmin,
  eligibilityDate: listed.eligibilityDate,
  packagePublic: listed.packagePublic,
})

/** One sentence by field, as the server would say them: `seats.2.slot`. */
export function problemsOf(form: ElectionForm): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of electionSchema.safeParse(form).error?.issues ?? [])
    problems[path.join('.')] ??= message
  return problems
}

export interface Merged {
  form: ElectionForm
  /** What the other administrator changed and is now in the form, too. */
  theirs: ElectionField[]
  /** What both changed. Mine stays in the form. */
  both: ElectionField[]
}

/** Two people changed the same election: what I did not touch becomes theirs, and nothing that I typed is lost. */
export function merge(base: ElectionForm, mine: ElectionForm, theirs: ElectionForm): Merged {
  const changedByMe = new Set(changedFields(base, mine))
  const differing = new Set(changedFields(mine, theirs))
  const changedByThem = changedFields(base, theirs).filter((field) => differing.has(field))
  const taken = changedByThem.filter((field) => !changedByMe.has(field))
  return {
    form: { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) },
    theirs: taken,
    both: changedByThem.filter((field) => changedByMe.has(field)),
  }
}
