import type { Random } from './random.ts'
import type { Lies, Statement } from './sealed-package.ts'

/** One field of one signed statement that is not true. */

const digitChanged = (random: Random, hex: string): string => {
  const place = random.below(hex.length)
  return hex.slice(0, place) + (hex[place] === '0' ? '1' : '0') + hex.slice(place + 1)
}

/** Fields of a statement that something else contradicts, and how to change them. */
const fieldsOf: Record<'freeze' | 'head' | 'certificate', [string, (random: Random, value: never) => unknown][]> = {
  freeze: [
    ['title', () => 'Another election'],
    ['seats', (_, seats: unknown[]) => seats.slice(1)],
    ['nominees', (random, nominees: object[]) => nominees.toSpliced(random.below(nominees.length), 1)],
    ['nominees', (random, all: object[]) => all.with(random.below(all.length), { ...random.pick(all) })],
    ['nominees', (random, all: { name: string }[]) => mapOne(random, all, (one) => ({ ...one, name: `${one.name}x` }))],
    ['nominees', (random, all: { region: string }[]) => mapOne(random, all, (one) => ({ ...one, region: 'Mars' }))],
    ['roll', (_, roll: { size: number }) => ({ ...roll, size: roll.size + 1 })],
    ['roll', (random, roll: { root: string }) => ({ ...roll, root: digitChanged(random, roll.root) })],
    ['election', (random) => random.uuid()],
  ],
  head: [
    ['number', (_, value: number) => value + 1],
    ['previous', (random) => random.bytes(32).toString('hex')],
    ['record', (random, value: string) => digitChanged(random, value)],
    ['minute', () => '2020-01-01T00:00:00.000Z'],
    ['size', (random, value: number) => value + 1 + random.below(5)],
    ['root', (random, value: string) => digitChanged(random, value)],
    ['cast', (random) => 1000 + random.below(9)],
    ['counted', (random) => 1000 + random.below(9)],
    ['closed', (_, value: boolean) => !value],
    ['election', (random) => random.uuid()],
  ],
  certificate: [
    ['title', () => 'Another election'],
    ['votingOpens', () => '2025-03-29T00:30:00.000Z'],
    ['votingCloses', () => '2025-03-29T11:00:00.000Z'],
    ['seats', (_, seats: unknown[]) => seats.toReversed()],
    [
      'standings',
      (random, all: { votes: number }[]) => mapOne(random, all, (one) => ({ ...one, votes: one.votes + 1 })),
    ],
    ['standings', (random, all: object[]) => all.toSpliced(random.below(all.length), 1)],
    ['standings', (random, all: object[]) => [...all, random.pick(all)]],
    [
      'standings',
      (random, all: { name: string }[]) => mapOne(random, all, (one) => ({ ...one, name: `${one.name}.` })),
    ],
    ['elected', (random, all: object[]) => all.toSpliced(random.below(all.length), 1)],
    ['elected', (random, all: object[]) => [...all, random.pick(all)]],
    ['elected', (random, all: { votes: number }[]) => mapOne(random, all, (one) => ({ ...one, votes: one.votes + 1 }))],
    ['vacant', () => []],
    ['vacant', (_, all: { seats: number }[]) => all.map((one) => ({ ...one, seats: one.seats + 1 }))],
    ['ballots', (random, value: number) => value + 1 + random.below(9)],
    ['proxies', (random, value: number) => value + 1 + random.below(9)],
    ['turnout', (random, all: { cast: number }[]) => mapOne(random, all, (one) => ({ ...one, cast: one.cast + 1 }))],
    ['turnout', (random, all: object[]) => all.toSpliced(random.below(all.length), 1)],
    ['turnout', (random, all: object[]) => [...all, random.pick(all)]],
    ['ties', (random, all: object[]) => all.toSpliced(random.below(all.length), 1)],
    ['ties', (random, all: { chosen: object[] }[]) => mapOne(random, all, (one) => ({ ...one, chosen: [] }))],
    [
      'ties',
      (random, all: { tied: object[]; chosen: object[] }[]) =>
        mapOne(random, all, (one) => ({ ...one, chosen: one.tied })),
    ],
    ['ties', (random, all: { seats: number }[]) => mapOne(random, all, (one) => ({ ...one, seats: one.seats + 1 }))],
    ['head', (random, value: string) => digitChanged(random, value)],
    ['record', (random, value: string) => digitChanged(random, value)],
    ['participation', (random, value: string) => digitChanged(random, value)],
    ['election', (random) => random.uuid()],
  ],
}

export function mapOne<One>(random: Random, list: readonly One[], change: (one: One) => One): One[] {
  const place = random.below(list.length)
  return list.map((one, i) => (i === place ? change(one) : one))
}

export function fieldLie(random: Random): { what: string; lies: Lies } {
  const kind = random.pick(['freeze', 'head', 'certificate'] as const)
  const [field, change] = random.pick(fieldsOf[kind])
  const lie = (statement: Statement): Statement => ({
    ...statement,
    [field]: change(random, statement[field] as never),
  })
  const what = `${field} of the signed ${kind}`
  if (kind === 'freeze') return { what, lies: { freeze: lie } }
  if (kind === 'certificate') return { what, lies: { certificate: lie } }
  return { what, lies: { heads: (heads) => mapOne(random, heads, lie) } }
}
