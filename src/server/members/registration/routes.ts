import { Hono } from 'hono'
import { z } from 'zod'
import { memberFileKinds } from '#shared/members/files.ts'
import { registrationSchema } from '#shared/members/registration/registration.ts'
import type { Deps } from '#server/deps.ts'
import { addressOf } from '#server/http/address.ts'
import { body, params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { anyoneMay } from '#server/http/guards.ts'
import { takesFile, uploadedFile } from '#server/http/uploaded-file.ts'
import { receiveRegistrationFile } from './receive-file.ts'
import { register } from './register.ts'

const byKind = z.object({ kind: z.enum(memberFileKinds) })

/** The five files go up one by one while the form is filled in; the form names them by their ids. */
export function registrationRoutes(deps: Deps) {
  const visitors = anyoneMay('register')
  return new Hono<Env>()
    .put('/registration-files/:kind', visitors, takesFile, params(byKind), async (c) =>
      c.json(
        await receiveRegistrationFile(deps, c.req.valid('param').kind, {
          ...uploadedFile(c),
          address: addressOf(deps.config, c),
        }),
        201,
      ),
    )
    .post('/registrations', visitors, body(registrationSchema), async (c) =>
      c.json(
        await register(deps, c.req.valid('json'), {
          address: addressOf(deps.config, c),
          signal: c.req.raw.signal,
        }),
        201,
      ),
    )
}
