import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { body, params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { requireMay } from '#server/http/guards.ts'
import { takesFile, uploadedFile, uploadedName } from '#server/http/uploaded-file.ts'
import { receiveCandidateDocument } from './candidate-document.ts'
import { fileCandidacy } from './file-candidacy.ts'

const electionId = z.object({ id: z.uuid() })

export function candidacyRoutes(deps: Deps) {
  const candidate = requireMay(deps, 'file for candidacy')
  return new Hono<Env>()
    .put('/candidate-documents', candidate, takesFile, async (c) =>
      c.json(await receiveCandidateDocument(deps, c.var.person, { ...uploadedFile(c), name: uploadedName(c) }), 201),
    )
    .post(
      '/elections/:id/candidacy',
      candidate,
      params(electionId),
      body(z.object({ documentId: z.uuid() })),
      async (c) => {
        const filing = { electionId: c.req.valid('param').id, ...c.req.valid('json') }
        return c.json(await fileCandidacy(deps, c.var.person, filing), 201)
      },
    )
}
