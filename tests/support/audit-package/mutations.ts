import { UnusableInput } from '../../../verifier/problems.ts'
import { verifyPackage } from '../../../verifier/verify-package.ts'
import { bufferSource, Random } from './bytes.ts'
import { modelElection, type ElectionModel, type LeafModel, type Voter } from './election-model.ts'
import { leafWith } from './lies.ts'
import { zipPackage, sealPackage, type Lies, type PackageFiles, type Statement } from './sealed-package.ts'

/** Mutates a package so many times; returns those that no check named, and how often each check did. */
export async function runMutations(seed: number, count: number) {
  const random = new Random(seed)
  const missed: string[] = []
  const caughtBy = new Map<string, number>()
  for (let made = 0; made < count;) {
    const { what, files } = mutate(random)
    if (isHonest(files)) continue
    made++
    const named = await checksThatName(zipPackage(files, { stored: true }))
    if (named.length === 0) missed.push(`${made}: ${what}`)
    for (const name of named) caughtBy.set(name, (caughtBy.get(name) ?? 0) + 1)
  }
  return { missed, caughtBy }
}

async function checksThatName(archive: Buffer): Promise<string[]> {
  try {
    const { checks } = await verifyPackage(bufferSource(archive))
    return checks.filter(({ outcome, problems }) => outcome === 'fails' && problems.length > 0).map(({ name }) => name)
  } catch (error) {
    // Anything but a plain sentence is a fault of the verifier.
    if (error instanceof UnusableInput) return ['archive']
    throw error
  }
}

/** One change to a finished package, by somebody without the key or by a site that signs what it has changed. */
export interface Mutation {
  what: string
  files: PackageFiles
}

const model = modelElection()
const honest = sealPackage(model)
const elsewhere = sealPackage(modelElection({ seed: 2 }))

/** README.txt says nothing that counts; what witnesses sign may be added later, so also be missing. */
const lists = ['leaves.csv', 'roll.csv', 'participation.csv']
const statements = ['freeze.json', 'corrections.ndjson', 'heads.ndjson', 'decisions.ndjson', 'certificate.json']
const bound = [...lists, ...statements]

const linesOf = (files: PackageFiles, name: string) => files.get(name)!.toString().split('\n').slice(0, -1)
const changed = (name: string, content: string | Buffer): PackageFiles =>
  new Map(honest).set(name, Buffer.from(content as string))
const withLines = (name: string, lines: readonly string[]) => changed(name, lines.map((line) => `${line}\n`).join(''))

type Mutate = (random: Random) => Mutation

