import { expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { beginProxy, whyNotVoter, withVoter } from './proxy-draft.ts'

const juan = { id: 'juan', name: 'JUAN', idNumber: null, ms: null, region: 'NCR' as const, voted: false, onRoll: true }
const maria = { ...juan, id: 'maria', name: 'MARIA' }

test('another member is another ballot: authority, form, choices and secret begin anew', () => {
  const begun = {
    ...withVoter(beginProxy(defaultElection.seats), juan),
    authority: 'a letter',
    signedForm: { id: 'form' },
  }
  const filled = { ...begun, choices: begun.choices.map(() => 'somebody') }
  expect(withVoter(filled, juan)).toBe(filled)
  const next = withVoter(filled, maria)
  expect(next).toMatchObject({
    voter: maria,
    authority: '',
    signedForm: null,
    choices: defaultElection.seats.map(() => null),
  })
  expect(next.secret).not.toBe(filled.secret)
})

// Shows proxy-05
test.each([
  [{ voted: false, onRoll: true }, null],
  [{ voted: true, onRoll: true }, 'Has voted'],
  [{ voted: false, onRoll: false }, 'Not on the roll'],
])('%j: %s', (voter, why) => expect(whyNotVoter(voter)).toBe(why))
