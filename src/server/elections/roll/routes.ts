import { Hono } from 'hono'
import { listWaitingCodes } from '#server/accounts/login-help.ts'
import type { Deps } from '#server/deps.ts'
import { findElection } from '#server/elections/election-cache.ts'
import { body, params, query, byIdOrCurrent, byId } from '#server/http/body.ts'
import { csvType, sendStream } from '#server/http/encoded.ts'
import { anyoneMay, requireMay, type Env } from '#server/http/guards.ts'
import { rollCorrectionSchema, rollListSchema } from '#shared/elections/roll/roll.ts'
import { AppError } from '#shared/errors.ts'
import { dayInManila } from '#shared/time.ts'
import { correctRoll } from './correct-roll.ts'
import { listCorrections } from './corrections.ts'
import { listRoll, readRollState, createListLog } from './list-roll.ts'
import { readMyLine } from './my-line.ts'
import { votersAsPdf } from './voters-pdf.ts'
import { votersAsCsv, rollLinesCsv } from './voters.ts'

/** Who may vote: the list for the committee, the lines for everybody, and each member's own line. */
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
    .get('/elections/:id/roll/voters', runs, params(byId), query(rollListSchema), async (c) => {
      const { id } = await note(c.var.person, c.req.valid('param').id, 'screen')
      return c.json(await listRoll(deps, id, c.req.valid('query')))
    })
    .get('/elections/:id/roll/waiting-codes', runs, params(byId), async (c) =>
      c.json({ codes: await listWaitingCodes(deps, c.var.person, c.req.valid('param').id) }),
    )
    .post('/elections/:id/roll/corrections', runs, params(byId), body(rollCorrectionSchema), async (c) =>
      c.json(await correctRoll(deps, c.var.person, c.req.valid('param').id, c.req.valid('json')), 201),
    )
    .get('/elections/:id/roll.csv', runs, params(byId), async (c) =>
      sendStream(c, { name: fileName('csv'), type: csvType }, async () => {
        const { id } = await note(c.var.person, c.req.valid('param').id, 'csv')
        return votersAsCsv(deps.pool, id)
      }),
    )
    .get('/elections/:id/roll.pdf', runs, params(byId), async (c) =>
      sendStream(c, { name: fileName('pdf'), type: 'application/pdf', shown: true }, async () => {
        const { id, title } = await note(c.var.person, c.req.valid('param').id, 'print')
        const { name } = await deps.settings()
        return votersAsPdf(deps.pool, { association: name, election: title, electionId: id, now: deps.clock.now() })
      }),
    )
    .get('/elections/:id/board/roll.csv', anybody, params(byId), async (c) =>
      sendStream(c, { name: 'roll.csv', type: csvType, cache: 'public, max-age=30' }, async () => {
        const election = await findElection(deps, c.req.valid('param').id)
        if (election.rollFrozenAt === null) throw new AppError('roll-not-frozen')
        return rollLinesCsv(deps.pool, election.id)
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
