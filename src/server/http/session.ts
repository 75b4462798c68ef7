import { serialize } from 'hono/utils/cookie'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { batch } from '#server/db/batch.ts'
import type { Deps } from '#server/deps.ts'
import { readSignedValue, signValue } from '#server/signed-values.ts'
import { isHelped } from '#shared/accounts/login-help.ts'
import { firstStepOf, type FirstStep } from '#shared/accounts/two-step.ts'
import type { Region } from '#shared/members/enums.ts'
import type { Job, Role } from '#shared/permissions.ts'
import { hourMs, type Instant } from '#shared/time.ts'
import { accountColumns, accountJoins, fitsMark, type MarkedAccount } from './account-mark.ts'

/** A session lasts this long after its last use. It is renewed once an hour, which also records its last use. */
export const sessionLifeMs = 12 * hourMs
const renewalMs = hourMs

/** The person logged in, as guards and services need them. */
export interface Person {
  id: string
  role: Exclude<Role, 'visitor'>
  /** Empty for anybody but administrators, and while an administrator still has to turn on two-step login. */
  jobs: readonly Job[]
  name: string
  /** False for an administrator whose name the site does not know. */
  named: boolean
  email: string | null
  serial: string | null
  region: Region | null
  ownPassword: boolean
  /** The password was generated for them: it is neither a birthday nor their own choice. */
  passwordMade: boolean
  twoFactor: boolean
  /** What an administrator must do before anything else. */
  firstStep: FirstStep | null
  /** An administrator helped with the login, and the person has not chosen a password since. */
  helped: boolean
  /** When an administrator last helped with the login. */
  helpedAt: Instant | null
  session: { token: string; expiresAt: number }
}

/**
 * The prefix of all our cookies. Over https, browsers accept a cookie with this prefix only from this very host, so
 * neither another site under the same domain nor somebody on the network can replace it.
 */
export const cookiePrefix = (secure: boolean) => (secure ? '__Host-site' : 'site')
export const sessionCookieName = (secure: boolean) => `${cookiePrefix(secure)}.session_token`

/**
 * Tells the page's scripts that there is a session, so that only a member's page reserves space for a name and requests
 * it. It grants nothing, and reveals nothing about the person except which home page fits.
 */
const markerName = (secure: boolean) => `${cookiePrefix(secure)}.signed_in`
const markerOf = (role: Person['role']) => (role === 'viewer' ? 'member' : role)

interface SessionRow extends MarkedAccount {
  token: string
  full_name: string
  region: Region | null
  named: boolean | null
  own_password_at: Instant | null
  login_helped_at: Instant | null
  expires_at: Instant
}

export interface Sessions {
  /** Returns the session and its person, unless the session ended or the person may no longer log in. */
  find(token: string): Promise<SessionRow | undefined>
}

/** A lookup takes a millisecond. A slow one stops delaying others after 100 ms and is soon cancelled. */
const patienceMs = 100
const lookupTimeoutMs = 5_000

/** Batches simultaneous lookups: session and person in one statement, which is prepared once per connection. */
export function createSessions(pool: pg.Pool): Sessions {
  async function findAll(tokens: readonly string[]): Promise<(SessionRow | undefined)[]> {
    // Retry once: a lost connection must not turn away everybody in the batch.
    const { rows } = await read(tokens).catch(() => read(tokens))
    const byToken = new Map(rows.map((row) => [row.token, row]))
    return tokens.map((token) => byToken.get(token))
  }
  const read = (tokens: readonly string[]) =>
    pool.query<SessionRow>({
      name: 'sessions',
      text: `select s.token, s.expires_at, u.full_name, u.region, u.own_password_at, a.named, ${accountColumns}
             from sessions s join users u on u.id = s.user_id ${accountJoins}
             where s.token = any($1::text[]) and s.expires_at > now() and (u.approved or u.is_observer)
               and u.withdrawn_at is null`,
      values: [tokens],
      query_timeout: lookupTimeoutMs,
    } as pg.QueryConfig)
  return { find: batch(findAll, { patienceMs }) }
}

type SessionDeps = Pick<Deps, 'sessions' | 'siteKey' | 'log'> & { config: Pick<Config, 'secure'> }

/** The token and owner of a session that we signed. */
export function readSessionCookie(siteKey: string, cookie: string | undefined) {
  const [token, userId] = readSignedValue(siteKey, 'session', cookie)?.split('.') ?? []
  return token && userId ? { token, userId } : null
}

