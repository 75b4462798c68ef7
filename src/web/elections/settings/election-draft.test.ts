import { describe, expect, test } from 'vitest'
import { firstElection, nextElection } from '#shared/elections/settings/offered-plan.ts'
import { manila } from '#shared/time.ts'
import { readTime } from '#web/components/typed-time.ts'
import { checkDraft, followingFrom, fromDraft, savedMeanwhile, toDraft, type ElectionDraft } from './election-draft.ts'

const election = nextElection(firstElection, manila('2025-06-01'))

const change = (draft: ElectionDraft, part: Partial<ElectionDraft>): ElectionDraft => ({
  ...draft,
  ...followingFrom(draft, part),
  ...part,
})

function problemsOf(draft: ElectionDraft) {
  const checked = checkDraft(draft)
  return 'problems' in checked ? checked.problems : {}
}

describe('an election, as stored and as typed', () => {
  test('what is not touched comes back as it was', () => {
    const exact = { ...election, nominationOpens: election.nominationOpens + 12_345 }
    expect(fromDraft(toDraft(exact))).toEqual(exact)
  })

  test('times are a clock in Manila', () => expect(toDraft(election).votingCloses).toBe('2026-03-29T17:00'))

  test.each(['', '2026-03-29', '2026-03-29T', 'T17:00', '2026-13-40T17:00'])('%j is no time, and told so', (typed) => {
    expect(readTime(typed)).toBeNaN()
    expect(problemsOf({ ...toDraft(election), votingCloses: typed })).toEqual({
      votingCloses: 'Please enter a date and a time',
    })
  })

  test('a time with seconds, as some browsers type it', () =>
    expect(readTime('2026-03-29T17:00:00')).toBe(manila('2026-03-29', '17:00')))
})

describe('two administrators at once', () => {
  const theirs = toDraft({ ...election, title: 'Theirs', candidacyFiling: true })
  const typed = (part: Partial<ElectionDraft>): ElectionDraft => ({ ...toDraft(election), ...part })

  test.each<[string, Partial<ElectionDraft>, string[], string[]]>([
    ['what only they changed comes in', { rehearsal: true }, ['title', 'candidacyFiling'], []],
    ['what both changed stays as I typed it', { title: 'Mine' }, ['candidacyFiling'], ['title']],
    ['the same change twice is no difference', { title: 'Theirs ' }, ['candidacyFiling'], []],
  ])('%s, and is named', (_what, mine, fromThem, both) =>
    expect(savedMeanwhile({ mine: typed(mine), theirs })).toEqual({ theirs: fromThem, both }),
  )
})

describe('what follows from a time that is typed', () => {
  const draft = toDraft(election)

  test('nothing takes its own place', () => {
    expect(followingFrom(draft, { voteLinkOpens: '2026-03-29T09:29' })).not.toHaveProperty('voteLinkOpens')
    expect(followingFrom(draft, { voteLinkCloses: '2026-03-29T09:50' })).not.toHaveProperty('voteLinkCloses')
  })

  const link = ({ voteLinkOpens, voteLinkCloses }: typeof draft) => [voteLinkOpens, voteLinkCloses]

  test('the Vote link has the whole days of voting, also while one of them is being typed', () => {
    const emptied = change(change(draft, { votingOpens: '' }), { votingCloses: '' })
    expect(link(emptied)).toEqual(['', ''])
    const typed = change(change(emptied, { votingOpens: '2026-05-02T08:00' }), { votingCloses: '2026-05-03T17:00' })
    expect(link(typed)).toEqual(['2026-05-02T00:00', '2026-05-04T00:00'])
    expect(link(change(typed, { votingCloses: '2026-05-04T00:00' }))).toEqual(['2026-05-02T00:00', '2026-05-04T00:00'])
  })

  test.each(['0001-01-01T00:00', '0000-01-01T00:00', '9999-12-31T23:59', '275760-09-13T00:00', 'T'])(
    'and is back with the next time after %s',
    (odd) => {
      const typed = change(draft, { votingOpens: odd, votingCloses: odd })
      expect(change(typed, { votingOpens: draft.votingOpens, votingCloses: draft.votingCloses })).toEqual(draft)
    },
  )

  test('but not one that was given times of its own', () => {
    const own = change(draft, { voteLinkOpens: '2026-03-28T00:00' })
    expect(link(change(own, { votingOpens: '2026-05-02T08:00', votingCloses: '2026-05-02T17:00' }))).toEqual([
      '2026-03-28T00:00',
      '2026-05-03T00:00',
    ])
  })

  test('times of candidacy stay as stored while nobody may file, and are those of nomination when members may', () => {
    const moved = change(draft, {
      nominationOpens: '2026-01-01T00:00',
      nominationCloses: '2026-01-15T00:00',
      adminNominationCloses: '2026-01-15T00:00',
      votingOpens: '2026-02-01T00:00',
      votingCloses: '2026-02-01T17:00',
    })
    expect(problemsOf(moved)).toEqual({})
    expect(fromDraft({ ...moved, candidacyOpens: '' }).candidacyOpens).toBe(election.candidacyOpens)
    const filed = change(moved, { candidacyFiling: true })
    expect([filed.candidacyOpens, filed.candidacyCloses]).toEqual(['2026-01-01T00:00', '2026-01-15T00:00'])
    expect(problemsOf(filed)).toEqual({})
    expect(change(draft, { candidacyFiling: true })).toEqual({ ...draft, candidacyFiling: true })
  })
})
