import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { addressOf } from '#server/http/address.ts'
import { body, params, takesFile, uploadedFile } from '#server/http/body.ts'
import { anyoneMay, type Env } from '#server/http/guards.ts'
import { AppError } from '#shared/errors.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import {
  applicationKeySchema,
  correctionSchema,
  emailCorrectionSchema,
  type ApplicationKey,
} from '#shared/members/registration/correction.ts'
import { unpaidRegistrationSchema } from '#shared/members/registration/registration.ts'
import { readApplication } from './application.ts'
import { correctApplication, correctEmail, receiveCorrectedFile } from './correct.ts'
import { receiveRegistrationFile, register } from './register.ts'

const byKind = z.object({ kind: z.enum(memberFileKinds) })

/** The five files are uploaded one by one while the form is filled in; the form names them by id. */
export function registrationRoutes(deps: Deps) {
  const visitors = anyoneMay('register')
  return (
    new Hono<Env>()
      .put('/registration-files/:kind', visitors, takesFile, params(byKind), async (c) =>
        c.json(
          await receiveRegistrationFile(deps, c.req.valid('param').kind, {
            ...uploadedFile(c),
            address: addressOf(deps.config, c),
          }),
          201,
        ),
      )
      .post('/registrations', visitors, body(unpaidRegistrationSchema), async (c) =>
        c.json(
          await register(deps, c.req.valid('json'), {
            address: addressOf(deps.config, c),
            signal: c.req.raw.signal,
          }),
          201,
        ),
      )
      // By POST, so that neither number nor birthday is in an address that somebody logs.
      .post('/applications/status', visitors, body(applicationKeySchema), async (c) =>
        c.json(await readApplication(deps, c.req.valid('json'), addressOf(deps.config, c))),
      )
      .put('/applications/files/:kind', visitors, takesFile, params(byKind), async (c) =>
        c.json(
          await receiveCorrectedFile(deps, c.req.valid('param').kind, {
            ...uploadedFile(c),
            address: addressOf(deps.config, c),
            key: keyIn(c.req.header('x-application')),
          }),
          201,
        ),
      )
      .post('/applications/corrections', visitors, body(correctionSchema), async (c) =>
        c.json(await correctApplication(deps, c.req.valid('json'), addressOf(deps.config, c))),
      )
      .post('/applications/email', visitors, body(emailCorrectionSchema), async (c) =>
        c.json(await correctEmail(deps, c.req.valid('json'), addressOf(deps.config, c))),
      )
  )
}

/** In a header, because the body is the file. */
function keyIn(header = ''): ApplicationKey {
  const [reference, birthday] = header.split(' ')
  const key = applicationKeySchema.safeParse({ reference, birthday })
  if (!key.success) throw new AppError('application-not-found')
  return key.data
}
