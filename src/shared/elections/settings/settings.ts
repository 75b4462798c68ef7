import { z } from 'zod'
import { maxSeats } from '#shared/elections/board/leaves.ts'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { isWithin, votingHours, resultsVisible } from '#shared/elections/lifecycle.ts'
import { publicReason } from '#shared/elections/roll/roll.ts'
import { begunTimes, eachTime, scheduleFields, scheduleProblems, type Schedule } from '#shared/elections/schedule.ts'
import { services } from '#shared/members/enums.ts'
import { lineText } from '#shared/short-text.ts'
import { manila, showInstant, type Instant } from '#shared/time.ts'
import { frozenFields, settingsText } from './text.ts'

const requiredLine = (max: number, what: string) => lineText(max, 'This is too long').min(1, `${what} is required`)

const noTime = 'Please enter a date and a time'
const instant = z
  .number({ error: noTime })
  .int(noTime)
  .min(manila('2000-01-01'), 'Please check the year')
  .max(manila('2100-01-01'), 'Please check the year')
const schedule = eachTime(() => instant)

const seatSchema = z.object({ slot: requiredLine(40, 'The name of a seat'), ms: z.enum(services) })

export const longestTitle = 200

/** What an administrator sets for an election. */
export const electionSchema = z
  .object({
    title: requiredLine(longestTitle, 'Title'),
    seats: z
      .array(seatSchema)
      .min(1, 'An election needs at least one seat')
      .max(maxSeats, `An election has at most ${maxSeats} seats`),
    ...schedule,
    /** Members approved by then may vote; null means when voting opens. */
    eligibilityDate: instant.nullable(),
    /** Whether only members in good standing at that time may vote. Offered while the association has dues. */
    goodStandingOnly: z.boolean(),
    resultsVisible: z.enum(resultsVisible),
    candidacyFiling: z.boolean(),
    /** Whether nominees are asked to accept. */
    nomineesAccept: z.boolean(),
    candidatesByLot: z.boolean(),
    rehearsal: z.boolean(),
    proxyNeedsSecondAdmin: z.boolean(),
    packagePublic: z.boolean(),
  })
  .superRefine((form, check) => {
    for (const [field, message] of Object.entries(scheduleProblems(form)))
      check.addIssue({ code: 'custom', path: [field], message })
    if (form.eligibilityDate !== null && form.eligibilityDate > form.votingOpens)
      check.addIssue({ code: 'custom', path: ['eligibilityDate'], message: settingsText.eligibleTooLate })
    if (new Set(form.seats.map((seat) => seat.slot.toUpperCase())).size !== form.seats.length)
      check.addIssue({ code: 'custom', path: ['seats'], message: 'Two seats have the same name' })
  })
export type ElectionForm = z.infer<typeof electionSchema>
export type ElectionField = keyof ElectionForm

export const saveElectionSchema = z.object({
  election: electionSchema,
  version: z.number().int().min(1),
  /** Times that have begun, which the administrator was shown and moves all the same. */
  movesConfirmed: z.array(z.enum(scheduleFields)).max(scheduleFields.length).default([]),
  /** Why times in the freeze record are moved. It is published. */
  reason: publicReason.optional(),
})

export const changedFields = (before: ElectionForm, after: ElectionForm): ElectionField[] =>
  (Object.keys(after) as ElectionField[]).filter((field) => asText(before[field]) !== asText(after[field]))

/** The database returns the fields of a seat in its own order. */
const asText = (value: ElectionForm[ElectionField]) =>
  JSON.stringify(Array.isArray(value) ? value.map(({ slot, ms }) => [slot, ms]) : value)

/** Once a window has opened, its end counts as begun too: people rely on both. */
const opensWith: Partial<Record<keyof Schedule, keyof Schedule>> = {
  nominationCloses: 'nominationOpens',
  adminNominationCloses: 'nominationOpens',
  candidacyCloses: 'candidacyOpens',
  voteLinkCloses: 'voteLinkOpens',
  votingCloses: 'votingOpens',
}

/** Which times of windows that have begun would change, or would come to lie in the past. */
export function movedTimes(before: Schedule, after: Schedule, now: Instant): (keyof Schedule)[] {
  const had = new Set([...begunTimes(before, now), ...begunTimes(after, now)])
  return scheduleFields.filter(
    (field) => before[field] !== after[field] && (had.has(field) || had.has(opensWith[field] ?? field)),
  )
}

