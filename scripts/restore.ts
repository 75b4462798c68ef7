import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#server/config.ts'
import { restoreFrom } from '#server/operations/backup/commands.ts'
import { backupText } from '#server/operations/backup/text.ts'
import { exitAfter, say } from '#server/terminal.ts'

/** For the person at the keyboard of a new server, or of one that lost everything. */
exitAfter(main())

async function main(): Promise<void> {
  const options = {
    'ballot-keys': { type: 'string' },
    erased: { type: 'string' },
    'keep-files': { type: 'boolean', default: false },
    'set-aside': { type: 'boolean', default: false },
  } as const
  let parsed
  try {
    parsed = parseArgs({ options, allowPositionals: true })
  } catch {
    throw new ConfigError(backupText.restoreUsage)
  }
  const [file, ...more] = parsed.positionals
  if (!file || more.length > 0) throw new ConfigError(backupText.restoreUsage)
  await restoreFrom(
    { config: readConfig(process.env), env: process.env, say },
    {
      file,
      ballotKeys: parsed.values['ballot-keys'] ?? null,
      erased: parsed.values.erased ?? null,
      keepFiles: parsed.values['keep-files'],
      setAside: parsed.values['set-aside'],
    },
  )
}
