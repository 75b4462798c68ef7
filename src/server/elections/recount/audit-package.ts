import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import { inPieces, type PgClient } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { eachStatement, lastStatement, listStatements } from '#server/elections/board/statements.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { rollAsCsv } from '#server/elections/roll/voters.ts'
import { take } from '#server/http/rate-limit.ts'
import { zipStream, type ZipEntry } from '#server/storage/zip-stream.ts'
import { hasReached, stageOf } from '#shared/elections/lifecycle.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { dayInManila } from '#shared/time.ts'
import { participationAsCsv } from './roll-and-box.ts'

/** The election, if there is something to hand out: it was frozen and its count is closed. */
export async function electionToAudit(
  { elections, clock }: Pick<Deps, 'elections' | 'clock'>,
  electionId: string,
): Promise<Election> {
  const election = mustExist(await elections.byId(electionId))
  if (election.frozenAt === null || !hasReached(stageOf(election, clock.now()), 'counted'))
    throw new AppError('package-not-ready')
  return election
}

export const packageName = ({ votingOpens }: Pick<Election, 'votingOpens'>) =>
  `audit-package-${dayInManila(votingOpens)}.zip`

/**
 * Every file of the archive has this time, in whatever zone the server is: the same election gives the same bytes, so that two
 * people can compare theirs by one hash.
 */
const fixedTime = new Date(2025, 0, 1).getTime()

/** Compressing is work for the processor: one piece at a time, and others are served between two. */
const oneAtATime = concurrencyLimit(1, 1000)

/** The archive that `docs/audit-package.md` describes, made as it is read. */
export async function* packageBytes(db: PgClient, electionId: string): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = zipStream(entriesOf(db, electionId), fixedTime)
  try {
    for (;;) {
      const { value, done } = await oneAtATime(() => pieces.next())
      if (done) return
      yield value
    }
  } finally {
    await pieces.return()
  }
}

async function* entriesOf(db: PgClient, electionId: string): AsyncGenerator<ZipEntry> {
  const of = { electionId }
  const record = mustExist(await lastStatement(db, of, 'freeze/1'), 'package-not-ready')
  const certificate = await lastStatement(db, of, 'certificate/1')
  yield text('README.txt', [packageReadme(record.said.title)])
  yield text('freeze.json', [`${JSON.stringify(record.signed)}\n`])
  yield text('corrections.ndjson', signedLines(db, electionId, 'correction/1'))
  yield text('heads.ndjson', signedLines(db, electionId, 'head/1'))
  yield text('leaves.csv', leavesAsCsv(db, electionId))
  yield text('roll.csv', rollAsCsv(db, electionId))
  yield text('participation.csv', participationAsCsv(db, electionId))
  if (certificate) yield text('certificate.json', [`${JSON.stringify(certificate.signed)}\n`])
  yield text('countersignatures.ndjson', signedLines(db, electionId, 'countersignature/1'))
}

const text = (name: string, pieces: AsyncIterable<string> | Iterable<string>): ZipEntry => ({
  name,
  compress: true,
  chunks: asBytes(pieces),
})

async function* asBytes(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

async function* signedLines(
  db: PgClient,
  electionId: string,
  type: 'correction/1' | 'head/1' | 'countersignature/1',
): AsyncGenerator<string> {
  for await (const { signed } of eachStatement(db, electionId, type)) yield `${JSON.stringify(signed)}\n`
}

const leavesPerRead = 2000
interface Leaf {
  position: number
  choice: string
  nonce: Buffer
  commitment: Buffer
}

async function* leavesAsCsv(db: PgClient, electionId: string): AsyncGenerator<string> {
  yield 'service,nominee,nonce,commitment\n'
  const read = async (last: Leaf | undefined) => {
    const { rows } = await db.query<Leaf>(
      `select position, service || ',' || coalesce(nominee_id::text, '') as choice, nonce, commitment from votes
       where election_id = $1 and position > $2 order by position limit $3`,
      [electionId, last?.position ?? -1, leavesPerRead],
    )
    return rows
  }
  const line = ({ choice, nonce, commitment }: Leaf) =>
    `${choice},${nonce.toString('hex')},${commitment.toString('hex')}\n`
  for await (const rows of inPieces(read)) yield rows.map(line).join('')
}

/**
 * SHA-256 of the package of a certified election, made once for each of its states: only a countersignature changes it still.
 * Null before certification, when it would change soon.
 */
export function createPackageHashes({ pool }: Pick<Deps, 'pool'>) {
  const known = new Map<string, Promise<string>>()
  return async ({ id, certifiedAt }: Election): Promise<string | null> => {
    if (certifiedAt === null) return null
    const countersigned = (await listStatements(pool, { electionId: id }, 'countersignature/1')).length
    const state = `${id} ${countersigned}`
    const hashing = known.get(state) ?? hashOf(packageBytes(pool, id))
    known.set(state, hashing)
    hashing.catch(() => known.delete(state))
    return hashing
  }
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** For people who open the archive. Nothing in it may change with time: equal packages have equal bytes. */
const packageReadme = (title: string): string =>
  `Audit package: ${title}

With these files anybody can recount the election without the site that ran it.

freeze.json               what the election was frozen as, signed
corrections.ndjson        corrections of that, signed
heads.ndjson              how the public board grew, signed step by step
leaves.csv                every vote on the board with its opening
roll.csv                  the roll: one line for each person who could vote, without names
participation.csv         which of these lines voted
certificate.json          the certified result, signed (missing before certification)
countersignatures.ndjson  who else signed the certificate

The verifier is a program of its own, without this site's code: it comes with the site's source code in the
folder "verifier", as a command for Node, and with every release as one HTML page that also opens without a
network. The format of every file is described in docs/audit-package.md there, so you can also write your own.

Compare the fingerprint of the key that the verifier shows with one you noted before the election: on the public
schedule, in an email that announced the voting, on a receipt or on the printed certificate.
`

/** A slow reader costs little, for nothing is held for it but a piece; but not without end. */
const atOnce = 40
const atOnceFromOneNetwork = 4
/** A phone network that many share is one of these. */
const perDayFromOneNetwork = 60
/** Who takes nothing for so long has gone. */
const stalledMs = 60_000

const dayInSeconds = 24 * 60 * 60

/** Lets large files out, a few at a time, and gives everything back however a download ends. */
export function createDownloads(pool: pg.Pool) {
  const open = new Map<string, number>()
  let all = 0

  function enter(network: string): () => void {
    const mine = open.get(network) ?? 0
    if (all >= atOnce || mine >= atOnceFromOneNetwork) throw new AppError('site-busy', { retryAfter: 60 })
    open.set(network, mine + 1)
    all++
    return () => {
      all--
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    }
  }

  return {
    async start(network: string, bytes: AsyncIterable<Uint8Array | string>): Promise<ReadableStream> {
      const leave = enter(network)
      try {
        const budget = { key: `package ${network}`, limit: perDayFromOneNetwork, seconds: dayInSeconds }
        if (!(await take(pool, [budget]))) throw new AppError('too-many-packages')
      } catch (error) {
        leave()
        throw error
      }
      const stream = Readable.from(bytes, { objectMode: false })
      const stalled = setTimeout(() => stream.destroy(new Error('nobody takes the download')), stalledMs)
      stream.on('data', () => stalled.refresh())
      // Not on the end of the generator: one that nobody began to read never ends.
      stream.once('close', () => {
        clearTimeout(stalled)
        leave()
      })
      stream.pause()
      return Readable.toWeb(stream) as ReadableStream
    },
    /** How many are under way. */
    underWay: () => all,
  }
}
