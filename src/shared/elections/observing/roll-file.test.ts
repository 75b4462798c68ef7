import { expect, test } from 'vitest'
import { rollFileHeading, rollFileLine, votersIn, type NamedRollLine } from './roll-file.ts'

const row = (given: Partial<NamedRollLine>): NamedRollLine => ({
  line: 'a1',
  salt: 'b2',
  serial: 'O-123',
  name: 'JUAN DELA CRUZ',
  region: 'NCR',
  voted: true,
  byProxy: null,
  added: null,
  struck: null,
  ...given,
})
const file = (...rows: NamedRollLine[]) => rollFileHeading + rows.map(rollFileLine).join('')

test('those are drawn from who voted and was not struck', () => {
  const rows = [
    row({ line: '1' }),
    row({ line: '2', voted: false }),
    row({ line: '3', struck: 1 }),
    row({ line: '4', added: 2, byProxy: true }),
  ]
  expect(votersIn(file(...rows)).map(({ line }) => line)).toEqual(['1', '4'])
})

test.each(['CRUZ, Jr.', 'MARIA "BABY" SANTOS', '=HYPERLINK', 'PEÑA'])('%s is read as it was written', (name) => {
  expect(votersIn(file(row({ name }), row({ name: 'NEXT' })))).toEqual([
    { line: 'a1', serial: 'O-123', name, region: 'NCR' },
    { line: 'a1', serial: 'O-123', name: 'NEXT', region: 'NCR' },
  ])
})

test('a file without lines has no voters', () => {
  expect(votersIn(rollFileHeading)).toEqual([])
  expect(votersIn('')).toEqual([])
})
