import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { params } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { refuseUninvited } from '#server/elections/observing/observed-election.ts'
import { recountNow } from './recount-now.ts'

const byId = z.object({ id: z.uuid() })

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
