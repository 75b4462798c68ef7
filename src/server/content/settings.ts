import { settingsSchema, defaultSettings, type Settings } from '#shared/settings.ts'
import type { Database } from '#server/db/database.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import { settings } from '#server/db/schema.ts'

/** Reads the settings once and again whenever any node changes them. */
export function createSettingsReader(db: Database, changes: SiteChanges): () => Promise<Settings> {
  let known: Promise<Settings> | null = null
  changes.on((table) => {
    if (table === 'settings' || table === '*') known = null
  })
  return () => {
    const reading = (known ??= readSettings(db))
    reading.catch(() => {
      if (known === reading) known = null
    })
    return reading
  }
}

async function readSettings(db: Database): Promise<Settings> {
  const [row] = await db.select({ value: settings.value }).from(settings)
  return row ? settingsSchema.parse({ ...defaultSettings, ...row.value }) : defaultSettings
}
