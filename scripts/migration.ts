import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as DrizzleKit from 'drizzle-kit/api'
import { projectRoot } from '#server/config.ts'
import * as schema from '#server/db/schema.ts'

const at = (path: string) => join(projectRoot, 'src/server/db', path)
const migrationFile = at('migrations/0000_schema.sql')
const journalFile = at('migrations/meta/_journal.json')
const snapshotFile = at('migrations/meta/0000_snapshot.json')

/** The one migration there is before the first release: the tables of the schema, and around them what is written by hand. */
export async function renderMigration() {
  // As CommonJS: the module that drizzle-kit has for ESM calls a `require` that is not there.
  const kit = createRequire(import.meta.url)('drizzle-kit/api') as typeof DrizzleKit
  // It gives every array of the process a method of its own, which others take for an element.
  Reflect.deleteProperty(Array.prototype, 'random')
  // Whoever loads the module (Node, Vitest) has the tables in an order of its own.
  const byName = Object.entries<unknown>(schema).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const snapshot = kit.generateDrizzleJson(Object.fromEntries(byName))
  const tables = await kit.generateMigration(kit.generateDrizzleJson({}), snapshot)
  const [before, after, ...more] = readFileSync(at('schema/by-hand.sql'), 'utf8').split('\n--> tables\n')
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error('schema/by-hand.sql needs exactly one line "--> tables".')
  const breakpoint = '\n--> statement-breakpoint\n'
  // A snapshot's id means nothing; a new one each time would only make two branches differ.
  const id = '00000000-0000-4000-8000-000000000001'
  return {
    sql: [before.trim(), ...tables.map((statement) => statement.trim()), after.trim()].join(breakpoint) + '\n',
    snapshot: { ...snapshot, id },
  }
}

/** `npm run migration`: writes it anew. Other statements get another time, by which a database that has the old ones is told. */
async function writeMigration() {
  const { sql, snapshot } = await renderMigration()
  if (existsSync(migrationFile) && readFileSync(migrationFile, 'utf8') === sql) return
  const entry = { idx: 0, version: '7', when: Date.now(), tag: '0000_schema', breakpoints: true }
  const writeJson = (file: string, value: object) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
  writeFileSync(migrationFile, sql)
  writeJson(journalFile, { version: '7', dialect: 'postgresql', entries: [entry] })
  writeJson(snapshotFile, snapshot)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeMigration()
