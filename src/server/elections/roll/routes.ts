import { Readable } from 'node:stream'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { dayInManila } from '#shared/time.ts'
import type { Deps } from '#server/deps.ts'
import { body, params, query, byIdOrCurrent } from '#server/http/body.ts'
import { anyoneMay, requireMay, type Env } from '#server/http/guards.ts'
import { contentDisposition } from '#server/storage/file-names.ts'
import { correctRoll } from './correct-roll.ts'
import { findElection, listRoll, readRollState, createListLog } from './list-roll.ts'
import { readMyLine } from './my-line.ts'
import { votersAsPdf } from './voters-pdf.ts'
import { rollCorrectionSchema, rollListSchema } from '#shared/elections/roll/roll.ts'
import { listCorrections } from './corrections.ts'
import { votersAsCsv, rollAsCsv } from './voters.ts'

const byUuid = z.object({ id: z.uuid() })

/** Who may vote: the list for the committee, the lines for everybody, and one's own line for each member. */
export function rollRoutes(deps: Deps) {
  const runs = requireMay(deps, 'run elections')
  const anybody = anyoneMay('read public pages')
  const own = requireMay(deps, 'read own profile')
  const { note } = createListLog(deps)
  const fileName = (extension: string) => `voters-${dayInManila(deps.clock.now())}.${extension}`
  return new Hono<Env>()
    .get('/elections/:id/roll', runs, params(byIdOrCurrent), async (c) =>
      c.json(await readRollState(deps, c.req.valid('param').id)),
    )
    .get('/elections/:id/roll/voters', runs, params(byUuid), query(rollListSchema), async (c) => {
      const { id } = await note(c.var.person, c.req.valid('param').id, 'screen')
      return c.json(await listRoll(deps, id, c.req.valid('query')))
    })
    .post('/elections/:id/roll/corrections', runs, params(byUuid), body(rollCorrectionSchema), async (c) =>
      c.json(await correctRoll(deps, c.var.person, c.req.valid('param').id, c.req.valid('json')), 201),
    )
    .get('/elections/:id/roll.csv', runs, params(byUuid), async (c) =>
      sendStream(c, { name: fileName('csv'), type: 'text/csv; charset=utf-8' }, async () => {
        const { id } = await note(c.var.person, c.req.valid('param').id, 'csv')
        return votersAsCsv(deps.pool, id)
      }),
    )
    .get('/elections/:id/roll.pdf', runs, params(byUuid), async (c) =>
      sendStream(c, { name: fileName('pdf'), type: 'application/pdf', shown: true }, async () => {
        const { id, title } = await note(c.var.person, c.req.valid('param').id, 'print')
        const { name } = await deps.settings()
        return votersAsPdf(deps.pool, { association: name, election: title, electionId: id, now: deps.clock.now() })
      }),
    )
    .get('/elections/:id/board/roll.csv', anybody, params(byUuid), async (c) =>
      sendStream(c, { name: 'roll.csv', type: 'text/csv; charset=utf-8', cache: 'public, max-age=30' }, async () => {
        const election = await findElection(deps, c.req.valid('param').id)
        if (election.rollFrozenAt === null) throw new AppError('roll-not-frozen')
        return rollAsCsv(deps.pool, election.id)
      }),
    )
    .get('/elections/:id/corrections', anybody, params(byIdOrCurrent), async (c) => {
      const { id } = await findElection(deps, c.req.valid('param').id)
      return c.json({ corrections: await listCorrections(deps.pool, id) })
    })
    .get('/elections/:id/my-line', own, params(byIdOrCurrent), async (c) =>
      c.json(await readMyLine(deps, c.var.person.id, c.req.valid('param').id)),
    )
}

interface FileToSend {
  name: string
  type: string
  /** Opened in the browser, to be printed from there. */
  shown?: boolean
  cache?: string
}

/** As it is made, without ever being whole in memory. A request for the headers alone opens nothing. */
async function sendStream(
  c: Context<Env>,
  { name, type, shown = false, cache = 'no-store' }: FileToSend,
  open: () => Promise<AsyncGenerator<string | Uint8Array>>,
) {
  const headers = {
    'Content-Type': type,
    'Content-Disposition': contentDisposition(shown ? 'inline' : 'attachment', name),
    'Cache-Control': cache,
  }
  if (c.req.method === 'HEAD') return c.newResponse(null, { headers })
  const stream = Readable.from(await open(), { objectMode: false })
  return c.newResponse(Readable.toWeb(stream) as ReadableStream, { headers })
}
