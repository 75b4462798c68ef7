import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { batch } from './batch.ts'

/** Doubles numbers, and remembers which ones came in one batch. */
function doubling(rules: Parameters<typeof batch<number, number>>[1] = {}, fails?: (numbers: number[]) => boolean) {
  const batches: number[][] = []
  const double = batch(async (numbers: number[]) => {
    batches.push(numbers)
    await wait(100)
    if (fails?.(numbers)) throw new Error(`not ${numbers.join()}`)
    return numbers.map((one) => one * 2)
  }, rules)
  return { double, batches }
}

test('what comes while a statement is under way shares the next one, and each gets its own answer', async () => {
  const { double, batches } = doubling()
  const early = [1, 2, 3].map(double)
  await expect.poll(() => batches.length).toBe(1)
  const late = [4, 5].map(double)
  expect(await Promise.all([...early, ...late])).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('nothing is answered by a statement that began before it was asked', async () => {
  let held = 'before'
  let begun = false
  const read = batch(async (asked: string[]) => {
    const seen = held
    begun = true
    await wait(100)
    return asked.map(() => seen)
  })
  const first = read('a')
  await expect.poll(() => begun).toBe(true)
  held = 'after'
  expect(await read('b')).toBe('after')
  expect(await first).toBe('before')
})

test('a statement that hangs is not waited for longer than its time', async () => {
  const held: (() => void)[] = []
  const read = batch(
    async (asked: string[]) => {
      if (asked.includes('hangs')) await new Promise<void>((resolve) => held.push(resolve))
      return asked
    },
    { patienceMs: 30 },
  )
  const hanging = read('hangs')
  await expect.poll(() => held.length).toBe(1)
  expect(await Promise.all(['a', 'b'].map(read))).toEqual(['a', 'b'])
  held[0]?.()
  expect(await hanging).toBe('hangs')
})

test('no more than so many at once, in their order', async () => {
  const { double, batches } = doubling({ maxSize: 2 })
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1, 2], [3, 4], [5]])
})

test('those of one name wait for each other', async () => {
  const { double, batches } = doubling({ conflictKey: (one) => String(one % 10) })
  expect(await Promise.all([1, 11, 2, 21].map(double))).toEqual([2, 22, 4, 42])
  expect(batches).toEqual([[1, 2], [11], [21]])
})

describe('a failure', () => {
  test('is told to everybody who shared it, and the next are served', async () => {
    const { double } = doubling({}, (numbers) => numbers.includes(2))
    const outcomes = await Promise.allSettled([1, 2, 3].map(double))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await double(4)).toBe(8)
  })

  test('of one takes no other with it, where that can be told', async () => {
    const { double } = doubling({ isItemError: () => true }, (numbers) => numbers.includes(2))
    const outcomes = await Promise.allSettled([1, 2, 3].map(double))
    expect(outcomes).toMatchObject([{ value: 2 }, { status: 'rejected' }, { value: 6 }])
  })

  test('is also an answer too few', async () => {
    const lame = batch(async (items: number[]) => items.slice(1))
    const outcomes = await Promise.allSettled([1, 2].map(lame))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
