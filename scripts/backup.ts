import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#server/config.ts'
import { BackupError } from '#server/operations/backup/archive.ts'
import { backUp, checkFile, listBackups } from '#server/operations/backup/commands.ts'
import { backupText } from '#server/operations/backup/text.ts'
import { exitAfter, say } from '#server/terminal.ts'

/** For the person at the server's keyboard, and for the site itself every night. The site may be running meanwhile. */
exitAfter(main().catch(tellSite))

/** Where the site has started this, it records why it failed. */
async function tellSite(error: Error): Promise<never> {
  const { cause } = error
  if (cause instanceof BackupError)
    await new Promise((resolve) => process.send?.(cause.failure, resolve) ?? resolve(null))
  throw error
}

async function main(): Promise<void> {
  const options = {
    to: { type: 'string' },
    'with-ballot-keys': { type: 'string' },
    check: { type: 'string' },
    list: { type: 'boolean', default: false },
    scheduled: { type: 'boolean', default: false },
  } as const
  let values
  try {
    values = parseArgs({ options }).values
  } catch {
    throw new ConfigError(backupText.backupUsage)
  }
  const site = { config: readConfig(process.env), env: process.env, say }
  if (values.check !== undefined) await checkFile(site, values.check)
  else if (values.list) await listBackups(site)
  else
    await backUp(site, {
      to: values.to ?? null,
      withBallotKeys: values['with-ballot-keys'] ?? null,
      kind: values.scheduled ? 'scheduled' : 'manual',
    })
}
