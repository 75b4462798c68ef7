import { expect, test } from 'vitest'
import { stages, type Stage } from '#shared/elections/lifecycle.ts'
import { firstElection } from './offered-plan.ts'
import type { ElectionField } from './settings.ts'
import { fieldsOfStep, stepNow, stepOfFields } from './steps.ts'

test.each<[Stage, boolean, string]>([
  ['draft', false, 'overview'],
  ['announced', false, 'overview'],
  ['nomination', false, 'nominees'],
  ['campaign', false, 'overview'],
  ['voting', false, 'overview'],
  ['voting', true, 'overview'],
  ['counting', true, 'closing'],
  ['counting', false, 'overview'],
  ['counted', true, 'closing'],
  ['counted', false, 'overview'],
  ['certified', true, 'closing'],
  ['cancelled', true, 'overview'],
])('%s, ballots %s: the step that opens is %s', (stage, hasBallots, step) => {
  expect(stepNow(stage, hasBallots)).toBe(step)
})

test('every stage was tried, and every setting has its step', () => {
  expect(stages.length).toBe(8)
  const fields: ElectionField[] = Object.values(fieldsOfStep).flat()
  expect(fields.toSorted()).toEqual(Object.keys(firstElection).toSorted())
})

test.each([
  [['votingCloses'], 'setup'],
  [['rehearsal', 'seats.2.slot'], 'setup'],
  [['nomineesAccept'], 'nominees'],
  [['packagePublic'], 'voting'],
  [['reason'], null],
  [[], null],
])('what was refused of %j is in the step %s', (paths, step) => {
  expect(stepOfFields(paths)).toBe(step)
})
