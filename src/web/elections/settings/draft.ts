import { eachTime, type Schedule } from '#shared/elections/schedule.ts'
import {
  changedFields,
  electionSchema,
  type ElectionField,
  type ElectionForm,
} from '#shared/elections/settings/settings.ts'
import type { Service } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import type { ListedElection } from '#web/api/elections/settings.ts'
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

export const fromDraft = (draft: Draft, base: ElectionForm): ElectionForm => ({
  ...draft,
  ...eachTime((field) => timeFrom(draft[field], base[field])),
  eligibilityDate: draft.eligibilityDate === '' ? null : timeFrom(draft.eligibilityDate, base.eligibilityDate),
  title: draft.title.trim(),
  seats: draft.seats.map(({ slot, ms }) => ({ slot: slot.trim(), ms })),
})

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