/** Without the key. */
const outsider: Mutate[] = [
  (random) => {
    const name = random.pick(bound)
    const lines = linesOf(honest, name)
    const place = random.below(lines.length)
    return { what: `line ${place + 1} of ${name} deleted`, files: withLines(name, lines.toSpliced(place, 1)) }
  },
  (random) => {
    const name = random.pick(bound)
    const lines = linesOf(honest, name)
    const [from, to] = [random.below(lines.length), random.below(lines.length + 1)]
    return {
      what: `line ${from + 1} of ${name} again at ${to + 1}`,
      files: withLines(name, lines.toSpliced(to, 0, lines[from]!)),
    }
  },
  (random) => {
    const name = random.pick([...lists, 'corrections.ndjson', 'heads.ndjson'])
    const lines = linesOf(honest, name)
    const a = random.below(lines.length)
    const b = (a + 1 + random.below(lines.length - 1)) % lines.length
    return {
      what: `lines ${a + 1} and ${b + 1} of ${name} swapped`,
      files: withLines(name, lines.with(a, lines[b]!).with(b, lines[a]!)),
    }
  },
  (random) => {
    const name = random.pick(bound)
    const content = honest.get(name)!
    // The last line end of a .json file may be missing.
    const end = random.below(content.length - 1)
    return { what: `${name} cut off after ${end} bytes`, files: changed(name, content.subarray(0, end)) }
  },
  (random) => {
    const name = random.pick(bound)
    const content = Buffer.from(honest.get(name)!)
    const place = random.below(content.length - 1)
    const other = random.pick([...'0123456789abcdef,"\n\\{} Ax'].filter((one) => one.charCodeAt(0) !== content[place]))
    content[place] = other.charCodeAt(0)
    return { what: `byte ${place} of ${name} is now ${JSON.stringify(other)}`, files: changed(name, content) }
  },
  (random) => {
    const name = random.pick(bound)
    const content = honest.get(name)!
    const place = random.below(content.length)
    const more = random.pick(['\n', '0', ' ', ',', 'yes', '\0', '\u{1f600}'])
    const files = changed(name, Buffer.concat([content.subarray(0, place), Buffer.from(more), content.subarray(place)]))
    return { what: `${JSON.stringify(more)} inserted at ${place} of ${name}`, files }
  },
  (random) => {
    const lines = linesOf(honest, 'leaves.csv')
    const place = 1 + random.below(lines.length - 1)
    const nominee = random.pick(model.nominees.map(({ id }) => id).filter((id) => !lines[place]!.includes(id)))
    const fields = lines[place]!.split(',').with(1, nominee)
    return {
      what: `leaf ${place} given to somebody else`,
      files: withLines('leaves.csv', lines.with(place, fields.join(','))),
    }
  },
  (random) => {
    const lines = linesOf(honest, 'participation.csv')
    const place = 1 + random.below(lines.length - 1)
    const fields = lines[place]!.split(',')
    const field = random.pick([2, 3, 4])
    const turned = fields.with(field, fields[field] === 'yes' ? 'no' : 'yes')
    return {
      what: `field ${field} of participant ${place} turned`,
      files: withLines('participation.csv', lines.with(place, turned.join(','))),
    }
  },
  (random) => {
    const name = random.pick(statements)
    const lines = linesOf(honest, name)
    const [a, b] = [random.pick(model.nominees), random.pick(model.nominees)]
    const swapped = lines.map((line) =>
      line.replaceAll(a.name, '\0').replaceAll(b.name, a.name).replaceAll('\0', b.name),
    )
    const files = withLines(name, swapped)
    return files.get(name)!.equals(honest.get(name)!)
      ? replaceHead(random)
      : { what: `names swapped in ${name}`, files }
  },
  (random) => replaceHead(random),
  (random) => {
    const name = random.pick(bound)
    return { what: `${name} of another election`, files: changed(name, elsewhere.get(name)!) }
  },
  (random) => {
    const name = random.pick(bound)
    const files = new Map(honest)
    files.delete(name)
    return { what: `${name} missing`, files }
  },
  (random) => {
    const name = random.pick(['head.json', '../freeze.json', 'FREEZE.JSON', 'leaves.csv.bak', 'x/roll.csv'])
    return { what: `${name} added`, files: changed(name, 'x') }
  },
]

function replaceHead(random: Random): Mutation {
  const lines = linesOf(honest, 'heads.ndjson')
  const place = random.below(lines.length)
  const other = random.pick([...linesOf(elsewhere, 'heads.ndjson'), ...lines.filter((_, i) => i !== place)])
  return { what: `head ${place} replaced`, files: withLines('heads.ndjson', lines.with(place, other)) }
}

const moved = (random: Random, { id, nominees }: ElectionModel, leaf: LeafModel): LeafModel => {
  const others = nominees.filter((one) => one.service === leaf.service && one.id !== leaf.nominee)
  return leafWith(id, leaf, {
    nominee: leaf.nominee === null || others.length === 0 ? random.uuid() : random.pick(others).id,
  })
}
const stranger = (random: Random): Voter => ({
  line: random.bytes(32).toString('hex'),
  region: 'NCR',
  serial: 'O-X',
  salt: '',
  added: null,
  struck: null,
  voted: true,
  proxy: false,
  helped: false,
})
const inOrder = (roll: Voter[]) => roll.toSorted((a, b) => (a.line < b.line ? -1 : 1))

