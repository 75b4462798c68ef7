import { z } from 'zod'
import { services } from '../../members/enums.ts'
import { oneLine } from '#shared/typed-text.ts'
import { shortText } from '../../short-text.ts'
import { manila, showInstant, type Instant } from '../../time.ts'
import { candidateText } from '../candidacy/text.ts'
import { defaultElection } from './defaults.ts'
import { frozenFields, settingsText } from './settings-text.ts'
import { begun, eachTime, scheduleFields, scheduleProblems, type Schedule } from '../schedule.ts'
import { isWithin, votingHours } from '#shared/elections/lifecycle.ts'
import { publicReason } from '#shared/elections/roll/roll.ts'

const line = (max: number, what: string) =>
  shortText(max, 'This is too long').min(1, `${what} is required`).regex(oneLine, 'Line breaks are not allowed here')

const noTime = 'Please enter a date and a time'
const instant = z
  .number({ error: noTime })
  .int(noTime)
  .min(manila('2000-01-01'), 'Please check the year')
  .max(manila('2100-01-01'), 'Please check the year')
const schedule = eachTime(() => instant)

export const maxSeats = 50
const seatSchema = z.object({ slot: line(40, 'The name of a seat'), ms: z.enum(services) })

export const longestTitle = 200

/** What an administrator sets for an election. */
export const electionSchema = z
  .object({
    title: line(longestTitle, 'Title'),
    seats: z
      .array(seatSchema)
      .min(1, 'An election needs at least one seat')
      .max(maxSeats, `An election has at most ${maxSeats} seats`),
    ...schedule,
    /** Members approved by then may vote; null for the opening of voting. */
    eligibilityDate: instant.nullable(),
    resultsVisible: z.enum(['while voting', 'after close']),
    candidacyFiling: z.boolean(),
    /** Whether nominees are asked to accept. */
    nomineesAccept: z.boolean(),
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
  /** The times that had begun already, as the administrator was shown and moves them nevertheless. */
  movesConfirmed: z.array(z.enum(scheduleFields)).max(scheduleFields.length).default([]),
  /** Why times are moved that the freeze record names. It is published. */
  reason: publicReason.optional(),
})

/** The fields in which two elections differ. */
export const changedFields = (before: ElectionForm, after: ElectionForm): ElectionField[] =>
  (Object.keys(after) as ElectionField[]).filter((field) => asText(before[field]) !== asText(after[field]))

/** The database gives the fields of a seat back in an order of its own. */
const asText = (value: ElectionForm[ElectionField]) =>
  JSON.stringify(Array.isArray(value) ? value.map(({ slot, ms }) => [slot, ms]) : value)

/** A window that has begun has begun with its end as well: people rely on both. */
const opensWith: Partial<Record<keyof Schedule, keyof Schedule>> = {
  nominationCloses: 'nominationOpens',
  adminNominationCloses: 'nominationOpens',
  candidacyCloses: 'candidacyOpens',
  voteLinkCloses: 'voteLinkOpens',
  votingCloses: 'votingOpens',
}

/** Which times of windows that have begun would become others, or would come to lie in the past. */
export function movedTimes(before: Schedule, after: Schedule, now: Instant): (keyof Schedule)[] {
  const had = new Set([...begun(before, now), ...begun(after, now)])
  return scheduleFields.filter(
    (field) => before[field] !== after[field] && (had.has(field) || had.has(opensWith[field] ?? field)),
  )
}

/** From here on, what voters and their ballots rely on stays. An election that nobody voted in can be set anew afterwards. */
export const isSettled = (election: Schedule, hasBallots: boolean, now: Instant): boolean =>
  hasBallots || isWithin(votingHours(election), now)

/** What has happened that settings rest on. */
export interface Underway {
  hasBallots: boolean
  hasNominees: boolean
  /** Nobody has been told of it: its times begin nothing. */
  draft: boolean
  rollFrozenAt: Instant | null
  /** When the freeze record was signed, which nothing in it can change after. */
  frozenAt: Instant | null
}

/**
 * What of a change cannot be, by field, because voting has begun, the freeze record is signed or a rehearsal is on; nothing when
 * all of it can. Times may still be moved after the record was signed: that is a correction of it (`timesToCorrect`).
 */
