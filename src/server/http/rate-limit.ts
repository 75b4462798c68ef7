import type pg from 'pg'
import { keyedHash } from '#server/signed-values.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { networksOf } from './address.ts'

/** A count that starts again when its time is over. Shared by all nodes. */
export interface Budget {
  key: string
  limit: number
  seconds: number
  /** How many points are taken at once, by default one. The last taker may exceed the limit. */
  cost?: number
}

/** A budget for each network an address is counted in; the database never sees the address. */
export const budgetsAt = (
  siteKey: string,
  address: string,
  { kind, limit, seconds, account }: { kind: string; limit: number; seconds: number; account?: string },
): Budget[] =>
  networksOf(address).map(({ name, times }) => {
    const where = keyedHash(siteKey, 'address', name)
    return { key: `${kind}:${where}${account ? `:${account}` : ''}`, limit: limit * times, seconds }
  })

interface Spent {
  points: number
  msLeft: number
}

const nothing: Spent = { points: 0, msLeft: 0 }

/** The budgets' present counts; writes nothing. */
export async function read(pool: pg.Pool, budgets: readonly Budget[]): Promise<Spent[]> {
  const now = Date.now()
  const { rows } = await pool.query<{ key: string; points: number; expire: number }>({
    name: 'read budgets',
    text: 'select key, points, expire from throttles where key = any($1) and expire > $2',
    values: [budgets.map(({ key }) => key), now],
  })
  const byKey = new Map(rows.map((row) => [row.key, { points: row.points, msLeft: row.expire - now }]))
  return budgets.map(({ key }) => byKey.get(key) ?? nothing)
}

export const isFull = (budget: Budget, spent: Spent | undefined) => (spent?.points ?? 0) >= budget.limit

/** A point taken from each of several budgets, to be refunded if the attempt succeeds. */
export interface Taken {
  /** One of them was the last of its budget. */
  wasLast: boolean
  /** Each budget's count including this point, in the given order. */
  points: readonly number[]
  giveBack(): Promise<void>
}

/**
 * Takes a point from the first budget and, if it had one, from the next, and so on; null as soon as one is spent. A spent budget
 * is not written to, and concurrent takers queue on its row, so exactly `limit` of them ever get a point. A refund goes only to
 * the count it was taken from, never to one that has started again since.
 */
export async function take(pool: pg.Pool, budgets: readonly Budget[]): Promise<Taken | null> {
  const taken: { key: string; expire: number; points: number; cost: number }[] = []
  let wasLast = false
  for (const { key, limit, seconds, cost = 1 } of budgets) {
    const now = Date.now()
    const { rows } = await pool.query<{ points: number; expire: number }>({
      name: 'take from budget',
      text: `insert into throttles as held (key, points, expire) values ($1, $5, $2)
             on conflict (key) do update set
               points = case when held.expire <= $3 then 0 else held.points end + excluded.points,
               expire = case when held.expire <= $3 then excluded.expire else held.expire end
             where held.expire <= $3 or held.points < $4
             returning points, expire`,
      values: [key, now + seconds * 1000, now, limit, cost],
    })
    const row = rows[0]
    if (!row) return null
    taken.push({ key, cost, ...row })
    wasLast ||= row.points >= limit
  }
  return {
    wasLast,
    points: taken.map(({ points }) => points),
    async giveBack() {
      await pool.query({
        name: 'give back to budgets',
        text: `update throttles held set points = greatest(0, held.points - taken.cost)
               from unnest($1::text[], $2::bigint[], $3::int[]) as taken (key, expire, cost)
               where held.key = taken.key and held.expire = taken.expire and held.points > 0`,
        values: [taken.map(({ key }) => key), taken.map(({ expire }) => expire), taken.map(({ cost }) => cost)],
      })
    },
  }
}

/** Takes from each, or refuses with the time until the spent one starts again. */
export async function takeOrRefuse(pool: pg.Pool, budgets: readonly Budget[], code: ErrorCode): Promise<Taken> {
  const taken = await take(pool, budgets)
  if (taken) return taken
  throw tooMany(code, await firstSpent(pool, budgets))
}

/** Refuses in the same way if one of them is spent, and takes nothing. */
export async function refuseIfSpent(pool: pg.Pool, budgets: readonly Budget[], code: ErrorCode): Promise<void> {
  const spent = await firstSpent(pool, budgets)
  if (spent) throw tooMany(code, spent)
}

async function firstSpent(pool: pg.Pool, budgets: readonly Budget[]): Promise<Spent | undefined> {
  const states = await read(pool, budgets)
  return states[budgets.findIndex((budget, n) => isFull(budget, states[n]))]
}

export const tooMany = (code: ErrorCode, spent: Spent | undefined) =>
  new AppError(code, { retryAfter: Math.max(1, Math.ceil((spent?.msLeft ?? 0) / 1000)) })

export async function clear(pool: pg.Pool, budgets: readonly Budget[]): Promise<void> {
  await pool.query('delete from throttles where key = any($1)', [budgets.map(({ key }) => key)])
}
