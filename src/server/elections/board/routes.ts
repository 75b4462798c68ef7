import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { addressOf, laneOf } from '#server/http/address.ts'
import { body, params, query, byId } from '#server/http/body.ts'
import { csvType } from '#server/http/encoded.ts'
import { anyoneMay, type Env } from '#server/http/guards.ts'
import { renderLimit } from '#server/http/pages.ts'
import { budgetsAt, takeOrRefuse } from '#server/http/rate-limit.ts'
import { tileSize } from '#shared/elections/board/board.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { hourSeconds } from '#shared/time.ts'
import { createTreeCache } from './proofs.ts'
import { findTree, listBoards, readBoard, readBucket, readOpenings, readTile, recentHead } from './read-board.ts'
import { lastStatement, listStatements } from './statements.ts'
import { readTree } from './tree.ts'
import { keepCosignature, signedSchema } from './witnesses.ts'

/** Only one spelling of each number is valid: caches keep these replies forever, and should keep each once. */
const place = z
  .string()
  .regex(/^(0|[1-9]\d{0,8})$/)
  .transform(Number)
/** Positions beyond this are not integers the database can hold. */
const lastTile = Math.floor((2 ** 31 - 1) / tileSize) - 1
const byTile = byId.extend({ tile: place.refine((tile) => tile <= lastTile) })
const byBucket = byId.extend({ size: place, bucket: place })
const headsQuery = z.object({ from: place.default(0) })
const inclusionQuery = z.object({ position: place, size: place })
const consistencyQuery = z.object({ from: place, to: place })

/** Whoever collects heads returns with the number they have reached. */
const mostHeads = 1000
/** Per address: enough for a room full of observers, each signing a head a minute or more. */
const cosignaturesPerHour = 3000
const forGood = 'public, max-age=31536000, immutable'
const forAMoment = 'public, max-age=5'

/** The public board of an election: open to everybody without a login, and meant for programs too. */
export function boardRoutes(deps: Deps) {
  const anybody = anyoneMay('read public pages')
  const proofsOf = createTreeCache(deps.pool)

  async function sized(id: string, sizes: number[]) {
    const of = await findTree(deps, id)
    const { size } = await readTree(deps.pool, of)
    if (sizes.some((one) => one > size)) throw new AppError('not-found')
    return { of, proofs: await proofsOf(of) }
  }

  return new Hono<Env>()
    .get('/boards', anybody, async (c) => c.json({ elections: await listBoards(deps) }))
    .get('/elections/:id/board', anybody, params(byId), async (c) =>
      c.json(await readBoard(deps, c.req.valid('param').id)),
    )
    .get('/elections/:id/board/freeze.json', anybody, params(byId), async (c) => {
      const { election } = await findTree(deps, c.req.valid('param').id)
      const record = mustExist(await lastStatement(deps.pool, election.id, 'freeze/2'))
      return c.json(record.signed)
    })
    .get('/elections/:id/board/heads.ndjson', anybody, params(byId), query(headsQuery), async (c) => {
      const { from } = c.req.valid('query')
      const { election } = await findTree(deps, c.req.valid('param').id)
      // This node has noted everything it sends: nobody can take it back unnoticed.
      const last = (await recentHead(deps, election))?.content.number ?? -1
      const limit = Math.max(0, Math.min(mostHeads, last - from + 1))
      const heads = await listStatements(deps.pool, election.id, 'head/2', { from, limit })
      return c.body(heads.map((head) => `${JSON.stringify(head)}\n`).join(''), 200, {
        'Content-Type': 'application/x-ndjson',
        'Cache-Control': forAMoment,
      })
    })
    .get('/elections/:id/board/leaves/:tile', anybody, params(byTile), async (c) => {
      const { id, tile } = c.req.valid('param')
      const of = await findTree(deps, id)
      const { bytes, full } = await readTile(deps, of, tile)
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': 'application/octet-stream',
        'Cache-Control': full ? forGood : forAMoment,
      })
    })
    .get('/elections/:id/board/openings/:tile', anybody, params(byTile), async (c) => {
      const { id, tile } = c.req.valid('param')
      const of = await findTree(deps, id)
      const { text, full } = await readOpenings(deps, of, tile)
      return c.body(text, 200, {
        'Content-Type': csvType,
        'Cache-Control': full ? forGood : forAMoment,
      })
    })
    .get('/elections/:id/board/buckets/:size/:bucket', anybody, params(byBucket), async (c) => {
      const { id, size, bucket } = c.req.valid('param')
      const { of } = await sized(id, [size])
      // With a proof per leaf it is as expensive as rendering a page, and queues with those.
      const turn = { lane: laneOf(addressOf(deps.config, c)), signal: c.req.raw.signal }
      const leaves = await renderLimit(() => readBucket(deps, proofsOf, of, { size, bucket }), turn)
      return c.json({ leaves })
    })
    .get('/elections/:id/board/inclusion', anybody, params(byId), query(inclusionQuery), async (c) => {
      const { position, size } = c.req.valid('query')
      if (position >= size) throw new AppError('not-found')
      const { proofs } = await sized(c.req.valid('param').id, [size])
      const [path = []] = await proofs.inclusion([position], size)
      return c.json({ proof: path.map(toHex) })
    })
    .get('/elections/:id/board/consistency', anybody, params(byId), query(consistencyQuery), async (c) => {
      const { from, to } = c.req.valid('query')
      if (from > to) throw new AppError('not-found')
      const { proofs } = await sized(c.req.valid('param').id, [from, to])
      return c.json({ proof: (await proofs.consistency(from, to)).map(toHex) })
    })
    .post('/elections/:id/board/cosignatures', anybody, params(byId), body(signedSchema), async (c) => {
      const limit = { kind: 'cosign', limit: cosignaturesPerHour, seconds: hourSeconds }
      await takeOrRefuse(deps.pool, budgetsAt(deps.siteKey, addressOf(deps.config, c), limit), 'too-many-cosignatures')
      await keepCosignature(deps, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ ok: true }, 201)
    })
}
