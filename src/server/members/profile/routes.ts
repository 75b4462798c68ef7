import { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'
import type { Deps } from '#server/deps.ts'
import { resetToBirthdate } from '#server/accounts/change-password.ts'
import { giveOneTimeCode } from '#server/accounts/one-time-code.ts'
import { removeTwoFactorOf } from '#server/accounts/two-factor.ts'
import { params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { requireMay } from '#server/http/guards.ts'
import { countMembers, findProfile, type MemberProfile } from './queries.ts'

/** Proofs and signatures are for their owner and for administrators. */
const withoutPapers = (member: MemberProfile): MemberProfile => ({
  ...member,
  commissionDocument: null,
  paymentProof: null,
  paymentReference: null,
  signature: null,
})

const memberId = z.object({ id: z.uuid() })

export function profileRoutes(deps: Deps) {
  const helper = requireMay(deps, 'help members log in')
  return new Hono<Env>()
    .get('/members/:id', requireMay(deps, 'read own profile'), params(memberId), async (c) => {
      const { id } = c.req.valid('param')
      const { person } = c.var
      if (id !== person.id && !may(person.role, 'read any profile')) throw new AppError('not-allowed')
      const member = await findProfile(deps.db, id)
      if (!member) throw new AppError('user-not-found')
      return c.json({
        member: may(person.role, 'edit any profile') || id === person.id ? member : withoutPapers(member),
      })
    })
    .post('/members/:id/one-time-code', helper, params(memberId), async (c) =>
      c.json(await giveOneTimeCode(deps, c.var.person, c.req.valid('param').id), 201),
    )
    .post('/members/:id/birthdate-password', helper, params(memberId), async (c) => {
      await resetToBirthdate(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
    .post('/members/:id/two-factor-removal', helper, params(memberId), async (c) => {
      await removeTwoFactorOf(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
    .get('/admin/counts', requireMay(deps, 'see dashboard counts'), async (c) => c.json(await countMembers(deps.db)))
}
