import { eq, or } from 'drizzle-orm'
import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { resetToBirthday } from '#server/accounts/change-password.ts'
import { giveOneTimeCode } from '#server/accounts/login-help.ts'
import { removeTwoFactorOf } from '#server/accounts/two-factor.ts'
import { readLogPage } from '#server/audit/queries.ts'
import { auditLog, ownerOf } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { body, params, query, takesFile, uploadedFile, byId } from '#server/http/body.ts'
import { refuseUnlessMay, requireMay, type Env } from '#server/http/guards.ts'
import { findApplicant } from '#server/members/listing/list-members.ts'
import { countPeople, countWaiting } from '#server/members/listing/queries.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import { profileFormSchema } from '#shared/members/profile/profile.ts'
import { maxNoteLength, notesText } from '#shared/members/profile/text.ts'
import { may } from '#shared/permissions.ts'
import { shortText } from '#shared/short-text.ts'
import { severalLines } from '#shared/typed-text.ts'
import { addNote, deleteNote, readNotes } from './notes.ts'
import { findProfile, findProfileForViewer } from './queries.ts'
import { saveProfile, receiveMemberFile } from './save-profile.ts'
import { renewCardCode, setHealthConsent, setWithdrawn } from './withdrawal.ts'

const historyQuery = z.object({ before: z.coerce.number().int().min(1).optional() })

/** Nothing to save is a mistake of its own, with its own sentence. */
const somethingToSave: MiddlewareHandler<Env> = async (c, next) => {
  const sent = (await c.req.text()).trim()
  if (['', '{}', 'null'].includes(sent.replaceAll(/\s+/g, ''))) throw new AppError('update-data-required')
  await next()
}

export function profileRoutes(deps: Deps) {
  const helper = requireMay(deps, 'help members log in')
  const editor = requireMay(deps, 'edit any profile', 'profile-edit-not-allowed')
  return new Hono<Env>()
    .get('/members/:id', requireMay(deps, 'read own profile'), params(byId), async (c) => {
      const { id } = c.req.valid('param')
      const { person } = c.var
      if (id !== person.id) refuseUnlessMay(person, 'read any profile')
      const whole = id === person.id || may(person, 'edit any profile')
      const member = mustExist(await (whole ? findProfile : findProfileForViewer)(deps.db, id), 'user-not-found')
      const applicant = may(person, 'approve members') ? await findApplicant(deps, id) : null
      return c.json({ member, applicant })
    })
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
    .post('/members/:id/one-time-code', helper, params(byId), async (c) =>
      c.json(await giveOneTimeCode(deps, c.var.person, c.req.valid('param').id), 201),
    )
    .post('/members/:id/birthdate-password', helper, params(byId), async (c) => {
      await resetToBirthday(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
    .post('/members/:id/two-factor-removal', helper, params(byId), async (c) => {
      await removeTwoFactorOf(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
    .get('/admin/counts', requireMay(deps, 'see dashboard counts'), async (c) => {
      const { approved } = await countPeople(deps.db)
      return c.json({ pendingCount: await countWaiting(deps.db), approvedCount: approved })
    })
}

/** A note about a member: plain text, by an administrator, for administrators. */
const noteSchema = z.object({
  text: shortText(maxNoteLength, notesText.tooLong)
    .min(1, notesText.empty)
    .regex(severalLines, 'This text contains a character we cannot save'),
})

/** What the log says about a member's record and files, newest first, a page at a time. */
const readHistory = ({ db }: Pick<Deps, 'db'>, byId: string, before: number | undefined) =>
  readLogPage(db, { before, among: or(eq(auditLog.subject, byId), eq(ownerOf, byId)) })
