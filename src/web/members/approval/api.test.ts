import { describe, expect, test } from 'vitest'
import { approvalBatch, type ShownApplicant } from '#shared/members/approval/approval.ts'
import { ApiError } from '#web/api/client.ts'
import { runBatches, sendInBatches, type BatchAnswer } from './api.ts'

const people = Array.from({ length: 2 * approvalBatch + 5 }, (_, n) => ({
  id: `person ${n}`,
  version: n + 1,
  name: 'ANA',
}))

test('everybody is sent once, in order and in batches', async () => {
  const sent: ShownApplicant[][] = []
  const { answers, left } = await sendInBatches(people, async (applicants) => sent.push(applicants))
  expect(sent.map(({ length }) => length)).toEqual([approvalBatch, approvalBatch, 5])
  expect(sent.flat()).toEqual(people.map(({ id, version }) => ({ id, version })))
  expect([answers.length, left]).toEqual([3, []])
})

test('when a batch fails, what was answered before it counts, and the rest is left', async () => {
  const lost = new Error('lost')
  let asked = 0
  const { answers, left, error } = await sendInBatches(people, async (applicants) => {
    if (++asked === 2) throw lost
    return applicants.length
  })
  expect([answers, error, asked]).toEqual([[approvalBatch], lost, 2])
  expect(left).toEqual(people.slice(approvalBatch))
})

const dropOut = () => new ApiError({ code: 'no-connection', message: 'gone' })

/** Plays the answers one after the other; an error is thrown. */
async function run(answers: (BatchAnswer | Error)[], { stopAfter = Infinity } = {}) {
  const seen: number[] = []
  const waited: number[] = []
  let asked = 0
  const end = await runBatches({
    step: async () => {
      const next = answers[asked++]
      if (next === undefined) throw new Error('asked too often')
      if (next instanceof Error) throw next
      return next
    },
    onRemaining: (remaining) => seen.push(remaining),
    stopped: () => asked >= stopAfter,
    wait: async (ms) => waited.push(ms),
  })
  return { end, seen, waited, asked }
}

describe('deciding on all', () => {
  test('goes on until nobody is left', async () => {
    const { end, seen } = await run([
      { done: 100, remaining: 150 },
      { done: 100, remaining: 50 },
      { done: 50, remaining: 0 },
    ])
    expect(end).toEqual({ status: 'done' })
    expect(seen).toEqual([150, 50, 0])
  })

  test('stops between two batches', async () => {
    const { end, asked } = await run(
      [
        { done: 100, remaining: 150 },
        { done: 100, remaining: 50 },
      ],
      { stopAfter: 2 },
    )
    expect(end).toEqual({ status: 'stopped' })
    expect(asked).toBe(2)
  })

  test('a drop-out is waited out, longer each time', async () => {
    const { end, seen, waited } = await run([dropOut(), dropOut(), { done: 20, remaining: 0 }])
    expect(end).toEqual({ status: 'done' })
    expect(seen).toEqual([0])
    expect(waited).toEqual([1000, 2000])
  })

  test('a connection that stays away ends the run with the reason', async () => {
    const { end, waited } = await run([{ done: 100, remaining: 150 }, ...Array.from({ length: 5 }, dropOut)])
    expect(end).toMatchObject({ status: 'failed', error: { code: 'no-connection' } })
    expect(waited).toEqual([1000, 2000, 4000, 8000])
  })

  test('a refusal is not tried again', async () => {
    const refused = new ApiError({ code: 'id-numbers-exhausted', message: 'Failed to generate ID number' })
    const { end, asked } = await run([refused])
    expect(end).toEqual({ status: 'failed', error: refused })
    expect(asked).toBe(1)
  })

  test('pressing Stop during a drop-out is a stop, not a failure', async () => {
    expect((await run([dropOut()], { stopAfter: 1 })).end).toEqual({ status: 'stopped' })
  })

  test('batches that decide on nobody do not go on for ever', async () => {
    const { end, asked } = await run(Array.from({ length: 9 }, () => ({ done: 0, remaining: 5 })))
    expect(end).toEqual({ status: 'stopped' })
    expect(asked).toBe(3)
  })
})
