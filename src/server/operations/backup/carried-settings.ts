import { settingNames } from '#server/config.ts'

/**
 * Settings that stay behind: what belongs to the machine, what opens ballots or this very backup, and what is used at the
 * very first start only.
 */
const staysBehind = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'ADMIN_NAME',
  'VAULT_KEY',
  'SITE_CLOCK',
  'BACKUP_DIR',
  'BACKUP_PASSPHRASE',
  'BACKUP_KEY_FILE',
])

/** The settings of the site that another machine needs too. */
export function carriedSettings(env: Record<string, string | undefined>): Record<string, string> {
  const carried = settingNames.filter((name) => !staysBehind.has(name) && env[name])
  return Object.fromEntries(carried.map((name) => [name, env[name] ?? '']))
}

/** Nothing else of a backup gets into a file that a process takes its environment from. */
export const knownSettings = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => settingNames.includes(name)))

/** As a file that `--env-file` reads, each value in the quotes it does not contain. */
export function asEnvFile(settings: Record<string, string>): string {
  const lines = Object.entries(settings).map(([name, value]) => {
    const quote = ["'", '"', '`'].find((mark) => !value.includes(mark)) ?? ''
    return `${name}=${quote}${value}${quote}\n`
  })
  return lines.join('')
}
