import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { concurrencyLimit } from './concurrency-limit.ts'

/** Work that ends when a test says so, and a list of what has begun. */
function workshop(atOnce: number, mayWait = 100) {
  const pass = concurrencyLimit(atOnce, mayWait)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const start = (name: string, lane?: string, signal?: AbortSignal) =>
    pass(
      () => {
        begun.push(name)
        return new Promise<void>((end) => ends.push(end))
      },
      { ...(lane && { lane }), signal },
    )
  const endOne = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { start, begun, endOne }
}

test('a few at a time, the rest in order', async () => {
  const { start, begun, endOne } = workshop(2)
  for (const name of ['a', 'b', 'c', 'd']) void start(name)
  expect(begun).toEqual(['a', 'b'])
  await endOne()
  expect(begun).toEqual(['a', 'b', 'c'])
  await endOne()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('lanes take turns: a crowd in one does not hold up another', async () => {
  const { start, begun, endOne } = workshop(1)
  void start('first')
  for (let n = 0; n < 50; n++) void start(`crowd ${n}`, 'crowd')
  void start('member', 'home')
  await endOne()
  await endOne()
  expect(begun).toEqual(['first', 'crowd 0', 'member'])
})

test('a full lane is refused, other lanes are not', async () => {
  const { start } = workshop(1, 2)
  void start('inside')
  void start('1', 'crowd')
  void start('2', 'crowd')
  await expect(start('3', 'crowd')).rejects.toBeInstanceOf(AppError)
  void start('elsewhere', 'home')
})

test('who hangs up loses the place, and nothing runs for them', async () => {
  const { start, begun, endOne } = workshop(1)
  const caller = new AbortController()
  void start('inside')
  const gone = start('gone', 'a', caller.signal)
  void start('next', 'a')
  caller.abort()
  await expect(gone).rejects.toBeInstanceOf(AppError)
  await endOne()
  expect(begun).toEqual(['inside', 'next'])
})
