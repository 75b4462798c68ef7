import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { body, params, takesFile, uploadedFile, uploadedName, byId } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { answerSchema } from '#shared/elections/candidacy/candidacy.ts'
import { candidateProfileSchema, statementCorrectionSchema } from '#shared/elections/candidacy/profile.ts'
import { readCandidate, correctStatement } from './candidate-sheet.ts'
import { fileCandidacy, receiveCandidateDocument } from './file-candidacy.ts'
import { readMyCandidacy, answerNomination } from './my-candidacy.ts'
import { receiveCandidatePhoto, writeCandidateProfile } from './write-profile.ts'

export function candidacyRoutes(deps: Deps) {
  const candidate = requireMay(deps, 'file for candidacy')
  return new Hono<Env>()
    .put('/candidate-documents', candidate, takesFile, async (c) =>
      c.json(await receiveCandidateDocument(deps, c.var.person, { ...uploadedFile(c), name: uploadedName(c) }), 201),
    )
    .post('/elections/:id/candidacy', candidate, params(byId), body(z.object({ documentId: z.uuid() })), async (c) => {
      const filing = { electionId: c.req.valid('param').id, ...c.req.valid('json') }
      return c.json(await fileCandidacy(deps, c.var.person, filing), 201)
    })
    .get('/elections/:id/my-candidacy', candidate, params(byId), async (c) =>
      c.json(await readMyCandidacy(deps, c.var.person, c.req.valid('param').id)),
    )
    .put('/elections/:id/my-candidacy/answer', candidate, params(byId), body(answerSchema), async (c) => {
      await answerNomination(deps, c.var.person, c.req.valid('param').id, c.req.valid('json').answer)
      return c.json({ ok: true })
    })
    .put('/candidate-photos', candidate, takesFile, async (c) =>
      c.json(await receiveCandidatePhoto(deps, c.var.person, { ...uploadedFile(c), name: 'photo.jpg' }), 201),
    )
    .put('/elections/:id/my-candidacy/profile', candidate, params(byId), body(candidateProfileSchema), async (c) => {
      await writeCandidateProfile(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ ok: true })
    })
    .get('/nominees/:id', requireMay(deps, 'read results'), params(byId), async (c) =>
      c.json(await readCandidate(deps, c.var.person, c.req.valid('param').id)),
    )
    .put(
      '/nominees/:id/statement',
      requireMay(deps, 'manage nominees'),
      params(byId),
      body(statementCorrectionSchema),
      async (c) => {
        await correctStatement(deps, c.var.person, c.req.valid('param').id, c.req.valid('json'))
        return c.json({ ok: true })
      },
    )
}
