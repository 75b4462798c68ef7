import { expect, test } from 'vitest'
import { chanceOfFinding, drawSample, randomBelowFrom, sampleSize } from './sample.ts'

test('300 calls find one stuffed ballot in a hundred with 95 %', () => {
  expect(chanceOfFinding(sampleSize, 0.01)).toBeGreaterThan(0.95)
  expect(chanceOfFinding(sampleSize - 5, 0.01)).toBeLessThan(0.95)
})

const people = Array.from({ length: 1000 }, (_, n) => n)

test('nobody is drawn twice, and from few people all are', () => {
  const drawn = drawSample(people, 300, (end) => Math.floor(Math.random() * end))
  expect(new Set(drawn).size).toBe(300)
  expect(drawSample([1, 2, 3], 300, () => 0).toSorted()).toEqual([1, 2, 3])
  expect(drawSample([], 300, () => 0)).toEqual([])
})

test('each of five is as often among two as the others', () => {
  const random = randomBelowFrom(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
  const times = [0, 0, 0, 0, 0]
  for (let n = 0; n < 20_000; n++) for (const one of drawSample([0, 1, 2, 3, 4], 2, random)) times[one]!++
  for (const often of times) expect(Math.abs(often - 8000)).toBeLessThan(400)
})

test('a word that would favour the small numbers is drawn again', () => {
  const words = [2 ** 32 - 1, 7]
  expect(randomBelowFrom(() => words.shift() ?? 0)(10)).toBe(7)
})