/**
 * Returns who sent this cookie, or null. A cookie that we did not sign never reaches the database. A session that was
 * moved to somebody else, or whose account was changed directly in the database, belongs to nobody.
 */
export async function findPerson(deps: SessionDeps, cookie: string | undefined): Promise<Person | null> {
  const session = readSessionCookie(deps.siteKey, cookie)
  if (!session) return null
  const { token } = session
  const row = await deps.sessions.find(token)
  if (!row) return null
  if (row.id !== session.userId || !fitsMark(deps.siteKey, row)) {
    const why =
      row.id === session.userId ? 'its account was changed outside the site' : 'it was opened by somebody else'
    deps.log.warn({ user: row.id, why }, 'a session does not fit')
    return null
  }
  const helpedAt = row.login_helped_at
  const role = roleOf(row)
  const firstStep = firstStepOf({ role, named: row.named ?? true, twoFactor: row.two_factor_enabled }, deps.config)
  return {
    id: row.id,
    role,
    named: row.named ?? true,
    // Code behind the guards must not find a job either.
    jobs: role === 'admin' && firstStep !== 'two-step login' ? (row.jobs ?? []) : [],
    name: row.full_name,
    email: row.email,
    serial: row.military_serial,
    region: row.region,
    ownPassword: row.own_password,
    passwordMade: row.own_password && row.own_password_at === null,
    twoFactor: row.two_factor_enabled,
    firstStep,
    helped: isHelped({ helpedAt, ownPasswordAt: row.own_password_at }),
    helpedAt,
    session: { token, expiresAt: row.expires_at },
  }
}

function roleOf(row: SessionRow): Person['role'] {
  if (row.is_admin) return 'admin'
  if (row.is_observer) return 'observer'
  return row.is_viewer ? 'viewer' : 'member'
}

type MarkerDeps = { config: Pick<Config, 'secure'> }

/** The `Set-Cookie` line of the marker. The marker expires with the session, or at once if there is none. */
export function markerCookie({ config }: MarkerDeps, role: Person['role'] | null, lifeMs = sessionLifeMs): string {
  const maxAge = role ? Math.floor(lifeMs / 1000) : 0
  const attributes = { sameSite: 'Lax', path: '/', secure: config.secure, maxAge } as const
  return serialize(markerName(config.secure), role ? markerOf(role) : '', attributes)
}

/** A `Set-Cookie` line if the browser's marker is wrong: the session ended elsewhere, or is older than markers. */
export function correctMarker(deps: MarkerDeps, cookies: string | undefined, person: Person | null): string | null {
  const name = markerName(deps.config.secure)
  const received = cookies?.split('; ').find((pair) => pair.startsWith(`${name}=`))
  if (received === (person ? `${name}=${markerOf(person.role)}` : undefined)) return null
  return markerCookie(deps, person?.role ?? null, person ? person.session.expiresAt - Date.now() : 0)
}

/** The `Set-Cookie` line that sets or removes the session. */
export function sessionCookie(
  deps: { siteKey: string; config: Pick<Config, 'secure'> },
  session: { token: string; userId: string } | null,
): string {
  const { secure } = deps.config
  const maxAge = session === null ? 0 : sessionLifeMs / 1000
  const attributes = { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge } as const
  return serialize(sessionCookieName(secure), session === null ? '' : signSession(deps.siteKey, session), attributes)
}

/** The signature covers the owner, so a session cannot be moved to somebody else in the database. */
export const signSession = (siteKey: string, { token, userId }: { token: string; userId: string }): string =>
  signValue(siteKey, 'session', `${token}.${userId}`)

/** Returns `Set-Cookie` lines if the session was renewed, and none while it is still fresh. */
export async function renewSession(deps: SessionDeps & Pick<Deps, 'pool'>, person: Person): Promise<string[]> {
  if (person.session.expiresAt - Date.now() > sessionLifeMs - renewalMs) return []
  const renewed = await deps.pool.query(
    `update sessions set expires_at = now() + $2 * interval '1 millisecond', updated_at = now() where token = $1`,
    [person.session.token, sessionLifeMs],
  )
  if (renewed.rowCount !== 1) return []
  const session = { token: person.session.token, userId: person.id }
  return [sessionCookie(deps, session), markerCookie(deps, person.role)]
}
