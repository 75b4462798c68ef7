import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centredCrop, mostZoom, movedCrop, cropWithin, zoomedCrop, zoomOf } from './pictures.ts'

const portrait = { width: 900, height: 1200 }

// Shows registration-81
test.each([
  ['from the middle', centredCrop(portrait), { x: 0, y: 150, side: 900 }],
  ['moved up', movedCrop(portrait, centredCrop(portrait), 0, -100), { x: 0, y: 50, side: 900 }],
  ['moved out of the picture', movedCrop(portrait, centredCrop(portrait), 5000, 5000), { x: 0, y: 300, side: 900 }],
  ['nearer', zoomedCrop(portrait, centredCrop(portrait), 1.5, 600), { x: 150, y: 300, side: 600 }],
  ['nearer than its pixels allow', zoomedCrop(portrait, centredCrop(portrait), 9, 600), { x: 150, y: 300, side: 600 }],
  ['farther than it is', zoomedCrop(portrait, centredCrop(portrait), 0.1, 600), { x: 0, y: 150, side: 900 }],
  ['of nothing', cropWithin(portrait, { x: Number.NaN, y: -1, side: Number.NaN }, 600), { x: 0, y: 0, side: 600 }],
  [
    'of a picture that is just large enough',
    cropWithin({ width: 600, height: 700 }, { x: 9, y: 900, side: 1 }, 600),
    { x: 0, y: 100, side: 600 },
  ],
])('a crop %s', (_what, crop, expected) => expect(crop).toEqual(expected))

test('the zoom ends where the pixels do', () => {
  expect(mostZoom(portrait, 600)).toBe(1.5)
  expect(mostZoom({ width: 600, height: 600 }, 600)).toBe(1)
  expect(mostZoom({ width: 9000, height: 9000 }, 600)).toBe(5)
  expect(zoomOf(portrait, zoomedCrop(portrait, centredCrop(portrait), 1.2, 600))).toBeCloseTo(1.2)
})

// Shows registration-81
test('whatever is dragged, the square lies in the picture', () => {
  const amount = fc.double({ min: -1e6, max: 1e6 })
  const side = fc.integer({ min: 600, max: 8000 })
  fc.assert(
    fc.property(side, side, fc.array(fc.tuple(amount, amount, amount)), (width, height, gestures) => {
      const size = { width, height }
      let crop = centredCrop(size)
      for (const [dx, dy, zoom] of gestures) crop = zoomedCrop(size, movedCrop(size, crop, dx, dy), zoom, 600)
      expect(crop.side).toBeGreaterThanOrEqual(600)
      expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0)
      expect(crop.x + crop.side).toBeLessThanOrEqual(width)
      expect(crop.y + crop.side).toBeLessThanOrEqual(height)
    }),
    { numRuns: 200 },
  )
})
