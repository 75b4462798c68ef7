import type pg from 'pg'

export interface TableShape {
  name: string
  /** Without those that PostgreSQL generates itself. */
  columns: string[]
  /** The columns by which rows are read: the primary key, or all where there is none. */
  order: string[]
}

/**
 * The tables of the site, each after those it refers to, so that they can be filled in this order. Rows are read by their
 * keys: the order in which they lie on the disk can tell which ballots were counted together, and must not get into a backup.
 */
export async function tablesInOrder(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows: tables } = await client.query<TableShape>(`
    select c.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality as part (attnum, place)
        join pg_attribute a on a.attnum = part.attnum
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid order by place) as "order"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by c.relname`)
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select a.relname as from, b.relname as to
    from pg_constraint k join pg_class a on a.oid = k.conrelid join pg_class b on b.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`)
  return sortTables(tables, references).map((table) => ({
    ...table,
    order: table.order.length > 0 ? table.order : table.columns,
  }))
}

/** Each table after those it refers to; otherwise in the order given. */
export function sortTables<Table extends { name: string }>(
  tables: readonly Table[],
  references: readonly { from: string; to: string }[],
): Table[] {
  const sorted: Table[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && to !== name && left.has(to)),
    )
    if (free.length === 0) throw new Error(`These tables refer to one another: ${[...left.keys()].join(', ')}`)
    for (const table of free) {
      sorted.push(table)
      left.delete(table.name)
    }
  }
  return sorted
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const list = (names: readonly string[]) => names.map(quoted).join(', ')

export const copyTableOut = ({ name, columns, order }: TableShape) =>
  `copy (select ${list(columns)} from public.${quoted(name)} order by ${list(order)}) to stdout`

export const copyTableIn = (name: string, columns: readonly string[]) =>
  `copy public.${quoted(name)} (${list(columns)}) from stdin`
