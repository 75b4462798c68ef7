import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { askLibrary, watchFailures } from './ask-library.ts'

const reply = (status: number, body?: object) => async () =>
  new Response(body ? JSON.stringify(body) : 'oops', { status })
const outcome = (call: () => Promise<Response>) =>
  askLibrary(call).then(
    () => 'ok',
    (error: Error) => (error instanceof AppError ? error.code : error.message),
  )

test.each([
  [reply(200, {}), 'ok'],
  [reply(401, { code: 'INVALID_CODE' }), 'two-factor-wrong'],
  [reply(401, { code: 'INVALID_BACKUP_CODE' }), 'two-factor-wrong'],
  [reply(400, { code: 'INVALID_PASSWORD' }), 'wrong-credentials'],
  [reply(401, { code: 'INVALID_TWO_FACTOR_COOKIE' }), 'two-factor-expired'],
  [reply(400, { code: 'TOTP_NOT_ENABLED' }), 'two-factor-expired'],
  [reply(401, { code: 'UNAUTHORIZED' }), 'not-signed-in'],
  [reply(409, { message: 'Failed to verify backup code.' }), 'site-busy'],
  [reply(500, { code: 'FAILED_TO_CREATE_SESSION' }), 'the account library failed: 500 FAILED_TO_CREATE_SESSION'],
  [reply(400, { code: 'A_NEW_ONE', message: 'Why.' }), 'the account library failed: 400 A_NEW_ONE Why.'],
  [reply(500), 'the account library failed: 500'],
])('reply %# of the library becomes %s', async (call, expected) => {
  expect(await outcome(call)).toBe(expected)
})

test('what the database refused is thrown as it was, even where the library hides it', async () => {
  const lost = Object.assign(new Error('gone'), { code: '57P01' })
  const create = watchFailures(() => ({ id: 'x', findOne: async () => Promise.reject(lost) }) as never)
  const adapter = create({})
  const hides = (answer: () => Promise<Response>) => async () => {
    await adapter.findOne({ model: 'session', where: [] }).catch(() => null)
    return answer()
  }
  for (const answer of [reply(401, { code: 'UNAUTHORIZED' }), reply(200, {}), reply(500)])
    await expect(askLibrary(hides(answer))).rejects.toBe(lost)
  const wraps = async () => {
    await adapter.findOne({ model: 'session', where: [] }).catch(() => {
      throw new Error('something of its own')
    })
    return new Response()
  }
  await expect(askLibrary(wraps)).rejects.toBe(lost)
  // What failed for one person is nothing to another.
  expect(await outcome(reply(200, {}))).toBe('ok')
})
