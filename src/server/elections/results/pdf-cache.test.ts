import { expect, test } from 'vitest'
import { createPdfCache } from './pdf-cache.ts'

function aDesk() {
  let times = 0
  const draw = async () => Buffer.from(`drawing ${++times}`)
  return { kept: createPdfCache(), draw, times: () => times }
}

test('a paper is drawn once for all who ask, and again for other figures or another name', async () => {
  const { kept, draw, times } = aDesk()
  const figures = {}
  const all = await Promise.all(Array.from({ length: 20 }, () => kept(figures, 'ARRAPI', draw)))
  expect([new Set(all).size, times()]).toEqual([1, 1])
  await kept({}, 'ARRAPI', draw)
  await kept(figures, 'ARRAPI, Inc.', draw)
  expect(times()).toBe(3)
})

test('a drawing that failed is tried again for the next who asks', async () => {
  const { kept, draw } = aDesk()
  const figures = {}
  await expect(kept(figures, 'ARRAPI', () => Promise.reject(new Error('no font')))).rejects.toThrow('no font')
  expect(`${await kept(figures, 'ARRAPI', draw)}`).toBe('drawing 1')
})
