import { settingsSchema, defaultSettings, type Settings } from '#shared/settings.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import { settings } from '#server/db/schema.ts'

/** Reads the settings once and again whenever any node changes them. */
export function createSettingsReader(db: Database, changes: SiteChanges): () => Promise<Settings> {
  let known: Promise<Settings> | null = null
  changes.on((table) => {
    if (table === 'settings' || table === '*') known = null
  })
  return () => {
    const reading = (known ??= readStoredSettings(db).then((stored) => stored.settings))
    reading.catch(() => {
      if (known === reading) known = null
    })
    return reading
  }
}

/** What is stored over the defaults; version 0 when nothing is. */
export async function readStoredSettings(db: Queryable): Promise<{ settings: Settings; version: number }> {
  const [row] = await db.select({ value: settings.value, version: settings.version }).from(settings)
  return row
    ? { settings: settingsSchema.parse({ ...defaultSettings, ...row.value }), version: row.version }
    : { settings: defaultSettings, version: 0 }
}
