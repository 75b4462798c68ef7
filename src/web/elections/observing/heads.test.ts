import { expect, test } from 'vitest'
import { addHeads, hashOfStatement, noHeads } from './heads.ts'

async function aLine(number: number, previous: string | null): Promise<{ line: string; hash: string }> {
  const statement = JSON.stringify({ type: 'head/1', number, previous, cast: number, size: 7 * number })
  const hash = (await hashOfStatement('head/1', statement)) ?? ''
  return { line: JSON.stringify({ statement, signature: 'ab' }), hash }
}

test('heads that follow one another are kept word for word', async () => {
  const first = await aLine(0, null)
  const second = await aLine(1, first.hash)
  const once = await addHeads(noHeads, [first.line])
  const twice = await addHeads(once, [second.line])
  expect(twice.lines).toEqual([first.line, second.line])
  expect(twice).toMatchObject({ brokenAt: null, lastHash: second.hash, last: { number: 1 } })
})

test.each([
  ['names another head before it', 1, 'f'.repeat(64)],
  ['leaves one out', 2, null],
])('a head that %s is told, and kept all the same', async (_what, number, previous) => {
  const first = await aLine(0, null)
  const wrong = await aLine(number, previous ?? first.hash)
  const collected = await addHeads(await addHeads(noHeads, [first.line]), [wrong.line])
  expect(collected.brokenAt).toBe(number)
  expect(collected.lines).toHaveLength(2)
  const after = await aLine(number + 1, wrong.hash)
  expect((await addHeads(collected, [after.line])).brokenAt).toBe(number)
})

test('where nothing can be hashed, numbers are still looked at', async () => {
  const none = async () => null
  const lines = [(await aLine(0, null)).line, (await aLine(2, null)).line]
  expect(await addHeads(noHeads, lines, none)).toMatchObject({ brokenAt: 2, lastHash: null })
})
