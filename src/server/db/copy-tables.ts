import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { from as fromStdin, to as toStdout } from 'pg-copy-streams'

/** What is written and read of a table: generated columns are left out, PostgreSQL computes them again. */
export interface CopiedTable {
  name: string
  columns: string[]
  /** The columns its rows are ordered by, so that the same rows always give the same bytes. */
  order: string[]
}

/**
 * Every table of the site, each after those it refers to. Rows are read by their keys: the order in which they lie on the disk
 * can tell which ballots were counted together, and must not get into a copy. The journal of migrations is not among them: migrating
 * writes it.
 */
export async function copiedTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows: tables } = await client.query<CopiedTable & { refersTo: string[] }>(
    `select t.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns,
       array(select a.attname::text from pg_index i
             cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, place)
             join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
             where i.indrelid = t.oid and i.indisprimary
             order by k.place) as "order",
       array(select r.relname::text from pg_constraint c join pg_class r on r.oid = c.confrelid
             where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as "refersTo"
     from pg_class t
     where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
     order by t.relname`,
  )
  const placed: typeof tables = []
  while (placed.length < tables.length) {
    const next = tables.filter(
      (table) =>
        !placed.includes(table) && table.refersTo.every((name) => placed.some((earlier) => earlier.name === name)),
    )
    if (next.length === 0) throw new Error('Tables that refer to one another in a circle cannot be copied.')
    placed.push(...next)
  }
  return placed.map(({ name, columns, order }) => ({ name, columns, order: order.length > 0 ? order : columns }))
}

/** The rows of a table as PostgreSQL's COPY writes them: text, one line each, which any later major version reads. */
export function copyOut(client: pg.ClientBase, { name, columns, order }: CopiedTable): CopiedRows {
  return copyQueryOut(client, `select ${list(columns)} from public.${quote(name)} order by ${list(order)}`)
}

export type CopiedRows = Readable & { rowCount: number }

export function copyQueryOut(client: pg.ClientBase, query: string): CopiedRows {
  return client.query(toStdout(`copy (${query}) to stdout`))
}

/** Takes what `copyOut` gave. Only after `beginLoading`: without it the triggers would count and chain the rows again. */
export function copyIn(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
): Writable & { rowCount: number } {
  return client.query(fromStdin(`copy public.${quote(table)} (${list(columns)}) from stdin`))
}

/**
 * Empties the tables, and switches off the triggers of the schema: what they would derive (counters, the chain of the audit
 * log) is among the rows. The owner of a table may do that; what checks references stays on. Within the caller's
 * transaction, so that nobody ever sees half of it, until `endLoading`.
 */
export async function beginLoading(client: pg.ClientBase, tables: readonly CopiedTable[]): Promise<void> {
  await setTriggers(client, tables, 'disable')
  await client.query(`truncate ${list(tables.map(({ name }) => name))}`)
}

export async function endLoading(client: pg.ClientBase, tables: readonly CopiedTable[]): Promise<void> {
  // Foreign keys that wait for the commit would refuse the change of the triggers.
  await client.query('set constraints all immediate')
  await setTriggers(client, tables, 'enable')
}

async function setTriggers(client: pg.ClientBase, tables: readonly CopiedTable[], state: 'disable' | 'enable') {
  for (const { name } of tables) await client.query(`alter table ${quote(name)} ${state} trigger user`)
}

/** Until the transaction ends: the same value is written as the same text by every server, however long it takes. */
export async function prepareText(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set local datestyle = iso; set local intervalstyle = postgres; set local timezone = utc;
     set local extra_float_digits = 1; set local bytea_output = hex;
     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
  )
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function list(names: readonly string[]): string {
  return names.map(quote).join(', ')
}