/** From then on what voters and their ballots rely on is fixed. An election nobody voted in can be set up again afterwards. */
export const isScheduleSettled = (election: Schedule, hasBallots: boolean, now: Instant): boolean =>
  hasBallots || isWithin(votingHours(election), now)

/** What has happened that settings depend on. */
export interface Underway {
  hasBallots: boolean
  hasNominees: boolean
  /** Nobody has been told about it: its times start nothing. */
  draft: boolean
  rollFrozenAt: Instant | null
  /** When the freeze record was signed, after which nothing in it can change. */
  frozenAt: Instant | null
}

/**
 * What can no longer be changed, by field with the first reason: voting has begun, the freeze record is signed or a rehearsal is
 * running. Times may still be moved after the record was signed, by correcting it (`timesToCorrect`).
 */
export function lockedFields(
  election: ElectionForm,
  { hasBallots, hasNominees, draft, rollFrozenAt, frozenAt }: Underway,
  { now, endsRehearsal }: { now: Instant; endsRehearsal: boolean },
): Partial<Record<ElectionField, string>> {
  const why: Partial<Record<ElectionField, string>> = {}
  const lock = (field: ElectionField, words: string) => {
    why[field] ??= words
  }
  if (!draft && election.nominationOpens <= now) lock('nomineesAccept', candidateText.settingOpened)
  if (hasNominees) lock('nomineesAccept', candidateText.settingNominated)
  if (hasBallots) {
    lock('votingOpens', 'Ballots have been cast, so this can no longer be changed')
    if (election.votingCloses <= now) lock('votingCloses', 'Voting is over and cannot be opened again')
  }
  if (!draft && isScheduleSettled(election, hasBallots, now)) {
    lock('seats', 'Voting for these seats has begun, so they can no longer be changed')
    lock('resultsVisible', 'Voters were promised this, so it can no longer be changed')
    lock('candidatesByLot', 'Voting has begun, so this can no longer be changed')
    lock('proxyNeedsSecondAdmin', 'Voting has begun, so this can no longer be changed')
    if (election.packagePublic) lock('packagePublic', settingsText.packageStaysPublic)
  }
  if (!draft && !election.rehearsal && election.votingOpens <= now)
    lock('rehearsal', 'Voting has begun: a rehearsal now would confuse voters')
  if (frozenAt !== null) for (const field of frozenFields) lock(field, settingsText.frozen[field])
  if (rollFrozenAt !== null)
    for (const field of ['eligibilityDate', 'goodStandingOnly'] as const)
      lock(field, settingsText.rollFrozen(showInstant(rollFrozenAt)))
  if (election.rehearsal && !endsRehearsal)
    lock('seats', 'Turn off the rehearsal first: its ballots are for these seats')
  return why
}

/** What is wrong with a change, by field: the field is locked, or its new value is not allowed. */
export function whyCannotChange(
  before: ElectionForm,
  after: ElectionForm,
  underway: Underway,
  now: Instant,
): Partial<Record<ElectionField, string>> {
  const { draft, hasBallots, frozenAt } = underway
  const why = lockedFields(before, underway, { now, endsRehearsal: before.rehearsal && !after.rehearsal })
  if (!draft && isScheduleSettled(before, hasBallots, now) && after.votingCloses <= now)
    why.votingCloses ??= `Voting can close now or later, not before ${showInstant(now)}`
  // People who want to vote in the last hour rely on it; an election that must end now is cancelled.
  if (frozenAt !== null && after.votingCloses < before.votingCloses)
    why.votingCloses ??= `Voting can close later than announced, not before ${showInstant(before.votingCloses)}`
  if (after.eligibilityDate !== null && after.eligibilityDate <= now)
    why.eligibilityDate ??= settingsText.eligiblePassed
  return Object.fromEntries(changedFields(before, after).flatMap((field) => (why[field] ? [[field, why[field]]] : [])))
}

/** The changed times that are in the signed freeze record: each needs a public correction. */
export const timesToCorrect = (
  before: Schedule,
  after: Schedule,
  { frozenAt }: Pick<Underway, 'frozenAt'>,
): (keyof Schedule)[] => (frozenAt === null ? [] : scheduleFields.filter((field) => before[field] !== after[field]))

type Span = Pick<Schedule, 'nominationOpens' | 'votingCloses'>

/** The election whose days, from the first nomination to the last ballot, overlap these. The screens are about one at a time. */
export const overlapping = <Other extends Span>(others: readonly Other[], form: Span): Other | null =>
  others.find((one) => one.nominationOpens < form.votingCloses && form.nominationOpens < one.votingCloses) ?? null