export function whyCannotChange(
  before: ElectionForm,
  after: ElectionForm,
  { hasBallots, hasNominees, draft, rollFrozenAt, frozenAt }: Underway,
  now: Instant,
): Partial<Record<ElectionField, string>> {
  const why: Partial<Record<ElectionField, string>> = {}
  const changed = new Set(changedFields(before, after))
  const refuse = (field: ElectionField, words: string) => {
    if (changed.has(field)) why[field] ??= words
  }
  if (!draft && before.nominationOpens <= now) refuse('nomineesAccept', candidateText.settingOpened)
  if (hasNominees) refuse('nomineesAccept', candidateText.settingNominated)
  if (hasBallots) {
    refuse('votingOpens', 'Ballots have been cast, so the opening of voting can no longer be changed')
    if (before.votingCloses <= now) refuse('votingCloses', 'Voting is over and cannot be opened again')
  }
  if (!draft && isSettled(before, hasBallots, now)) {
    refuse('seats', 'Voting for these seats has begun, so they can no longer be changed')
    refuse('resultsVisible', 'Voting has begun, so what voters were told can no longer be changed')
    refuse('proxyNeedsSecondAdmin', 'Voting has begun, so this can no longer be changed')
    if (before.packagePublic) refuse('packagePublic', settingsText.packageStaysPublic)
    if (after.votingCloses <= now)
      refuse('votingCloses', `Voting can close now or later, not before ${showInstant(now)}`)
    if (after.rehearsal) refuse('rehearsal', 'Voting has begun: a rehearsal now would confuse voters')
  }
  if (frozenAt !== null) for (const field of frozenFields) refuse(field, settingsText.frozen[field])
  if (rollFrozenAt !== null) refuse('eligibilityDate', settingsText.rollFrozen(showInstant(rollFrozenAt)))
  else if (after.eligibilityDate !== null && after.eligibilityDate <= now)
    refuse('eligibilityDate', settingsText.eligiblePassed)
  if (before.rehearsal && after.rehearsal)
    refuse('seats', 'Turn off the rehearsal first: its ballots belong to the seats as they are')
  return why
}

/** The times that a change would make others than the signed freeze record has them: each is a public correction. */
export const timesToCorrect = (
  before: Schedule,
  after: Schedule,
  { frozenAt }: Pick<Underway, 'frozenAt'>,
): (keyof Schedule)[] => (frozenAt === null ? [] : scheduleFields.filter((field) => before[field] !== after[field]))

type Span = Pick<Schedule, 'nominationOpens' | 'votingCloses'>

/** The election whose days, from the first nomination to the last ballot, meet these. The screens are about one at a time. */
export const overlapping = <Other extends Span>(others: readonly Other[], form: Span): Other | null =>
  others.find((one) => one.nominationOpens < form.votingCloses && form.nominationOpens < one.votingCloses) ?? null

/** As the association described its election: the start of every first plan. */
export const firstElection: ElectionForm = {
  ...defaultElection,
  resultsVisible: 'while voting',
  candidacyFiling: false,
  nomineesAccept: false,
  rehearsal: false,
  proxyNeedsSecondAdmin: false,
  eligibilityDate: null,
  packagePublic: true,
}

/** Time to tell the members before nominations open. */
const noticeMs = 14 * 24 * 60 * 60_000

/**
 * What the first election of a site is offered with: the association's own days while they are ahead, else the same days of the
 * first month that begins in two weeks or later.
 */
export function firstPlan(now: Instant): ElectionForm {
  if (now < firstElection.nominationOpens) return firstElection
  const later = startOfMonth(now + noticeMs) - firstElection.nominationOpens
  const times = eachTime((field) => firstElection[field] + later)
  return { ...firstElection, ...times, title: `${firstElection.title} ${yearOf(times.votingOpens)}` }
}

/** What the next election is offered with: as the last one, on the same days of the first year that lies wholly ahead. */
export function nextElection(last: ElectionForm, now: Instant): ElectionForm {
  const free = Math.max(now, last.votingCloses)
  let years = 1
  while (yearsLater(last.nominationOpens, years) <= free) years++
  return {
    ...last,
    ...eachTime((field) => yearsLater(last[field], years)),
    eligibilityDate: last.eligibilityDate === null ? null : yearsLater(last.eligibilityDate, years),
    title: titleIn(last.title, yearOf(last.votingOpens), years),
    rehearsal: false,
  }
}

/** Two elections have two titles: one without its year gets it. */
export const titleIn = (title: string, year: number, later: number) =>
  title.includes(`${year}`)
    ? title.replaceAll(`${year}`, `${year + later}`)
    : `${title.slice(0, longestTitle - 5)} ${year + later}`

/** Manila keeps UTC+8 all year, so its calendar is the world's eight hours later. */
const manilaAhead = 8 * 60 * 60_000
export const yearOf = (at: Instant) => new Date(at + manilaAhead).getUTCFullYear()

function yearsLater(at: Instant, years: number): Instant {
  const day = new Date(at + manilaAhead)
  return day.setUTCFullYear(day.getUTCFullYear() + years) - manilaAhead
}

/** The first one that is not before this instant. */
function startOfMonth(from: Instant): Instant {
  const day = new Date(from + manilaAhead)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  const first = Date.UTC(year, month, 1) - manilaAhead
  return first >= from ? first : Date.UTC(year, month + 1, 1) - manilaAhead
}
