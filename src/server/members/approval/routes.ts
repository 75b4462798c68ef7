import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { body, params, byId } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import {
  approveAllSchema,
  approveSchema,
  rejectAllSchema,
  rejectSchema,
  returnSchema,
} from '#shared/members/approval/approval.ts'
import { findAlike } from './alike.ts'
import { approveMembers, approveNext, readApprovals } from './approve.ts'
import { rejectMembers, rejectNext } from './reject.ts'
import { returnApplication } from './return.ts'

/** Deciding on applicants: one, the ticked, or all in batches. */
export function approvalRoutes(deps: Deps) {
  const admins = requireMay(deps, 'approve members')
  return new Hono<Env>()
    .get('/approvals', admins, async (c) => c.json(await readApprovals(deps)))
    .get('/approvals/:id/alike', admins, params(byId), async (c) =>
      c.json(await findAlike(deps, c.req.valid('param').id)),
    )
    .post('/approvals', admins, body(approveSchema), async (c) =>
      c.json(await approveMembers(deps, c.var.person, c.req.valid('json').applicants)),
    )
    .post('/approvals/all', admins, body(approveAllSchema), async (c) =>
      c.json(await approveNext(deps, c.var.person, c.req.valid('json'))),
    )
    .post('/returns', admins, body(returnSchema), async (c) =>
      c.json(await returnApplication(deps, c.var.person, c.req.valid('json'))),
    )
    .post('/rejections', admins, body(rejectSchema), async (c) =>
      c.json(await rejectMembers(deps, c.var.person, c.req.valid('json'))),
    )
    .post('/rejections/all', admins, body(rejectAllSchema), async (c) =>
      c.json(await rejectNext(deps, c.var.person, c.req.valid('json'))),
    )
}
