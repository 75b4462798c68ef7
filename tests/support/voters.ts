import { randomBytes } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { writeMarks } from '#server/http/account-mark.ts'
import { sessionCookieName, signSession } from '#server/http/session.ts'
import type { Region, Service } from '#shared/members/enums.ts'
import { mainJobs as jobs } from '#shared/permissions.ts'
import { aSecret, type SentBallot } from './election.ts'
import { enrolUnsigned } from './factories.ts'

/** Signed-in people by the hundred, written straight into the database, and ballots sent so that a test can cut the line. */

export interface SignedIn {
  id: string
  cookie: string
  region: Region
  ms: Service
  /** Null for an administrator. */
  idNumber: string | null
}

let numbered = 0

export async function signedInPeople(
  { pool, siteKey, secure = false }: { pool: pg.Pool; siteKey: string; secure?: boolean },
  count: number,
  { admins = false, withEmail = true } = {},
): Promise<SignedIn[]> {
  const mark = randomBytes(4).toString('hex').toUpperCase()
  const first = numbered
  numbered += count
  const { rows } = await pool.query<Omit<SignedIn, 'cookie'> & { token: string }>(
    `with people as (
       insert into users (first_name, last_name, email, military_serial, birthday, region, ms, approved, approved_at, is_admin, id_number)
       select 'VOTER', $2 || ' ' || n, case when $5 then lower($2) || n || '@example.org' end, case when $3 then null else $2 || '-' || n end,
         case when $3 then null else date '1964-10-05' end,
         (array['NCR', 'Luzon', 'Visayas', 'Mindanao'])[1 + n % 4], (array['PA', 'PN', 'PAF', 'TAS'])[1 + n / 4 % 4], true, '2020-01-01', $3,
         -- Beyond the numbers that single members of a test get.
         case when $3 then null else 'ARRAPI-' || 700 + ($4::int + n) / 999 || '-' || lpad((($4::int + n) % 999 + 1)::text, 3, '0') end
       from generate_series(1, $1::int) n returning id, region, ms, id_number
     ), hired as (
       insert into administrators (user_id, jobs, invited_at) select id, $6::text[], now() from people where $3
     ), opened as (
       insert into sessions (token, user_id, expires_at)
       select gen_random_uuid() || '', id, now() + interval '1 day' from people returning user_id, token
     ) select id, token, region, ms, id_number as "idNumber" from opened join people on people.id = user_id`,
    [count, mark, admins, first, withEmail, jobs],
  )
  const ids = rows.map(({ id }) => id)
  await writeMarks(siteKey, drizzle(pool), ids)
  await enrolUnsigned(pool, ids)
  return rows.map(({ token, ...person }) => ({
    ...person,
    cookie: `${sessionCookieName(secure)}=${encodeURIComponent(signSession(siteKey, { token, userId: person.id }))}`,
  }))
}

export interface Reply {
  status: number
  code?: string
  message?: string
  ballot?: string
  signature?: string
  cast?: boolean
  [more: string]: unknown
}

const sockets = { keepAlive: true, maxSockets: 256 }
const plainAgent = new http.Agent(sockets)
/** Where a test has https, it has made the certificate itself. */
const secureAgent = new https.Agent({ ...sockets, rejectUnauthorized: false })

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  /** Cuts the connection this long after the request was written; the promise then rejects. */
  cutAfterMs?: number
}

/** One request on behalf of somebody signed in. Rejects when the line was cut before the whole answer was read. */
export function send<Answer = Reply>(
  url: string,
  who: Pick<SignedIn, 'cookie'>,
  path: string,
  given: Sent = {},
): Promise<Answer> {
  const { method = given.body === undefined ? 'GET' : 'POST', body, cutAfterMs } = given
  const { request, agent } = url.startsWith('https:')
    ? { request: https.request, agent: secureAgent }
    : { request: http.request, agent: plainAgent }
  return new Promise((resolve, reject) => {
    const asked = request(
      url + path,
      {
        method,
        // A line that is to be cut carries nobody else's request.
        agent: cutAfterMs === undefined ? agent : false,
        headers: { cookie: who.cookie, origin: url, 'content-type': 'application/json' },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('aborted', () => reject(new Error('cut off')))
        response.on('end', () => {
          const isJson = response.headers['content-type']?.includes('json')
          // A proxy whose nodes are all away replies with a page of its own.
          const content = isJson ? JSON.parse(Buffer.concat(chunks).toString()) : {}
          resolve(Object.assign(content, { status: response.statusCode ?? 0 }))
        })
      },
    )
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body), () => {
      if (cutAfterMs !== undefined) setTimeout(() => asked.destroy(new Error('cut by the test')), cutAfterMs)
    })
  })
}

export const sendBallot = (
  url: string,
  who: Pick<SignedIn, 'cookie'>,
  electionId: string,
  { secret = aSecret(), ...ballot }: SentBallot,
  given: Pick<Sent, 'cutAfterMs'> = {},
) => send(url, who, `/api/elections/${electionId}/ballot`, { body: { secret, ...ballot }, ...given })

export const sendProxy = (
  url: string,
  admin: Pick<SignedIn, 'cookie'>,
  electionId: string,
  voterId: string,
  { secret = aSecret(), ...ballot }: SentBallot,
) =>
  send(url, admin, `/api/elections/${electionId}/proxies`, {
    body: { secret, ...ballot, voterId, authority: 'a signed letter' },
  })

interface Books {
  ballots: number
  cast: number
  counted: number
  countedBallots: number
  votes: number
  tallied: number
}

/** What every table says about the ballots of an election. */
export async function booksOf(pool: pg.Pool, electionId: string): Promise<Books> {
  const { rows } = await pool.query<Books>(
    `select
       (select count(*) from ballots where election_id = $1)::int as ballots,
       (select count(*) from ballots where election_id = $1 and ballots.counted)::int as "countedBallots",
       (select coalesce(sum("cast"), 0) from turnout where election_id = $1)::int as cast,
       (select coalesce(sum(counted), 0) from turnout where election_id = $1)::int as counted,
       (select coalesce(sum(length(leaves)), 0) / 33 from board_tiles where election_id = $1)::int as votes,
       (select coalesce(sum(votes), 0) from tallies where election_id = $1)::int as tallied`,
    [electionId],
  )
  const [books] = rows
  if (!books) throw new Error('no books')
  return books
}

/** One address for each number. */
export const someAddress = (n: number) => `10.${Math.floor(n / 65_536)}.${Math.floor(n / 256) % 256}.${n % 256}`

/** Runs `work` for each number, `atOnce` at a time. */
export async function inParallel<T>(count: number, atOnce: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const n = next++
        results[n] = await work(n)
      }
    }),
  )
  return results
}
