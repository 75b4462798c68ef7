import { sql } from 'drizzle-orm'
import { beforeAndAfter } from '#shared/audit/actions.ts'
import { votingOpen } from '#shared/elections/voting/eligibility.ts'
import { AppError } from '#shared/errors.ts'
import type { Settings } from '#shared/settings.ts'
import { showInstant } from '#shared/time.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { settings } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { readStoredSettings } from './settings.ts'

export const readSettingsForEditing = (deps: Pick<Deps, 'db'>) => readStoredSettings(deps.db)

/** Saves over the version the editor began from. The log says what changed from what to what, but for what may be a person's. */
export async function saveSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'elections' | 'config'>,
  admin: Person,
  edit: { settings: Settings; version: number },
) {
  if (edit.settings.backupPlace === 's3' && !deps.config.backup.s3) throw new AppError('backup-bucket-missing')
  return inTransaction(deps, async (tx) => {
    const before = await readStoredSettings(tx)
    const value = edit.settings as Record<string, unknown>
    const saved = await tx
      .insert(settings)
      .values({ value, updatedBy: admin.id })
      .onConflictDoUpdate({
        target: settings.id,
        set: { value, version: sql`${settings.version} + 1`, updatedAt: sql`now()`, updatedBy: admin.id },
        setWhere: sql`${settings.version} = ${edit.version}`,
      })
      .returning({ version: settings.version })
    const clash =
      saved.length === 0 || (edit.version === 0 && saved[0]?.version !== 1) || before.version !== edit.version
    if (clash) throw new AppError('edited-meanwhile')
    const changed = Object.keys(value).filter(
      (key) => JSON.stringify(value[key]) !== JSON.stringify(before.settings[key as keyof Settings]),
    )
    if (
      changed.includes('ownPasswordToVote') &&
      (await deps.elections.all()).some((one) => votingOpen(one, deps.clock.now()))
    )
      throw new AppError('setting-settled')
    const stored = await readStoredSettings(tx)
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'settings changed',
      detail: {
        changed: changed.join(', '),
        ...beforeAndAfter(
          changed.filter((key): key is keyof Settings => !personal.has(key)),
          { before: (key) => logged(before.settings, key), after: (key) => logged(edit.settings, key) },
        ),
      },
    })
    return stored
  })
}

/** An officer's own phone, address or wallet, as often as not: the log is for ever, and names only which of them was changed. */
const personal = new Set<string>([
  'contactEmail',
  'contactPhone',
  'walletName',
  'walletAccount',
] satisfies (keyof Settings)[])

const logged = (settings: Settings, key: keyof Settings) =>
  key === 'registrationCloses' ? showInstant(settings[key]) : settings[key]
