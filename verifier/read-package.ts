import { signaturesOf, type VerifySignature } from '#platform'
import { eachLine, fromHex, toText } from './bytes.ts'
import type { Collected, Watcher } from './check.ts'
import type { CollectedFile, Evidence } from './evidence.ts'
import { Facts } from './facts.ts'
import { signedBytes } from './hashes.ts'
import { printable, UnreadablePackage, UnusableInput } from './problems.ts'
import {
  listHeaders,
  newLeaf,
  newParticipant,
  newRollLine,
  readLeaf,
  readParticipant,
  readRollLine,
} from './read-lists.ts'
import { canonicalJson, readSigned, type Warnings } from './read-signed.ts'
import {
  certificateShape,
  collectedShape,
  cosignatureShape,
  countersignatureShape,
  decisionShape,
  freezeShape,
  headShape,
  isSoundKey,
  linkShape,
  witnessShape,
  type Shape,
  type Signed,
} from './statements.ts'
import { readArchive, type Entry, type Source } from './zip.ts'

/** More than any election has: a file that claims more must not fill the memory. */
export const limits = {
  statement: 8 * 1024 * 1024,
  row: 1024,
  heads: 500_000,
  leaves: 20_000_000,
  roll: 10_000_000,
  cosignatures: 1_000_000,
}

/** How many signatures are verified at a time. */
const batchSize = 256

const needed = [
  'README.txt',
  'freeze.json',
  'corrections.ndjson',
  'heads.ndjson',
  'leaves.csv',
  'roll.csv',
  'participation.csv',
  'decisions.ndjson',
  'witnesses.ndjson',
  'cosignatures.ndjson',
  'countersignatures.ndjson',
] as const
const known = [...needed, 'certificate.json'] as const
type FileName = (typeof known)[number]

/** Receives the progress, from 0 to 1. A promise it returns is waited for, so that a page can be drawn. */
export type Progress = (done: number) => Promise<void> | void

type Events = { readonly [Event in keyof Watcher]-?: NonNullable<Watcher[Event]> }

/** Reads a package from the freeze record to the certificate, with an event for each thing it reads. */
export async function readPackage(
  source: Source,
  evidence: Evidence,
  events: Events,
  progress: Progress,
): Promise<Facts> {
  const files = await openFiles(source, events, progress)
  const { facts, verify } = await readFreeze(files, events)
  if (evidence.promise) await refuseForeignPromise(evidence.promise, facts, verify)
  events.freeze(facts.freeze)
  await readChain(files, facts, verify, events)
  await readHeads(files, facts, verify, events)
  for (const file of evidence.collected ?? []) await readCollected(file, facts, verify, events)
  await readLeaves(files, facts, events)
  await readRoll(files, facts, events)
  await readParticipation(files, facts, events)
  await readCertificate(files, facts, verify, events)
  await readWitnesses(files, facts, verify, events)
  events.end(facts)
  return facts
}

interface Files {
  readonly has: (name: FileName) => boolean
  readonly chunks: (name: FileName) => AsyncGenerator<Uint8Array>
}

async function openFiles(source: Source, warnings: Warnings, progress: Progress): Promise<Files> {
  const entries = await readArchive(source)
  if (!entries.has('freeze.json'))
    throw new UnusableInput('This is not an audit package: it is a ZIP archive of something else.')
  const missing = needed.filter((name) => !entries.has(name))
  if (missing.length > 0) throw new UnreadablePackage(`The package has no ${missing.join(', ')}`)
  for (const name of entries.keys())
    if (!known.some((one) => one === name))
      warnings.unexpectedField(`The package holds "${printable(name)}", which the format does not know`)
  const total = known.reduce((sum, name) => sum + (entries.get(name)?.size ?? 0), 1)
  let done = 0
  const files: Files = {
    has: (name) => entries.has(name),
    async *chunks(name) {
      const entry: Entry | undefined = entries.get(name)
      if (!entry) throw new UnreadablePackage(`The package has no ${name}`)
      for await (const chunk of entry.chunks()) {
        yield chunk
        done += chunk.length
        const drawn = progress(Math.min(1, done / total))
        if (drawn) await drawn
      }
    },
  }
  const readme = entries.get('README.txt')
  if (readme && readme.size > limits.statement) throw new UnreadablePackage('README.txt is larger than any such file')
  for await (const _ of files.chunks('README.txt')) continue
  return files
}

