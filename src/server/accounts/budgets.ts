import type pg from 'pg'

/** A count that starts afresh when its time is over. Shared by all nodes. */
export interface Budget {
  key: string
  limit: number
  seconds: number
}

export interface Spent {
  points: number
  msLeft: number
}

/**
 * Adds to several budgets in one statement and tells what each then stands at; zero only reads. Concurrent requests
 * queue on the rows, so two never take the same point. Rows are touched in one order, so they never wait in a circle.
 */
export async function charge(pool: pg.Pool, charges: readonly { budget: Budget; points: number }[]): Promise<Spent[]> {
  const now = Date.now()
  const { rows } = await pool.query<{ key: string; points: number; expire: number }>({
    name: 'charge budgets',
    text: `insert into throttles as held (key, points, expire)
           select key, points, expire from unnest($1::text[], $2::int[], $3::bigint[]) as given (key, points, expire) order by key
           on conflict (key) do update set
             points = case when held.expire <= $4 then excluded.points else held.points + excluded.points end,
             expire = case when held.expire <= $4 then excluded.expire else held.expire end
           returning key, points, expire`,
    values: [
      charges.map(({ budget }) => budget.key),
      charges.map(({ points }) => points),
      charges.map(({ budget }) => now + budget.seconds * 1000),
      now,
    ],
  })
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return charges.map(({ budget }) => {
    const row = byKey.get(budget.key)
    return { points: row?.points ?? 0, msLeft: Math.max(0, (row?.expire ?? now) - now) }
  })
}

export async function clear(pool: pg.Pool, budgets: readonly Budget[]): Promise<void> {
  await pool.query('delete from throttles where key = any($1)', [budgets.map(({ key }) => key)])
}
