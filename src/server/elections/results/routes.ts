import { Hono, type Context } from 'hono'
import type { TypedResponse } from 'hono/types'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { params, query, byIdOrCurrent, byId } from '#server/http/body.ts'
import { chooseEncoding, csvType } from '#server/http/encoded.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { createPdfCache, letterheadOf } from '#server/pdf-page.ts'
import { contentDisposition } from '#server/storage/file-names.ts'
import { mustExist } from '#shared/errors.ts'
import { dayInManila } from '#shared/time.ts'
import { openResultPictures } from './result-picture.ts'
import { refuseHiddenVotes, resultsCsv, drawResults } from './results-files.ts'
import { type Results, shareResults, type SharedResults } from './results.ts'

const resultsQuery = z.object({ test: z.string().optional() })

export function resultRoutes(deps: Deps) {
  const reads = requireMay(deps, 'read results')
  const readShared = shareResults(deps)
  const drawn = createPdfCache()
  const openPicture = openResultPictures(deps)
  async function shared(id: string, { test }: z.output<typeof resultsQuery>): Promise<SharedResults> {
    const election = mustExist(await (id === 'current' ? deps.elections.current() : deps.elections.byIdOrRehearsal(id)))
    return readShared(test === undefined ? election : await deps.elections.orRehearsal(election))
  }
  return new Hono<Env>()
    .get('/elections/:id/results', reads, params(byIdOrCurrent), query(resultsQuery), async (c) =>
      sendShared(c, await shared(c.req.valid('param').id, c.req.valid('query'))),
    )
    .get('/elections/:id/results.csv', reads, params(byIdOrCurrent), query(resultsQuery), async (c) => {
      const results = refuseHiddenVotes((await shared(c.req.valid('param').id, c.req.valid('query'))).results)
      const { name } = await deps.settings()
      return c.body(resultsCsv(results, name), 200, fileHeaders(results, 'csv', csvType))
    })
    .get('/elections/:id/results.pdf', reads, params(byIdOrCurrent), query(resultsQuery), async (c) => {
      const results = refuseHiddenVotes((await shared(c.req.valid('param').id, c.req.valid('query'))).results)
      const { name, logo } = await deps.settings()
      const bytes = await drawn(results, `${name} ${logo}`, async () => drawResults(results, await letterheadOf(deps)))
      return c.body(new Uint8Array(bytes), 200, fileHeaders(results, 'pdf', 'application/pdf'))
    })
    .get('/elections/:id/result.png', reads, params(byId), async (c) => {
      const turn = { lane: c.var.person.id, signal: c.req.raw.signal }
      const { bytes, etag, name } = await openPicture(c.req.valid('param').id, turn)
      const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
      if (c.req.header('If-None-Match')?.replace(/^W\//, '') === etag) return c.body(null, 304, headers)
      return c.body(new Uint8Array(bytes), 200, {
        ...headers,
        'Content-Type': 'image/png',
        'Content-Disposition': contentDisposition('inline', name),
      })
    })
}

/** A watcher who has these figures already is told so in a few bytes. */
function sendShared(c: Context<Env>, { body }: SharedResults) {
  c.header('ETag', body.etag)
  c.header('Cache-Control', 'private, no-cache')
  c.header('Vary', 'Accept-Encoding')
  // A proxy that compresses marks the tag as weak.
  const known = c.req.header('If-None-Match')?.replace(/^W\//, '')
  const encoding = chooseEncoding(c.req.header('Accept-Encoding'))
  if (encoding !== 'plain' && known !== body.etag) c.header('Content-Encoding', encoding)
  const sent: Response =
    known === body.etag
      ? c.body(null, 304)
      : c.body(new Uint8Array(body[encoding]), 200, { 'Content-Type': 'application/json' })
  return sent as Response & TypedResponse<Results, 200, 'json'>
}

const fileHeaders = ({ votingOpens, kind }: Results, extension: string, type: string) => ({
  'Content-Type': type,
  'Cache-Control': 'no-store',
  'Content-Disposition': contentDisposition('attachment', `${kind}-results-${dayInManila(votingOpens)}.${extension}`),
})
