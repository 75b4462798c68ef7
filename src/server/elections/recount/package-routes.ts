import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { refuseUninvited } from '#server/elections/observing/observed-election.ts'
import { addressOf, laneOf } from '#server/http/address.ts'
import { params } from '#server/http/body.ts'
import { anyoneMay, refuseUnlessMay, whoIs, type Env } from '#server/http/guards.ts'
import { contentDisposition } from '#server/storage/file-names.ts'
import { createPackageHashes, electionToAudit, packageBytes, packageName } from './audit-package.ts'
import { createDownloads } from './package-download.ts'
import { participationAsCsv } from '#server/elections/board/participation.ts'

const byId = z.object({ id: z.uuid() })

/** What anybody needs to recount an election elsewhere, once its count is closed. */
export function packageRoutes(deps: Deps) {
  const anybody = anyoneMay('read public pages')
  const downloads = createDownloads(deps.pool)
  const hashOf = createPackageHashes(deps)

  /** The administrators of an election may keep its package to themselves and its observers. */
  async function electionFor(c: Context<Env>, id: string): Promise<Election> {
    const election = await electionToAudit(deps, id)
    if (election.packagePublic) return election
    const person = await whoIs(deps, c)
    if (!person) throw new AppError('not-signed-in')
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
    // Nothing is taken by a HEAD request, and nobody would close what was opened for it.
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
      const hash = await hashOf(election)
      if (!hash) throw new AppError('not-certified')
      return c.text(`${hash}  ${packageName(election)}\n`)
    })
    .get('/elections/:id/board/participation.csv', anybody, params(byId), async (c) => {
      const election = await electionFor(c, c.req.valid('param').id)
      return send(c, {
        name: 'participation.csv',
        type: 'text/csv; charset=utf-8',
        bytes: () => participationAsCsv(deps.pool, election.id),
      })
    })
}
