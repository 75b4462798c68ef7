import { expect, test } from 'vitest'
import { approvalBatch, type ShownApplicant } from '#shared/members/approval/approval.ts'
import { inBatches } from './in-batches.ts'

const people = Array.from({ length: 2 * approvalBatch + 5 }, (_, n) => ({
  id: `person ${n}`,
  version: n + 1,
  name: 'ANA',
}))

test('everybody is sent once, in order and in batches', async () => {
  const sent: ShownApplicant[][] = []
  const { answers, left } = await inBatches(people, async (applicants) => sent.push(applicants))
  expect(sent.map(({ length }) => length)).toEqual([approvalBatch, approvalBatch, 5])
  expect(sent.flat()).toEqual(people.map(({ id, version }) => ({ id, version })))
  expect([answers.length, left]).toEqual([3, []])
})

test('when a batch fails, what was answered before it counts, and the rest is left', async () => {
  const lost = new Error('lost')
  let asked = 0
  const { answers, left, error } = await inBatches(people, async (applicants) => {
    if (++asked === 2) throw lost
    return applicants.length
  })
  expect([answers, error, asked]).toEqual([[approvalBatch], lost, 2])
  expect(left).toEqual(people.slice(approvalBatch))
})
