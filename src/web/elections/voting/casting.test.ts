import { describe, expect, test } from 'vitest'
import { ballotSchema } from '#shared/elections/voting/ballot.ts'
import { ApiError } from '#web/api/client.ts'
import { ballotToSend } from './api.ts'
import { maxTries, sendWithRetry } from './casting.ts'

const failure = (code: ApiError['code']) => new ApiError({ code, message: '' })

/** Returns what the tries do, one after the other; the last one again and again. */
async function attempt(answers: (ApiError | 'saved')[]) {
  const tries: number[] = []
  const pauses: number[] = []
  const outcome = await sendWithRetry(
    () => {
      const next = answers.length > 1 ? answers.shift() : answers[0]
      return next === 'saved' ? Promise.resolve(next) : Promise.reject(next)
    },
    { onTry: (n) => tries.push(n), pause: (ms) => Promise.resolve(void pauses.push(ms)) },
  ).catch((error: ApiError) => error.code)
  return { outcome, tries, pauses }
}

describe('a ballot is sent', () => {
  test('in as many bytes whatever is blank, and read as it was filled in', () => {
    const nominee = '0f8fad5b-d9cb-469f-a165-70867728950e'
    const ballots = [
      [nominee, nominee],
      [nominee, null],
      [null, null],
    ].map((choices) => ({
      secret: 'ab'.repeat(16),
      choices,
    }))
    expect(new Set(ballots.map((ballot) => JSON.stringify(ballotToSend(ballot)).length)).size).toBe(1)
    for (const ballot of ballots) expect(ballotSchema.parse(ballotToSend(ballot))).toMatchObject(ballot)
  })

  test('once, if there is an answer', async () =>
    expect(await attempt(['saved'])).toEqual({ outcome: 'saved', tries: [1], pauses: [] }))

  test('again after a lost reply, a busy site and a broken one, with growing pauses', async () =>
    expect(await attempt([failure('no-connection'), failure('site-busy'), failure('unexpected'), 'saved'])).toEqual({
      outcome: 'saved',
      tries: [1, 2, 3, 4],
      pauses: [1000, 2000, 4000],
    }))

  test('a few times, and then the voter decides', async () => {
    const { outcome, tries } = await attempt([failure('no-connection')])
    expect([outcome, tries.length]).toEqual(['no-connection', maxTries])
  })

  test.each(['already-voted', 'voting-not-open', 'not-signed-in', 'no-nominee-for-vote'] as const)(
    'never again after a plain no: %s',
    async (code) => expect(await attempt([failure(code), 'saved'])).toMatchObject({ outcome: code, tries: [1] }),
  )
})
