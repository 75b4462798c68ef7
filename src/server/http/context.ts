import type { HttpBindings } from '@hono/node-server'
import type { Person } from './session.ts'

/** What a request carries on its way from guard to handler. */
export interface Env {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** Set by the guards. */
    person: Person
  }
}
