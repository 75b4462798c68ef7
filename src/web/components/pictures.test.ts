import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centred, mostZoom, moved, within, zoomed, zoomOf } from './pictures.ts'

const portrait = { width: 900, height: 1200 }

// Shows registration-81
test.each([
  ['from the middle', centred(portrait), { x: 0, y: 150, side: 900 }],
  ['moved up', moved(portrait, centred(portrait), 0, -100), { x: 0, y: 50, side: 900 }],
  ['moved out of the picture', moved(portrait, centred(portrait), 5000, 5000), { x: 0, y: 300, side: 900 }],
  ['nearer', zoomed(portrait, centred(portrait), 1.5, 600), { x: 150, y: 300, side: 600 }],
  ['nearer than its pixels allow', zoomed(portrait, centred(portrait), 9, 600), { x: 150, y: 300, side: 600 }],
  ['farther than it is', zoomed(portrait, centred(portrait), 0.1, 600), { x: 0, y: 150, side: 900 }],
  ['of nothing', within(portrait, { x: Number.NaN, y: -1, side: Number.NaN }, 600), { x: 0, y: 0, side: 600 }],
  [
    'of a picture that is just large enough',
    within({ width: 600, height: 700 }, { x: 9, y: 900, side: 1 }, 600),
    { x: 0, y: 100, side: 600 },
  ],
])('a crop %s', (_what, crop, expected) => expect(crop).toEqual(expected))

test('the zoom ends where the pixels do', () => {
  expect(mostZoom(portrait, 600)).toBe(1.5)
  expect(mostZoom({ width: 600, height: 600 }, 600)).toBe(1)
  expect(mostZoom({ width: 9000, height: 9000 }, 600)).toBe(5)
  expect(zoomOf(portrait, zoomed(portrait, centred(portrait), 1.2, 600))).toBeCloseTo(1.2)
})

// Shows registration-81
test('whatever is dragged, the square lies in the picture', () => {
  const amount = fc.double({ min: -1e6, max: 1e6 })
  const side = fc.integer({ min: 600, max: 8000 })
  fc.assert(
    fc.property(side, side, fc.array(fc.tuple(amount, amount, amount)), (width, height, gestures) => {
      const size = { width, height }
      let crop = centred(size)
      for (const [dx, dy, zoom] of gestures) crop = zoomed(size, moved(size, crop, dx, dy), zoom, 600)
      expect(crop.side).toBeGreaterThanOrEqual(600)
      expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0)
      expect(crop.x + crop.side).toBeLessThanOrEqual(width)
      expect(crop.y + crop.side).toBeLessThanOrEqual(height)
    }),
    { numRuns: 200 },
  )
})
