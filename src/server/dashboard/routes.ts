import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { body, params } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { checklistAnswerSchema, checklistItemSchema } from '#shared/dashboard/checklist.ts'
import { answerChecklist, readChecklist, readToDo } from './checks.ts'
import { changeOwnDigest, readOwnDigest } from './digest.ts'

export function dashboardRoutes(deps: Deps) {
  const administrator = requireMay(deps, 'see dashboard counts')
  return new Hono<Env>()
    .get('/dashboard/to-do', administrator, async (c) => c.json({ list: await readToDo(deps, c.var.person) }))
    .get('/dashboard/checklist', administrator, async (c) => c.json(await readChecklist(deps, c.var.person)))
    .put(
      '/dashboard/checklist/:item',
      requireMay(deps, 'edit settings'),
      params(checklistItemSchema),
      body(checklistAnswerSchema),
      async (c) => {
        await answerChecklist(deps, c.var.person, c.req.valid('param').item, c.req.valid('json'))
        return c.json({ answered: true as const })
      },
    )
    .get('/own-digest', administrator, async (c) => c.json(await readOwnDigest(deps, c.var.person)))
    .put('/own-digest', administrator, body(digestSchema), async (c) =>
      c.json(await changeOwnDigest(deps, c.var.person, c.req.valid('json'))),
    )
}

const digestSchema = z.object({ on: z.boolean() })
