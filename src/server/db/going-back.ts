import type pg from 'pg'

/** What a version leaves behind before it changes the tables, for an older one that is started on them later. */
export interface MigratingNote {
  /** Of the version that is about to migrate, as package.json has it. */
  version: string
  at: string
  /** The backup made just before, as `npm run restore` takes it; null where none could be made. */
  backup: string | null
}

const key = 'migrated'
type Client = Pick<pg.ClientBase, 'query'>

/** The table `installation` is as old as the oldest release: every version can read the note of every later one. */
export async function noteMigrating(client: Client, note: MigratingNote): Promise<void> {
  await client.query(
    `insert into installation (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(note)],
  )
}

/** Why this version refuses a database with migrations it does not know, and what to do. */
export async function whyNotOurs(client: Client, ownVersion: string): Promise<string> {
  const note = await readNote(client)
  if (!note?.backup)
    return 'The database was made by another version of this site, with migrations that this one does not know. Start that version, or give this one an empty database: another DATA_DIR or DATABASE_URL.'
  const day = note.at.slice(0, 10)
  return `The database was brought up to date on ${day} by version ${note.version} of this site, and version ${ownVersion} cannot use it. Start version ${note.version} again. Or go back to how it was before that, without what was entered since: stop the site, move the folder pg of its data folder away (or name an empty database in DATABASE_URL), and run: npm run restore -- ${note.backup} --keep-files`
}

async function readNote(client: Client) {
  const { rows: tables } = await client.query(`select to_regclass('public.installation') as made`)
  if (!tables[0].made) return undefined
  const { rows } = await client.query<{ value: string }>('select value from installation where key = $1', [key])
  return rows[0] && (JSON.parse(rows[0].value) as MigratingNote)
}
