import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import type { leaders, videos } from '#server/db/schema.ts'

type Ordered = typeof leaders | typeof videos

/** Puts a list in the order of these ids. False if these are not its rows: somebody changed it meanwhile. */
export async function putInOrder(tx: Queryable, table: Ordered, list: SQL, ids: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from ${table} where ${list}`)
  const wanted = new Set(ids)
  if (wanted.size !== ids.length || rows.length !== ids.length || !rows.every(({ id }) => wanted.has(id))) return false
  await tx.execute(sql`
    update ${table} set "order" = wanted.place
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as wanted (id, place)
    where ${table.id} = wanted.id`)
  return true
}

/** Moves those behind a removed row forward. */
export const closeGap = (tx: Queryable, table: Ordered, list: SQL, order: number) =>
  tx.execute(sql`update ${table} set "order" = "order" - 1 where ${list} and "order" > ${order}`)
