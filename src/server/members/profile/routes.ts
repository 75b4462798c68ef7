import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { confirmAccount } from '#server/accounts/account-standing.ts'
import { resetToBirthday } from '#server/accounts/change-password.ts'
import { confirmOneTimeCode, giveOneTimeCode } from '#server/accounts/login-help.ts'
import { removeTwoFactorOf } from '#server/accounts/two-factor.ts'
import type { Deps } from '#server/deps.ts'
import { body, params, query, takesFile, uploadedFile, byId } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { AppError } from '#shared/errors.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import { profileFormSchema } from '#shared/members/profile/profile.ts'
import { addNote, deleteNote, noteSchema, readNotes } from './notes.ts'
import { readHistory, readProfile } from './read-profile.ts'
import { saveProfile, receiveMemberFile } from './save-profile.ts'
import { renewCardCode, setHealthConsent, setWithdrawn } from './withdrawal.ts'

const historyQuery = z.object({ before: z.coerce.number().int().min(1).optional() })

/** An empty change is a mistake with its own message. */
const somethingToSave: MiddlewareHandler<Env> = async (c, next) => {
  const sent = (await c.req.text()).trim()
  if (['', '{}', 'null'].includes(sent.replaceAll(/\s+/g, ''))) throw new AppError('update-data-required')
  await next()
}

/** A member's record: reading, editing, notes, and help with the login. */
export function profileRoutes(deps: Deps) {
  const helper = requireMay(deps, 'help members log in')
  const givesCodes = requireMay(deps, 'give login codes')
  const editor = requireMay(deps, 'edit any profile', 'profile-edit-not-allowed')
  return new Hono<Env>()
    .get('/members/:id', requireMay(deps, 'read own profile'), params(byId), async (c) =>
      c.json(await readProfile(deps, c.var.person, c.req.valid('param').id)),
    )
    .put('/members/:id', editor, params(byId), somethingToSave, body(profileFormSchema), async (c) =>
      c.json({ member: await saveProfile(deps, c.var.person, c.req.valid('param').id, c.req.valid('json')) }),
    )
    .put('/member-files/:kind', editor, takesFile, params(z.object({ kind: z.enum(memberFileKinds) })), async (c) =>
      c.json(await receiveMemberFile(deps, c.var.person, c.req.valid('param').kind, uploadedFile(c)), 201),
    )
    .post('/members/:id/withdrawal', editor, params(byId), body(z.object({ withdrawn: z.boolean() })), async (c) => {
      await setWithdrawn(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').withdrawn)
      return c.json({ ok: true })
    })
    .post('/members/:id/card-code', editor, params(byId), async (c) => {
      await renewCardCode(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
    .post(
      '/members/:id/health-consent',
      requireMay(deps, 'read own profile'),
      params(byId),
      body(z.object({ consent: z.boolean() })),
      async (c) => {
        await setHealthConsent(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').consent)
        return c.json({ ok: true })
      },
    )
    .get('/members/:id/notes', editor, params(byId), async (c) =>
      c.json({ notes: await readNotes(deps, c.req.valid('param').id) }),
    )
    .post('/members/:id/notes', editor, params(byId), body(noteSchema), async (c) =>
      c.json(await addNote(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').text), 201),
    )
    .delete('/members/:id/notes/:note', editor, params(z.object({ id: z.uuid(), note: z.uuid() })), async (c) => {
      const { id, note } = c.req.valid('param')
      await deleteNote(deps, c.var.person, id, note)
      return c.json({ ok: true })
    })
    .get('/members/:id/history', requireMay(deps, 'read audit log'), params(byId), query(historyQuery), async (c) =>
      c.json(await readHistory(deps, c.req.valid('param').id, c.req.valid('query').before)),
    )
    .post('/members/:id/one-time-code', givesCodes, params(byId), async (c) =>
      c.json(await giveOneTimeCode(deps, c.var.person, c.req.valid('param').id), 201),
    )
    .post('/members/:id/one-time-code/confirmation', givesCodes, params(byId), async (c) => {
      await confirmOneTimeCode(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
    .post(
      '/members/:id/confirmation',
      helper,
      params(byId),
      body(z.object({ version: z.number().int() })),
      async (c) => {
        await confirmAccount(deps, c.var.person, { ...c.req.valid('param'), ...c.req.valid('json') })
        return c.json({ ok: true })
      },
    )
    .post('/members/:id/birthdate-password', helper, params(byId), async (c) => {
      await resetToBirthday(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
    .post('/members/:id/two-factor-removal', helper, params(byId), async (c) => {
      await removeTwoFactorOf(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
}
