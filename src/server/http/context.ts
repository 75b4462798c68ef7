import type { HttpBindings } from '@hono/node-server'
import type { ErrorCode } from '#shared/errors.ts'
import type { Person } from './session.ts'

/** What a request carries on its way from guard to handler. */
export interface Env {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** Why the request was refused, if it was. */
    errorCode?: ErrorCode
    /** Set by the guards. */
    person: Person
  }
}
