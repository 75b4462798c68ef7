import { Readable } from 'node:stream'
import { Hono, type Context } from 'hono'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { refuseUninvited } from '#server/elections/observing/read-election.ts'
import { addressOf, laneOf } from '#server/http/address.ts'
import { params, byId } from '#server/http/body.ts'
import { csvType } from '#server/http/encoded.ts'
import { requireMay, type Env, anyoneMay, refuseUnlessMay, whoIs } from '#server/http/guards.ts'
import { contentDisposition } from '#server/storage/file-names.ts'
import { mustExist } from '#shared/errors.ts'
import { createPackageHashes, electionToAudit, packageBytes, packageName, createDownloads } from './audit-package.ts'
import { recountNow } from './recount.ts'
import { participationAsCsv } from './roll-and-box.ts'

export function recountRoutes(deps: Deps) {
  return new Hono<Env>().post('/elections/:id/recount', requireMay(deps, 'recount'), params(byId), async (c) => {
    const { id } = c.req.valid('param')
    await refuseUninvited(deps, c.var.person, id)
    const lines = Readable.from(recountNow(deps, c.var.person.id, id), { objectMode: false })
    return c.newResponse(Readable.toWeb(lines) as ReadableStream, {
      headers: { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    })
  })
}

/** Everything needed to recount an election elsewhere, once its count is closed. */
export function packageRoutes(deps: Deps) {
  const anybody = anyoneMay('read public pages')
  const downloads = createDownloads(deps.pool)
  const hashOf = createPackageHashes(deps)

  /** Administrators may restrict an election's package to themselves and its observers. */
  async function electionFor(c: Context<Env>, id: string): Promise<Election> {
    const election = await electionToAudit(deps, id)
    if (election.packagePublic) return election
    const person = mustExist(await whoIs(deps, c), 'not-signed-in')
    refuseUnlessMay(person, 'recount')
    await refuseUninvited(deps, person, id)
    return election
  }

  async function send(
    c: Context<Env>,
    { name, type, bytes }: { name: string; type: string; bytes: () => AsyncIterable<Uint8Array | string> },
  ) {
    const headers = {
      'Content-Type': type,
      'Content-Disposition': contentDisposition('attachment', name),
      'Cache-Control': 'no-store',
    }
    // A HEAD request reads nothing, so nobody would close what was opened for it.
    if (c.req.method === 'HEAD') return c.newResponse(null, { headers })
    return c.newResponse(await downloads.start(laneOf(addressOf(deps.config, c)), bytes()), { headers })
  }

  return new Hono<Env>()
    .get('/elections/:id/board/package.zip', anybody, params(byId), async (c) => {
      const election = await electionFor(c, c.req.valid('param').id)
      return send(c, {
        name: packageName(election),
        type: 'application/zip',
        bytes: () => packageBytes(deps.pool, election.id),
      })
    })
    .get('/elections/:id/board/package.sha256', anybody, params(byId), async (c) => {
      const election = await electionFor(c, c.req.valid('param').id)
      const hash = mustExist(await hashOf(election), 'not-certified')
      return c.text(`${hash}  ${packageName(election)}\n`)
    })
    .get('/elections/:id/board/participation.csv', anybody, params(byId), async (c) => {
      const election = await electionFor(c, c.req.valid('param').id)
      return send(c, {
        name: 'participation.csv',
        type: csvType,
        bytes: () => participationAsCsv(deps.pool, election.id),
      })
    })
}
