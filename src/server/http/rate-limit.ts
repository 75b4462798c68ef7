import type pg from 'pg'
import { keyedHash } from '#server/signed-values.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { networksOf } from './address.ts'

/** A counter that starts again when its time is over. All nodes share it. */
export interface Budget {
  key: string
  limit: number
  seconds: number
  /** How many points one attempt takes, by default one. The last attempt may exceed the limit. */
  cost?: number
}

/** One budget for each network of an address. The keys are hashed, so the database never sees the address. */
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

/** Reads the present counts of the budgets; writes nothing. */
export async function readBudgets(pool: pg.Pool, budgets: readonly Budget[]): Promise<Spent[]> {
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

/** Points taken from several budgets, to be refunded if the attempt succeeds. */
export interface TakenPoints {
  /** True if this took the last point of one of the budgets. */
  wasLast: boolean
  /** The count of each budget after this attempt, in the order of the budgets. */
  points: readonly number[]
  refund(): Promise<void>
}

/**
 * Takes a point from each budget in turn; returns null at the first one that is spent. A spent budget is not written
 * to, and concurrent requests queue on its row, so exactly `limit` of them ever get a point. A refund only goes to the
 * count it was taken from, never to one that has started again since.
 */
export async function takePoints(pool: pg.Pool, budgets: readonly Budget[]): Promise<TakenPoints | null> {
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
    async refund() {
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

/** Takes a point from each budget, or refuses with the time until the spent one starts again. */
export async function takeOrRefuse(pool: pg.Pool, budgets: readonly Budget[], code: ErrorCode): Promise<TakenPoints> {
  const taken = await takePoints(pool, budgets)
  if (taken) return taken
  throw tooMany(code, await firstSpent(pool, budgets))
}

/** Refuses in the same way if one of the budgets is spent, but takes nothing. */
export async function refuseIfSpent(pool: pg.Pool, budgets: readonly Budget[], code: ErrorCode): Promise<void> {
  const spent = await firstSpent(pool, budgets)
  if (spent) throw tooMany(code, spent)
}

async function firstSpent(pool: pg.Pool, budgets: readonly Budget[]): Promise<Spent | undefined> {
  const states = await readBudgets(pool, budgets)
  return states[budgets.findIndex((budget, n) => isFull(budget, states[n]))]
}

export const tooMany = (code: ErrorCode, spent: Spent | undefined) =>
  new AppError(code, { retryAfter: Math.max(1, Math.ceil((spent?.msLeft ?? 0) / 1000)) })

export async function clearBudgets(pool: pg.Pool, budgets: readonly Budget[]): Promise<void> {
  await pool.query('delete from throttles where key = any($1)', [budgets.map(({ key }) => key)])
}