async function readFreeze(files: Files, events: Events): Promise<{ facts: Facts; verify: VerifySignature }> {
  let verify: VerifySignature = () => false
  const [freeze] = await readAll(files, 'freeze.json', freezeShape, events, async ({ key }) => {
    verify = await signaturesOf(fromHex(key))
    return verify
  })
  if (!freeze) throw new UnreadablePackage('freeze.json is empty')
  return { facts: new Facts(freeze), verify }
}

/** An invented promise, or one of another election, shows nothing about this election. */
async function refuseForeignPromise(
  { election, ballot, signature }: NonNullable<Evidence['promise']>,
  { freeze: { statement } }: Facts,
  verify: VerifySignature,
): Promise<void> {
  if (election !== statement.election) throw new UnusableInput('The promise is of another election than the package.')
  const text = canonicalJson({ type: 'promise/1', election, ballot })
  if (!(await verify(signedBytes('promise/1', text), signature)))
    throw new UnusableInput(
      'The promise is false: the key of this package did not sign it. If you have it from the site, compare the fingerprints.',
    )
}

async function readChain(files: Files, facts: Facts, verify: VerifySignature, events: Events): Promise<void> {
  for (const link of await readAll(files, 'corrections.ndjson', linkShape, events, () => verify)) {
    events.link(link, facts)
    facts.addLink(link)
  }
}

async function readHeads(files: Files, facts: Facts, verify: VerifySignature, events: Events): Promise<void> {
  await readEach(
    files.chunks('heads.ndjson'),
    'heads.ndjson',
    headShape,
    events,
    () => verify,
    (head) => {
      if (facts.heads.length >= limits.heads)
        throw new UnreadablePackage(`heads.ndjson has more than ${limits.heads} heads`)
      events.head(head, facts)
      facts.addHead(head)
    },
  )
  if (!facts.lastHead) throw new UnreadablePackage('heads.ndjson has no head')
}

/** Heads that somebody collected while the election ran, perhaps with the freeze record and rollbacks. */
async function readCollected(
  file: CollectedFile,
  facts: Facts,
  verify: VerifySignature,
  events: Events,
): Promise<void> {
  const none: Warnings = { unexpectedField: () => undefined, notCanonical: () => undefined }
  const tooLong = (line: number): never => {
    throw new UnusableInput(`Line ${line} of ${printable(file.name)} is too long for a head.`)
  }
  let heads = 0
  // A collector may be stopped while it writes a line, so what follows the last line end is no line.
  await eachLine(file.chunks(), limits.statement, tooLong, async (line, number) => {
    const where = `line ${number} of ${printable(file.name)}`
    try {
      const text = textOf(line, where)
      const read: Signed<Collected> = await readSigned(text, where, collectedShape(text), () => verify, none)
      if (++heads > limits.heads)
        throw new UnreadablePackage(`${printable(file.name)} has more than ${limits.heads} lines`)
      events.collected(read, facts)
    } catch (error) {
      if (error instanceof UnreadablePackage)
        throw new UnusableInput(`The collected heads cannot be used: ${error.message}.`)
      throw error
    }
  })
  if (heads === 0) throw new UnusableInput(`There is no head in ${printable(file.name)}.`)
}

async function readLeaves(files: Files, facts: Facts, events: Events): Promise<void> {
  facts.startTree()
  const leaf = newLeaf()
  await readRows(files.chunks('leaves.csv'), 'leaves.csv', limits.leaves, (row, where) => {
    readLeaf(row, leaf, where)
    facts.addLeaf(leaf)
    events.leaf(leaf)
  })
}

async function readRoll(files: Files, facts: Facts, events: Events): Promise<void> {
  const line = newRollLine()
  await readRows(files.chunks('roll.csv'), 'roll.csv', limits.roll, (row, where) => {
    readRollLine(row, line, where)
    facts.roll.add(line)
    events.rollLine(line)
  })
}

async function readParticipation(files: Files, facts: Facts, events: Events): Promise<void> {
  const participant = newParticipant()
  async function* hashed() {
    for await (const chunk of files.chunks('participation.csv')) {
      facts.participation.hashMore(chunk)
      yield chunk
    }
  }
  await readRows(hashed(), 'participation.csv', limits.roll, (row, where) => {
    readParticipant(row, participant, where)
    facts.participation.add(participant)
    events.participant(participant, facts)
  })
}

async function readCertificate(files: Files, facts: Facts, verify: VerifySignature, events: Events): Promise<void> {
  for (const decision of await readAll(files, 'decisions.ndjson', decisionShape, events, () => verify)) {
    facts.decisions.push(decision)
    events.decision(decision, facts)
  }
  if (!files.has('certificate.json')) return
  const [certificate] = await readAll(files, 'certificate.json', certificateShape, events, () => verify)
  if (!certificate) throw new UnreadablePackage('certificate.json is empty')
  facts.certificate = certificate
  events.certificate(certificate, facts)
}

