import { Hono, type MiddlewareHandler } from 'hono'
import type { Deps } from '#server/deps.ts'
import { body, byId, params, query, takesFile, takesRows, uploadedFile } from '#server/http/body.ts'
import { csvType, sendStream } from '#server/http/encoded.ts'
import { requireMay, type Env, type Guard } from '#server/http/guards.ts'
import {
  decisionSchema,
  enterPaymentSchema,
  lineDecisionSchema,
  reasonSchema,
  receiptsQuerySchema,
  sendPaymentSchema,
  statementQuerySchema,
  statementSchema,
  yearSchema,
} from '#shared/members/dues/schemas.ts'
import type { Action } from '#shared/permissions.ts'
import { overviewCsv, readDuesOverview } from './overview.ts'
import { readMemberDues, readOwnDues, readWaiting } from './read.ts'
import { drawReceipt, readReceipts, receiptsCsv } from './receipts.ts'
import {
  decidePayment,
  endExemption,
  enterPayment,
  receiveProof,
  sendPayment,
  setExemption,
  voidPayment,
} from './record.ts'
import { duesPlan } from './standing.ts'
import { addStatement, decideOnLine, readStatement } from './statements.ts'

/** While there are no dues, every route is not found, before the guard could tell which job it needs. */
export function whileDues(deps: Deps, action: Action): Guard {
  const guard = requireMay(deps, action)
  const whenOn: MiddlewareHandler<Env> = async (c, next) => {
    await duesPlan(deps)
    return guard(c, next)
  }
  return Object.assign(whenOn, { action })
}

export function duesRoutes(deps: Deps) {
  const payer = whileDues(deps, 'pay dues')
  const treasury = whileDues(deps, 'handle dues')
  return new Hono<Env>()
    .get('/dues/mine', payer, async (c) => c.json(await readOwnDues(deps, c.var.person)))
    .put('/dues/proofs', payer, takesFile, async (c) =>
      c.json(await receiveProof(deps, c.var.person, uploadedFile(c)), 201),
    )
    .post('/dues/payments', payer, body(sendPaymentSchema), async (c) =>
      c.json(await sendPayment(deps, c.var.person, c.req.valid('json')), 201),
    )
    .get('/dues/receipts/:id/receipt.pdf', whileDues(deps, 'read own profile'), params(byId), async (c) => {
      const { bytes, name } = await drawReceipt(deps, c.var.person, c.req.valid('param').id)
      return sendStream(c, { name, type: 'application/pdf', shown: true }, async function* () {
        yield bytes
      })
    })
    .get('/dues/waiting', treasury, async (c) => c.json(await readWaiting(deps)))
    .post('/dues/payments/:id/decision', treasury, params(byId), body(decisionSchema), async (c) =>
      c.json(await decidePayment(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))),
    )
    .post('/dues/payments/:id/void', treasury, params(byId), body(reasonSchema), async (c) =>
      c.json(await voidPayment(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').reason)),
    )
    .post('/dues/entries', treasury, body(enterPaymentSchema), async (c) =>
      c.json(await enterPayment(deps, c.var.person, c.req.valid('json')), 201),
    )
    .get('/dues/members/:id', treasury, params(byId), async (c) =>
      c.json(await readMemberDues(deps, c.req.valid('param').id)),
    )
    .put('/dues/exemptions/:id', treasury, params(byId), body(reasonSchema), async (c) => {
      await setExemption(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').reason)
      return c.json({ exempt: true as const })
    })
    .delete('/dues/exemptions/:id', treasury, params(byId), async (c) => {
      await endExemption(deps, c.var.person, c.req.valid('param').id)
      return c.json({ exempt: false as const })
    })
    .get('/dues/overview', treasury, query(yearSchema), async (c) =>
      c.json(await readDuesOverview(deps, c.req.valid('query').year)),
    )
    .get('/dues/overview.csv', treasury, query(yearSchema), async (c) => {
      const { year } = c.req.valid('query')
      return sendStream(c, { name: `dues-${year}.csv`, type: csvType }, () => overviewCsv(deps, year))
    })
    .get('/dues/receipts', treasury, query(receiptsQuerySchema), async (c) =>
      c.json(await readReceipts(deps, c.req.valid('query'))),
    )
    .get('/dues/receipts.csv', treasury, query(receiptsQuerySchema), async (c) => {
      const wanted = c.req.valid('query')
      const name = `receipts-${wanted.day ?? wanted.show ?? 'found'}.csv`
      return sendStream(c, { name, type: csvType }, () => receiptsCsv(deps, wanted))
    })
    .post('/dues/statements', treasury, takesFile, takesRows, body(statementSchema), async (c) =>
      c.json(await addStatement(deps, c.var.person, c.req.valid('json')), 201),
    )
    .get('/dues/statements', treasury, query(statementQuerySchema), async (c) =>
      c.json(await readStatement(deps, c.req.valid('query'))),
    )
    .put('/dues/statements/:id', treasury, params(byId), body(lineDecisionSchema), async (c) => {
      await decideOnLine(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ decided: true as const })
    })
}
