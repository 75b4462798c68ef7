import { describe, expect, test } from 'vitest'
import { firstElection, nextElection } from '#shared/elections/settings/settings.ts'
import { manila } from '#shared/time.ts'
import { readTime } from '#web/components/typed-time.ts'
import { fromDraft, merge, problemsOf, toDraft } from './draft.ts'

const election = nextElection(firstElection, manila('2025-06-01'))

describe('an election, as stored and as typed', () => {
  test('what is not touched comes back as it was', () => {
    const exact = { ...election, nominationOpens: election.nominationOpens + 12_345 }
    expect(fromDraft(toDraft(exact), exact)).toEqual(exact)
  })

  // Shows election-18
  test('times are a clock in Manila', () => expect(toDraft(election).votingCloses).toBe('2026-03-29T17:00'))

  test.each(['', '2026-03-29', '2026-03-29T', 'T17:00', '2026-13-40T17:00'])('%j is no time, and told so', (typed) => {
    expect(readTime(typed)).toBeNaN()
    expect(problemsOf({ ...election, votingCloses: readTime(typed) })).toEqual({
      votingCloses: 'Please enter a date and a time',
    })
  })

  test('a time with seconds, as some browsers type it', () =>
    expect(readTime('2026-03-29T17:00:00')).toBe(manila('2026-03-29', '17:00')))
})

describe('two administrators at once', () => {
  const theirs = { ...election, title: 'Theirs', candidacyFiling: true }

  // Shows election-15
  test('what only they changed comes in, what only I changed stays', () => {
    const mine = { ...election, rehearsal: true }
    expect(merge(election, mine, theirs)).toEqual({
      form: { ...theirs, rehearsal: true },
      theirs: ['title', 'candidacyFiling'],
      both: [],
    })
  })

  // Shows election-15
  test('what both changed stays as I typed it, and is named', () => {
    const mine = { ...election, title: 'Mine' }
    const merged = merge(election, mine, theirs)
    expect(merged).toMatchObject({ theirs: ['candidacyFiling'], both: ['title'] })
    expect(merged.form.title).toBe('Mine')
  })

  test('the same change twice is no difference', () =>
    expect(merge(election, { ...election, title: 'Theirs' }, theirs).both).toEqual([]))
})
