import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import type { PgClient } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { eachStatement, lastStatement, readChain } from '#server/elections/board/statements.ts'
import { createUnpacker, range, readTiles, type BoardLeaf } from '#server/elections/board/tiles.ts'
import { eachCosignature } from '#server/elections/board/witnesses.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { rollLinesCsv } from '#server/elections/roll/voters.ts'
import { takePoints } from '#server/http/rate-limit.ts'
import { zipStream, type ZipEntry } from '#server/storage/zip-stream.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import type { Signed } from '#shared/elections/board/statements.ts'
import { hasReached, stageOf } from '#shared/elections/lifecycle.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { dayInManila, daySeconds, minuteMs } from '#shared/time.ts'
import { participationAsCsv } from './roll-and-box.ts'

/** The election, if there is something to publish: it was frozen and its count is closed. */
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
 * Every file in the archive has this time, whatever the server's zone: the same election gives the same bytes, so that two people
 * can compare theirs by one hash.
 */
const fixedTime = new Date(2025, 0, 1).getTime()

/** Compressing takes CPU time: one piece at a time, serving others in between. */
const oneAtATime = concurrencyLimit(1, 1000)

/** The archive described in `docs/audit-package.md`, as a stream. */
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
  const record = mustExist(await lastStatement(db, electionId, 'freeze/2'), 'package-not-ready')
  const certificate = await lastStatement(db, electionId, 'certificate/2')
  const eachOf = (type: Parameters<typeof eachStatement>[2]) => eachStatement(db, electionId, type)
  yield text('README.txt', [packageReadme(record.content.title)])
  yield text('freeze.json', [signedLine(record.signed)])
  yield text(
    'corrections.ndjson',
    (await readChain(db, electionId)).map(({ signed }) => signedLine(signed)),
  )
  yield text('heads.ndjson', signedLines(eachOf('head/2')))
  yield text('witnesses.ndjson', signedLines(eachOf('witness/1')))
  yield text('cosignatures.ndjson', signedLines(eachCosignature(db, electionId)))
  yield text('leaves.csv', leavesAsCsv(db, electionId))
  yield text('roll.csv', rollLinesCsv(db, electionId))
  yield text('participation.csv', participationAsCsv(db, electionId))
  yield text('decisions.ndjson', signedLines(eachOf('decision/1')))
  if (certificate) yield text('certificate.json', [signedLine(certificate.signed)])
  yield text('countersignatures.ndjson', signedLines(eachOf('countersignature/1')))
}

const text = (name: string, pieces: AsyncIterable<string> | Iterable<string>): ZipEntry => ({
  name,
  compress: true,
  chunks: asBytes(pieces),
})

async function* asBytes(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

const signedLine = ({ statement, signature }: Signed): string => `${JSON.stringify({ statement, signature })}\n`

async function* signedLines(each: AsyncIterable<{ signed: Signed }>): AsyncGenerator<string> {
  for await (const { signed } of each) yield signedLine(signed)
}

const tilesPerRead = 8

async function* leavesAsCsv(db: PgClient, electionId: string): AsyncGenerator<string> {
  yield 'service,nominee,nonce,commitment\n'
  const unpack = createUnpacker(electionId)
  for (let tile = 0; ; tile += tilesPerRead) {
    const tiles = await readTiles(db, electionId, range(tile, tile + tilesPerRead))
    const lines = tiles.flatMap(({ leaves }) => unpack(leaves)).map(leafLine)
    yield lines.join('')
    if (tiles.length < tilesPerRead) return
  }
}

const leafLine = ({ service, nomineeId, nonce, commitment }: BoardLeaf) =>
  `${service},${nomineeId ?? ''},${toHex(nonce)},${toHex(commitment)}\n`

/**
 * SHA-256 of the package of a certified election, computed once per state: only witnesses and their signatures can still change
 * it. Null before certification, when it would change soon.
 */
export function createPackageHashes({ pool }: Pick<Deps, 'pool'>) {
  const known = new Map<string, Promise<string>>()
  return async ({ id, certifiedAt }: Election): Promise<string | null> => {
    if (certifiedAt === null) return null
    const state = `${id} ${await countWitnessed(pool, id)}`
    const hashing = known.get(state) ?? hashOf(packageBytes(pool, id))
    known.set(state, hashing)
    hashing.catch(() => known.delete(state))
    return hashing
  }
}

async function countWitnessed(pool: PgClient, electionId: string): Promise<string> {
  const { rows } = await pool.query<{ counts: string }>(
    `select concat_ws(' ', count(*) filter (where type = 'countersignature/1'), count(*) filter (where type = 'witness/1'),
       (select count(*) from cosignatures where election_id = $1)) as counts
     from signed_statements where election_id = $1`,
    [electionId],
  )
  return rows[0]?.counts ?? ''
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** For people who open the archive. Nothing in it may depend on time: equal packages have equal bytes. */
const packageReadme = (title: string): string =>
  `Audit package: ${title}

With these files anybody can recount the election without the site that ran it.

freeze.json               what was set before voting, signed
corrections.ndjson        corrections of that, and returns to an earlier state, signed, in their order
heads.ndjson              how the public board grew, signed step by step
witnesses.ndjson          whose browsers followed the board, with their keys, signed by the site
cosignatures.ndjson       which steps these witnesses found to continue the ones before, signed by them
leaves.csv                every vote on the board with its opening
roll.csv                  the roll: one line for each person who could vote, without names
participation.csv         which of these lines voted
decisions.ndjson          how ties were decided, signed when they were
certificate.json          the certified result, signed (missing before certification)
countersignatures.ndjson  who else signed the certificate, each with the key of their own browser

The verifier is a program of its own, without this site's code: it comes with the site's source code in the
folder "verifier", as a command for Node, and with every release as one HTML page that also opens without a
network. The format of every file is described in docs/audit-package.md there, so you can also write your own.

Compare the fingerprint of the key that the verifier shows with one you noted before the election: on the public
schedule, in an email that announced the voting, on a receipt or on the printed certificate.
`

/** A slow reader is cheap, because only one piece is held for it; but there is a limit. */
const atOnce = 40
const atOnceFromOneNetwork = 4
/** A phone network shared by many counts as one. */
const perDayFromOneNetwork = 60
/** A client that reads nothing for this long is gone. */
const stalledMs = minuteMs

/** Streams large files, a few at a time, and releases everything however a download ends. */
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
        const budget = { key: `package ${network}`, limit: perDayFromOneNetwork, seconds: daySeconds }
        if (!(await takePoints(pool, [budget]))) throw new AppError('too-many-packages')
      } catch (error) {
        leave()
        throw error
      }
      const stream = Readable.from(bytes, { objectMode: false })
      const stalled = setTimeout(() => stream.destroy(new Error('nobody takes the download')), stalledMs)
      stream.on('data', () => stalled.refresh())
      // Not in the generator's `finally`: a generator nobody began to read never ends.
      stream.once('close', () => {
        clearTimeout(stalled)
        leave()
      })
      stream.pause()
      return Readable.toWeb(stream) as ReadableStream
    },
    underWay: () => all,
  }
}