/** With the key: what is signed fits its signature, and what follows from a lie is made from it. */
const site: ((random: Random) => { what: string; lies: Lies })[] = [
  fieldLie,
  fieldLie,
  fieldLie,
  (random) => ({
    what: 'a leaf stuffed, and signed in a head',
    lies: {
      leaves: (leaves) => [
        ...leaves,
        leafWith(model.id, random.pick(leaves), { nonce: random.bytes(16).toString('hex') }),
      ],
    },
  }),
  (random) => ({
    what: 'a leaf dropped from the board',
    lies: { leaves: (leaves) => leaves.toSpliced(random.below(leaves.length), 1) },
  }),
  (random) => ({
    what: 'a vote moved after the heads were signed, with its leaf made anew',
    lies: { leavesFile: (leaves) => mapOne(random, leaves, (leaf) => moved(random, model, leaf)) },
  }),
  (random) => ({
    what: 'two leaves swapped after the heads were signed',
    lies: {
      leavesFile: (leaves) => {
        const place = random.below(leaves.length - 1)
        return leaves.with(place, leaves[place + 1]!).with(place + 1, leaves[place]!)
      },
    },
  }),
  (random) => ({
    what: 'a vote moved on the board without its opening',
    lies: { leaves: (leaves) => mapOne(random, leaves, (leaf) => ({ ...leaf, nominee: random.uuid() })) },
  }),
  (random) => ({
    what: 'the roll padded after the freeze',
    lies: {
      rollFile: (roll) => inOrder([...roll, stranger(random)]),
      participation: (roll) => inOrder([...roll, stranger(random)]),
    },
  }),
  (random) => ({
    what: 'a padded line that voted, frozen with the roll',
    lies: { roll: (roll) => inOrder([...roll, stranger(random)]) },
  }),
  (random) => ({
    what: 'a voter left out of the participation list',
    lies: { participation: (roll) => roll.toSpliced(random.below(roll.length), 1) },
  }),
  (random) => ({
    what: 'an abstainer stuffed or a voter hidden',
    lies: {
      participation: (roll) => mapOne(random, roll, (voter) => ({ ...voter, voted: !voter.voted, proxy: false })),
    },
  }),
  (random) => ({
    what: 'a struck voter who comes back',
    lies: {
      rollFile: (roll) => roll.map((voter) => ({ ...voter, struck: null })),
      roll: (roll) => (random.below(9), roll),
    },
  }),
  (random) => ({
    what: 'a correction left out',
    lies: { links: (all) => all.toSpliced(random.below(all.length), 1) },
  }),
  (random) => ({
    what: 'a head left out, and the others chained again',
    lies: { heads: (heads) => heads.toSpliced(random.below(heads.length), 1) },
  }),
  (random) => ({
    what: 'an unsigned statement',
    lies: {
      signWith: (() => {
        const signed = ['freeze/2', 'correction/1', 'head/2', 'decision/1', 'certificate/2']
        const type = random.pick([...signed, 'witness/1', 'cosignature/1', 'countersignature/1'])
        return (statement: Statement) => (statement.type === type ? modelElection({ seed: 9 }).privateKey : undefined)
      })(),
    },
  }),
]

/** The next mutation of a series, and the kind it is of. */
export function mutate(random: Random): Mutation {
  if (random.below(2) === 0) return random.pick(outsider)(random)
  const { what, lies } = random.pick(site)(random)
  return { what: `signed: ${what}`, files: sealPackage(model, lies) }
}

export const isHonest = (files: PackageFiles): boolean =>
  files.size === honest.size && [...files].every(([name, content]) => honest.get(name)?.equals(content))

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
    ['rollFrozenAt', () => '2025-03-29T01:00:00.000Z'],
    ['frozenAt', (random) => random.pick(['2025-03-28T23:00:00.000Z', '2025-03-30T00:00:00.000Z'])],
  ],
  head: [
    ['number', (_, value: number) => value + 1],
    ['previous', (random) => random.bytes(32).toString('hex')],
    ['record', (random, value: string) => digitChanged(random, value)],
    ['minute', () => '2020-01-01T00:00:00.000Z'],
    ['size', (random, value: number) => value + 1 + random.below(5)],
    ['root', (random, value: string) => digitChanged(random, value)],
    ['ballots', (random) => 1000 + random.below(9)],
    ['proxies', (random) => 1000 + random.below(9)],
    ['helped', (random) => 1000 + random.below(9)],
    ['log', (random, { lastHash }: { lastHash: string }) => ({ entries: 2_000_000 + random.below(9), lastHash })],
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
    ['helped', (random, value: number) => value + 1 + random.below(9)],
    ['logEntries', (random) => random.below(9)],
    ['certifiedAt', () => '2025-03-29T09:59:59.999Z'],
    [
      'witnesses',
      (random, all: { to: number }[]) => mapOne(random, all, (one) => ({ ...one, to: one.to + 1 + random.below(9) })),
    ],
    ['ties', (random, all: { decidedBy: string }[]) => mapOne(random, all, (one) => ({ ...one, decidedBy: 'Nobody' }))],
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