/** The witnesses, and what they signed with their own keys. */
async function readWitnesses(files: Files, facts: Facts, verify: VerifySignature, events: Events): Promise<void> {
  for (const witness of await readAll(files, 'witnesses.ndjson', witnessShape, events, () => verify)) {
    events.witness(witness, facts)
    facts.witnesses.set(witness.statement.key, witness.statement.name)
  }
  const known = new Map<string, VerifySignature | Promise<VerifySignature>>()
  const verifierOf = ({ witness }: { witness: string }) => {
    // Unknown keys must not fill the memory, and verify nothing.
    if (!facts.witnesses.has(witness) || !isSoundKey(witness)) return () => false
    const verifier = known.get(witness) ?? signaturesOf(fromHex(witness))
    known.set(witness, verifier)
    return verifier
  }
  let read = 0
  const name = 'cosignatures.ndjson'
  await readEach(files.chunks(name), name, cosignatureShape, events, verifierOf, (cosignature) => {
    if (++read > limits.cosignatures) throw new UnreadablePackage(`${name} has more than ${limits.cosignatures} lines`)
    events.cosignature(cosignature, facts)
  })
  for (const one of await readAll(files, 'countersignatures.ndjson', countersignatureShape, events, verifierOf))
    events.countersignature(one, facts)
}

/** A file with a few statements; exactly one if its name ends in `.json`. */
async function readAll<Statement extends { type: string }>(
  files: Files,
  name: FileName,
  shape: Shape<Statement>,
  warnings: Warnings,
  verifierOf: (statement: Statement) => VerifySignature | Promise<VerifySignature>,
): Promise<Signed<Statement>[]> {
  const most = name.endsWith('.json') ? 1 : 10_000
  const all: Signed<Statement>[] = []
  await readEach(files.chunks(name), name, shape, warnings, verifierOf, (signed) => {
    if (all.length >= most)
      throw new UnreadablePackage(`${name} has more than ${most === 1 ? 'one line' : `${most} lines`}`)
    all.push(signed)
  })
  return all
}

async function readEach<Statement extends { type: string }>(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  shape: Shape<Statement>,
  warnings: Warnings,
  verifierOf: (statement: Statement) => VerifySignature | Promise<VerifySignature>,
  onStatement: (signed: Signed<Statement>) => void,
): Promise<void> {
  let batch: string[] = []
  let first = 1
  const flush = async () => {
    const where = (i: number) => (name.endsWith('.json') ? name : `line ${first + i} of ${name}`)
    const read = await Promise.all(batch.map((line, i) => readSigned(line, where(i), shape, verifierOf, warnings)))
    first += batch.length
    batch = []
    for (const signed of read) onStatement(signed)
  }
  let bytes = 0
  const take = (line: Uint8Array, number: number) => {
    batch.push(textOf(line, `line ${number} of ${name}`))
    bytes += line.length
    if (batch.length < batchSize && bytes < limits.statement) return undefined
    bytes = 0
    return flush()
  }
  const rest = await eachLine(chunks, limits.statement, tooLongIn(name), take)
  if (rest.length > 0) {
    if (!name.endsWith('.json')) warnings.unexpectedField(`The last line of ${name} has no end`)
    await take(rest, first + batch.length)
  }
  await flush()
}

async function readRows(
  chunks: AsyncIterable<Uint8Array>,
  name: keyof typeof listHeaders,
  most: number,
  onRow: (row: Uint8Array, where: () => string) => void,
): Promise<void> {
  let number = 0
  const where = () => `line ${number} of ${name}`
  const rest = await eachLine(chunks, limits.row, tooLongIn(name), (line, at) => {
    number = at
    if (at > most) throw new UnreadablePackage(`${name} has more than ${most} lines`)
    if (at > 1) return onRow(line, where)
    if (textOf(line, where()) !== listHeaders[name])
      throw new UnreadablePackage(`${name} does not begin with the line "${listHeaders[name]}"`)
    return undefined
  })
  if (number === 0) throw new UnreadablePackage(`${name} does not begin with the line "${listHeaders[name]}"`)
  if (rest.length > 0) throw new UnreadablePackage(`The last line of ${name} has no end`)
}

const tooLongIn =
  (name: string) =>
  (line: number): never => {
    throw new UnreadablePackage(`line ${line} of ${name} is longer than any such line`)
  }

const textOf = (line: Uint8Array, where: string): string =>
  toText(line, () => new UnreadablePackage(`${where} is not UTF-8 text`))
