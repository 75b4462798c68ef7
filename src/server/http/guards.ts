import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { jobNames } from '#shared/accounts/text.ts'
import { AppError, type ErrorCode, mustExist } from '#shared/errors.ts'
import { may, missingJob, type Action } from '#shared/permissions.ts'
import { correctMarker, findPerson, renewSession, sessionCookieName, type Person } from './session.ts'

/** A guard carries its action, so that a test can walk all routes and find one without a guard. */
export interface Guard extends MiddlewareHandler<Env> {
  readonly action: Action
}

export type GuardDeps = Pick<Deps, 'pool' | 'sessions' | 'siteKey' | 'log'> & { config: Pick<Config, 'secure'> }

/** Lets in whoever may do `action` by the permissions table; sets `c.var.person` for the handler. */
export function requireMay(deps: GuardDeps, action: Action, refusal: ErrorCode = 'not-allowed'): Guard {
  return Object.assign(
    (async (c, next) => {
      const person = mustExist(await whoIs(deps, c), 'not-signed-in')
      refuseUnlessMay(person, action, refusal)
      c.set('person', person)
      await next()
    }) satisfies MiddlewareHandler<Env>,
    { action },
  )
}

/** Actions for somebody whose first step (two-step login, or giving their name) is still to do. */
const beforeFirstStep: readonly Action[] = ['use own account', 'change own name', 'change own email']

/** Guards call it; services too, where permission depends on what the request is about. */
export function refuseUnlessMay(person: Person, action: Action, refusal: ErrorCode = 'not-allowed'): void {
  if (person.firstStep && !beforeFirstStep.includes(action))
    throw new AppError(person.firstStep === 'name' ? 'name-required' : 'two-factor-required')
  if (may(person, action)) return
  const job = missingJob(person, action)
  if (job === null) throw new AppError(refusal)
  throw job === 'every job'
    ? new AppError('every-job-missing')
    : new AppError('job-missing', { values: { job: jobNames[job] } })
}

/** For actions that visitors may do too. It looks up no session, so it costs nothing. */
export function anyoneMay(action: Action): Guard {
  if (!may({ role: 'visitor' }, action)) throw new Error(`"${action}" is not for visitors`)
  return Object.assign(((_c, next) => next()) satisfies MiddlewareHandler<Env>, { action })
}

/** The person logged in, or null. Renews the session once an hour. */
export async function whoIs(deps: GuardDeps, c: Context<Env>): Promise<Person | null> {
  const person = await findPerson(deps, getCookie(c, sessionCookieName(deps.config.secure)))
  const renewed = person ? await renewSession(deps, person) : []
  const marker = renewed.length > 0 ? null : correctMarker(deps, c.req.header('cookie'), person)
  for (const line of marker ? [marker] : renewed) c.header('Set-Cookie', line, { append: true })
  return person
}

/** What the guard passes to the handler. */
export interface Env {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    errorCode?: ErrorCode
    person: Person
  }
}
