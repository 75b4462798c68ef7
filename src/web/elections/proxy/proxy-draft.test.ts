import { expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/defaults.ts'
import { beginProxy, whyNotVoter, withVoter } from './proxy-draft.ts'

const juan = { id: 'juan', name: 'JUAN', idNumber: null, ms: null, region: 'NCR' as const, voted: false }
const maria = { ...juan, id: 'maria', name: 'MARIA' }

// Shows proxy-18
test('another member is another ballot: authority, form, choices and secret begin anew', () => {
  const begun = { ...withVoter(beginProxy(defaultElection.seats), juan), authority: 'a letter', formId: 'form' }
  const filled = { ...begun, choices: begun.choices.map(() => 'somebody') }
  expect(withVoter(filled, juan)).toBe(filled)
  const next = withVoter(filled, maria)
  expect(next).toMatchObject({
    voter: maria,
    authority: '',
    formId: null,
    choices: defaultElection.seats.map(() => null),
  })
  expect(next.secret).not.toBe(filled.secret)
})

// Shows proxy-05
test.each([
  [{ voted: false, region: 'NCR' as const }, null],
  [{ voted: true, region: 'NCR' as const }, 'Has voted'],
  [{ voted: false, region: null }, 'No region on record'],
])('%j: %s', (voter, why) => expect(whyNotVoter(voter)).toBe(why))
