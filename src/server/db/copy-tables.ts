import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { from as fromStdin, to as toStdout } from 'pg-copy-streams'

/** The part of a table that is copied. PostgreSQL computes generated columns again, so they are left out. */
interface CopiedTable {
  name: string
  columns: string[]
  /** The columns that rows are sorted by, so that the same rows always give the same bytes. */
  order: string[]
}

/**
 * Every table of the site, each after those it references. Rows are sorted by key: their order on the disk can reveal
 * which ballots were counted together, and must not get into a copy. Migrating writes the journal, so it is left out.
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

/** Returns the rows in PostgreSQL's COPY format: text, one line each, readable by every later major version. */
export function copyOut(client: pg.ClientBase, { name, columns, order }: CopiedTable): CopiedRows {
  return copyQueryOut(client, `select ${list(columns)} from public.${quote(name)} order by ${list(order)}`)
}

type CopiedRows = Readable & { rowCount: number }

export function copyQueryOut(client: pg.ClientBase, query: string): CopiedRows {
  return client.query(toStdout(`copy (${query}) to stdout`))
}

/** Loads what `copyOut` wrote. Call `beginLoading` first: otherwise triggers would count and chain the rows again. */
export function copyIn(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
): Writable & { rowCount: number } {
  return client.query(fromStdin(`copy public.${quote(table)} (${list(columns)}) from stdin`))
}

/**
 * Empties the tables and disables the schema's triggers, whose results (counters, the audit log's chain) are among the
 * rows. A table's owner may do that; foreign keys stay enabled. It all runs in the caller's transaction until
 * `endLoading`, so that nobody ever sees half of it.
 */
export async function beginLoading(client: pg.ClientBase, tables: readonly CopiedTable[]): Promise<void> {
  await setTriggers(client, tables, 'disable')
  await client.query(`truncate ${list(tables.map(({ name }) => name))}`)
}

export async function endLoading(client: pg.ClientBase, tables: readonly CopiedTable[]): Promise<void> {
  // Triggers cannot be changed while deferred foreign keys are pending.
  await client.query('set constraints all immediate')
  await setTriggers(client, tables, 'enable')
}

async function setTriggers(client: pg.ClientBase, tables: readonly CopiedTable[], state: 'disable' | 'enable') {
  for (const { name } of tables) await client.query(`alter table ${quote(name)} ${state} trigger user`)
}

/** Until the transaction ends, every server writes the same value as the same text, without a timeout. */
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
