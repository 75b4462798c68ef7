import { describe, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { firstElection, nextElection } from './offered-plan.ts'
import {
  changedFields,
  electionSchema,
  isScheduleSettled,
  lockedFields,
  movedTimes,
  overlapping,
  timesToCorrect,
  whyCannotChange,
  type ElectionField,
  type ElectionForm,
  type Underway,
} from './settings.ts'

/** The default election, moved by a year: nomination from 1 March, voting on 29 March 2026. */
const election = nextElection(firstElection, manila('2025-06-01'))
const hour = 60 * 60_000
const problemsOf = (form: unknown) =>
  electionSchema.safeParse(form).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

const fieldsOf = (why: object) => Object.keys(why).join(' ')
const nothingFrozen = { hasBallots: false, hasNominees: false, draft: false, rollFrozenAt: null, frozenAt: null }

describe('the form', () => {
  test('stands as it is offered', () => expect(problemsOf(election)).toEqual([]))

  test.each<[string, Partial<ElectionForm> | Record<string, unknown>, string, string]>([
    ['no title', { title: '  ' }, 'title', 'Title is required'],
    ['no seat', { seats: [] }, 'seats', 'An election needs at least one seat'],
    ['a seat without a name', { seats: [{ slot: ' ', ms: 'PA' }] }, 'seats.0.slot', 'The name of a seat is required'],
    [
      'two seats of one name',
      {
        seats: [
          { slot: 'PN', ms: 'PN' },
          { slot: 'pn ', ms: 'PN' },
        ],
      },
      'seats',
      'Two seats have the same name',
    ],
    [
      'eligibility after voting opens',
      { eligibilityDate: election.votingOpens + 1 },
      'eligibilityDate',
      'The date of eligibility must not be later than the opening of voting',
    ],
    ['no time', { votingOpens: null }, 'votingOpens', 'Please enter a date and a time'],
    ['a year mistyped', { votingOpens: manila('0226-03-29') }, 'votingOpens', 'Please check the year'],
    [
      'voting that closes as it opens',
      { votingCloses: election.votingOpens },
      'votingCloses',
      'Voting must close after it opens',
    ],
  ])('%s is told beside its field', (_what, wrong, field, message) =>
    expect(problemsOf({ ...election, ...wrong })).toContainEqual([field, message]),
  )
})

describe('times that have begun', () => {
  const now = election.nominationOpens
  test.each<[string, Partial<ElectionForm>, ElectionField[]]>([
    ['the one that begins at this instant', { nominationOpens: now + hour }, ['nominationOpens']],
    ['the end of a window that has begun', { nominationCloses: now + hour }, ['nominationCloses']],
    ['one of a window that lies ahead', { votingCloses: election.votingCloses + hour }, []],
    ['one that is put into the past', { nominationCloses: now - hour }, ['nominationCloses']],
    ['none', {}, []],
  ])('%s: moved are %j', (_which, change, moved) =>
    expect(movedTimes(election, { ...election, candidacyOpens: election.candidacyOpens, ...change }, now)).toEqual(
      moved,
    ),
  )
})

describe('what voting rests on', () => {
  const { votingOpens, votingCloses } = election
  test.each([
    [votingOpens - 1, false, false],
    [votingOpens, false, true],
    [votingCloses - 1, false, true],
    [votingCloses, false, false],
    [votingCloses, true, true],
    [votingOpens - 1, true, true],
  ])('at %i, with ballots %s, is settled: %s', (now, ballots, settled) =>
    expect(isScheduleSettled(election, ballots, now)).toBe(settled),
  )

  const underwayWith = (hasBallots: boolean) => ({ ...nothingFrozen, hasNominees: true, hasBallots })
  const fewer = { seats: election.seats.slice(1) }
  const rehearsing = { ...election, rehearsal: true }
  const closed = { ...election, resultsVisible: 'after close' as const }
  const careful = { ...election, proxyNeedsSecondAdmin: true }
  // Shows rehearsal-08
  test.each<[string, ElectionForm, Partial<ElectionForm>, number, boolean, string]>([
    ['seats before voting', election, fewer, votingOpens - 1, false, ''],
    ['seats while voting', election, fewer, votingOpens, false, 'seats'],
    ['seats of an election nobody voted in', election, fewer, votingCloses, false, ''],
    ['seats with ballots', election, fewer, votingCloses, true, 'seats'],
    ['seats of a rehearsal that goes on', rehearsing, fewer, votingOpens - 1, false, 'seats'],
    ['seats with the end of the rehearsal', rehearsing, { ...fewer, rehearsal: false }, votingOpens - 1, false, ''],
    [
      'no second administrator any more',
      careful,
      { proxyNeedsSecondAdmin: false },
      votingOpens,
      false,
      'proxyNeedsSecondAdmin',
    ],
    ['the same, in time', careful, { proxyNeedsSecondAdmin: false }, votingOpens - 1, false, ''],
    ['results shown early', closed, { resultsVisible: 'while voting' }, votingOpens, false, 'resultsVisible'],
    ['a rehearsal beside voting', election, { rehearsal: true }, votingOpens, false, 'rehearsal'],
    ['one after an election nobody voted in', election, { rehearsal: true }, votingCloses, false, 'rehearsal'],
    ['the end of one', rehearsing, { rehearsal: false }, votingOpens, true, ''],
    ['the opening, before any ballot', election, { votingOpens: votingOpens + 1 }, votingOpens, false, ''],
    ['the opening, with ballots', election, { votingOpens: votingOpens + 1 }, votingOpens + 2, true, 'votingOpens'],
    ['closing later', election, { votingCloses: votingCloses + hour }, votingCloses - 1, true, ''],
    ['closing earlier', election, { votingCloses: votingCloses - hour }, votingOpens, true, ''],
    ['closing in the past', election, { votingCloses: votingCloses - hour }, votingCloses - hour, true, 'votingCloses'],
    [
      'opening again after the close',
      election,
      { votingCloses: votingCloses + hour },
      votingCloses,
      true,
      'votingCloses',
    ],
    ['the title and candidacy', election, { title: 'New', candidacyFiling: true }, votingOpens, true, ''],
  ])('%s', (_what, before, change, now, ballots, refused) =>
    expect(fieldsOf(whyCannotChange(before, { ...before, ...change }, underwayWith(ballots), now))).toBe(refused),
  )

  test.each([
    ['later than announced', hour, ''],
    ['earlier than announced', -hour, 'votingCloses'],
  ])('once the record is signed, voting that closes %s', (_when, by, refused) => {
    const after = { ...election, votingCloses: votingCloses + by }
    const underway = { ...underwayWith(true), frozenAt: votingOpens }
    expect(fieldsOf(whyCannotChange(election, after, underway, votingOpens))).toBe(refused)
  })
})

describe('what is locked', () => {
  const { nominationOpens, votingOpens, votingCloses } = election
  const rehearsing = { ...election, rehearsal: true }
  const voted = { ...nothingFrozen, hasNominees: true, hasBallots: true }
  const settled = 'seats resultsVisible candidatesByLot proxyNeedsSecondAdmin'
  const closedPackage = { ...election, packagePublic: false }
  test.each<[string, ElectionForm, Underway, number, string]>([
    ['nothing before nomination', election, nothingFrozen, nominationOpens - 1, ''],
    ['who is asked, from nomination on', election, nothingFrozen, nominationOpens, 'nomineesAccept'],
    ['who is asked, once somebody is', election, { ...nothingFrozen, hasNominees: true }, 0, 'nomineesAccept'],
    ['nothing of a draft', election, { ...nothingFrozen, draft: true }, votingOpens, ''],
    ['seats of a rehearsal', rehearsing, nothingFrozen, nominationOpens - 1, 'seats'],
    [
      'what voters rely on, from the instant voting opens',
      election,
      nothingFrozen,
      votingOpens,
      `nomineesAccept ${settled} packagePublic rehearsal`,
    ],
    ['a rehearsal can still end', rehearsing, nothingFrozen, votingOpens, `nomineesAccept ${settled} packagePublic`],
    [
      'a closed package can still be opened',
      closedPackage,
      nothingFrozen,
      votingOpens,
      `nomineesAccept ${settled} rehearsal`,
    ],
    [
      'an election that nobody voted in can be set anew',
      election,
      nothingFrozen,
      votingCloses,
      'nomineesAccept rehearsal',
    ],
    [
      'the times that ballots rest on',
      election,
      voted,
      votingCloses,
      `nomineesAccept votingOpens votingCloses ${settled} packagePublic rehearsal`,
    ],
    [
      'the date of a frozen roll',
      election,
      { ...nothingFrozen, rollFrozenAt: 1 },
      0,
      'eligibilityDate goodStandingOnly',
    ],
    [
      'what the freeze record says',
      election,
      { ...nothingFrozen, frozenAt: votingOpens },
      votingCloses,
      'nomineesAccept rehearsal title seats resultsVisible proxyNeedsSecondAdmin goodStandingOnly',
    ],
  ])('%s', (_what, form, underway, now, locked) =>
    expect(fieldsOf(lockedFields(form, underway, { now, endsRehearsal: false }))).toBe(locked),
  )

  test('the first reason is given, and the end of a rehearsal frees its seats', () => {
    const why = (form: ElectionForm, now: number, endsRehearsal: boolean) =>
      lockedFields(form, nothingFrozen, { now, endsRehearsal }).seats
    expect(why(rehearsing, votingOpens, false)).toContain('Voting for these seats has begun')
    expect(why(rehearsing, votingOpens - 1, false)).toContain('Turn off the rehearsal first')
    expect(why(rehearsing, votingOpens - 1, true)).toBeUndefined()
  })
})

// Shows election-35
test.each([
  ['before nomination opens', election.nominationOpens - 1, false, true],
  ['once somebody is nominated', election.nominationOpens - 1, true, false],
  ['when nomination opens', election.nominationOpens, false, false],
])('asking nominees to accept: %s', (_when, now, hasNominees, changeable) => {
  const underway = { ...nothingFrozen, hasNominees }
  const why = whyCannotChange(election, { ...election, nomineesAccept: true }, underway, now)
  expect(why.nomineesAccept === undefined).toBe(changeable)
})

describe('what the signed freeze record rests on', () => {
  const { votingOpens, votingCloses } = election
  const none = nothingFrozen
  const rollFrozen = { ...none, rollFrozenAt: votingOpens - 24 * hour }
  const frozen = { ...rollFrozen, frozenAt: votingOpens }
  const dated = { ...election, eligibilityDate: votingOpens - 24 * hour }

  test.each<[string, Partial<ElectionForm>, Underway, number, ElectionField[]]>([
    ['seats of a draft', { seats: election.seats.slice(1) }, { ...none, draft: true }, votingOpens, []],
    ['a draft’s nominees', { nomineesAccept: true }, { ...none, draft: true }, election.nominationOpens, []],
    ['the title, before', { title: 'New' }, rollFrozen, votingOpens - 1, []],
    ['the title', { title: 'New' }, frozen, votingOpens, ['title']],
    ['the title, when nobody voted', { title: 'New' }, frozen, votingCloses, ['title']],
    ['seats, when nobody voted', { seats: election.seats.slice(1) }, frozen, votingCloses, ['seats']],
    ['the second administrator', { proxyNeedsSecondAdmin: true }, frozen, votingCloses, ['proxyNeedsSecondAdmin']],
    ['when results are shown', { resultsVisible: 'after close' }, frozen, votingCloses, ['resultsVisible']],
    ['candidacy and times', { candidacyFiling: true, votingCloses: votingCloses + hour }, frozen, votingOpens, []],
    ['the eligibility, while it is ahead', { eligibilityDate: votingOpens }, none, votingOpens - 24 * hour, []],
    ['no eligibility any more', { eligibilityDate: null }, none, votingOpens - 48 * hour, []],
    ['one that has passed', { eligibilityDate: votingOpens - hour }, none, votingOpens - hour, ['eligibilityDate']],
    ['one after the roll was frozen', { eligibilityDate: null }, rollFrozen, votingOpens - 1, ['eligibilityDate']],
    ['good standing, in time', { goodStandingOnly: true }, none, votingOpens - 48 * hour, []],
    ['good standing, once the roll is frozen', { goodStandingOnly: true }, rollFrozen, 0, ['goodStandingOnly']],
    ['a public package, before voting', { packagePublic: false }, rollFrozen, votingOpens - 1, []],
    ['a public package, while voting', { packagePublic: false }, frozen, votingOpens, ['packagePublic']],
  ])('%s', (_what, change, underway, now, refused) =>
    expect(Object.keys(whyCannotChange(dated, { ...dated, ...change }, underway, now))).toEqual(refused),
  )

  test('a package that was closed may be opened at any time', () => {
    const closed = { ...election, packagePublic: false }
    expect(whyCannotChange(closed, { ...closed, packagePublic: true }, frozen, votingOpens)).toEqual({})
  })

  test('moved times are corrections once it is signed, whether or not they had begun', () => {
    const later = { ...election, votingCloses: votingCloses + hour, voteLinkCloses: election.voteLinkCloses + hour }
    expect(timesToCorrect(election, later, frozen)).toEqual(['voteLinkCloses', 'votingCloses'])
    expect(timesToCorrect(election, later, rollFrozen)).toEqual([])
    expect(timesToCorrect(election, { ...election }, frozen)).toEqual([])
  })
})

test('changed fields are named, and seats compared as a whole', () => {
  expect(changedFields(election, { ...election, seats: [...election.seats] })).toEqual([])
  expect(changedFields(election, { ...election, title: 'x', seats: election.seats.slice(1) })).toEqual([
    'title',
    'seats',
  ])
})

test.each([
  [10, 20, false],
  [15, 25, true],
  [20, 30, true],
  [29, 35, true],
  [30, 40, false],
  [5, 50, true],
])('an election from %i to %i meets one from 20 to 30: %s', (nominationOpens, votingCloses, meets) =>
  expect(overlapping([{ nominationOpens: 20, votingCloses: 30 }], { nominationOpens, votingCloses }) !== null).toBe(
    meets,
  ),
)
