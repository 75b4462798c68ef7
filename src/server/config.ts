import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isSender } from '#server/email/address.ts'
import { splitFullName } from '#shared/accounts/administrators.ts'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

const text = z.string().trim().min(1)
/** An origin without a path: the site is served at the root of its address. */
const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
const wholeNumber = (min: number, max: number) => {
  const sentence = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence)
}
/** The address of one server, or of several servers of a cluster: `postgres://user@one,two/site`. */
function isDatabaseUrl(url: string): boolean {
  return databaseAddresses(url).every(
    (address) => URL.canParse(address) && /^postgres(ql)?:$/.test(new URL(address).protocol),
  )
}
const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)
const atLeast = (length: number) => z.string().min(length, `must have at least ${length} characters`)

const environment = z
  .object({
    NODE_ENV: oneOf('production', 'development', 'test', 'demo').default('production'),
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: text.default('0.0.0.0'),
    PUBLIC_URL: httpAddress.optional(),
    DATA_DIR: text.default('./data'),
    DATABASE_URL: z.string().refine(isDatabaseUrl, 'must be an address that begins with postgres://').optional(),
    // Each background job may hold one connection, and needs another one to work.
    DATABASE_POOL: wholeNumber(12, 200).default(16),
    DATABASE_WAIT_SECONDS: wholeNumber(0, 86_400).default(300),
    DRAIN_SECONDS: wholeNumber(0, 300).default(0),
    ADMIN_EMAIL: z.email('must be an email address').optional(),
    ADMIN_PASSWORD: atLeast(8).optional(),
    ADMIN_NAME: text.optional(),
    SITE_SECRET: atLeast(32).optional(),
    VAULT_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes)')
      .optional(),
    BOARD_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes)')
      .optional(),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'must be an address that begins with smtp:// or smtps://' })
      .optional(),
    MAIL_FROM: z
      .string()
      .trim()
      .refine(isSender, 'must be one email address, or a name and an address such as The Office <office@example.org>')
      .optional(),
    MAIL_PER_HOUR: wholeNumber(10, 1_000_000).optional(),
    S3_BUCKET: text.optional(),
    S3_REGION: text.default('us-east-1'),
    S3_ENDPOINT: httpAddress.optional(),
    S3_ACCESS_KEY_ID: text.optional(),
    S3_SECRET_ACCESS_KEY: text.optional(),
    BACKUP_DIR: text.optional(),
    BACKUP_PASSPHRASE: atLeast(12).optional(),
    BACKUP_KEY_FILE: text.optional(),
    BACKUP_S3_BUCKET: text.optional(),
    BACKUP_S3_REGION: text.optional(),
    BACKUP_S3_ENDPOINT: httpAddress.optional(),
    BACKUP_S3_ACCESS_KEY_ID: text.optional(),
    BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),
    UPDATE_WITHOUT_BACKUP: oneOf('1').optional(),
    TRUSTED_PROXY: text.optional(),
    LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    SITE_CLOCK: z.iso
      .datetime({ offset: true, error: 'must be an instant such as 2025-03-29T08:00:00+08:00' })
      .optional(),
  })
  .superRefine((env, check) => {
    const refuse = (name: keyof typeof env, message: string) =>
      check.addIssue({ code: 'custom', path: [name], message })
    if (env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) && new URL(env.PUBLIC_URL).pathname !== '/')
      refuse('PUBLIC_URL', 'must not contain a path: the site is served from the root of its address')
    if (env.SITE_CLOCK && env.NODE_ENV === 'production') refuse('SITE_CLOCK', 'must not be set in production')
    if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL) refuse('ADMIN_EMAIL', 'must be set together with ADMIN_PASSWORD')
    if (env.ADMIN_NAME && !splitFullName(env.ADMIN_NAME)) refuse('ADMIN_NAME', 'must be a first name and a last name')
    const s3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
    if (s3.some((name) => env[name]))
      for (const name of s3) if (!env[name]) refuse(name, 'must be set together with the other S3_ settings')
    const backupKeys = ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const
    if (env.BACKUP_S3_BUCKET || backupKeys.some((name) => env[name]))
      for (const name of backupKeys)
        if (!env[name] && (backupKeys.some((other) => env[other]) || !env.S3_BUCKET))
          refuse(name, 'must be set for BACKUP_S3_BUCKET, unless the S3_ settings are there to be used for it')
    if (env.BACKUP_PASSPHRASE && env.BACKUP_KEY_FILE)
      refuse('BACKUP_KEY_FILE', 'must not be set together with BACKUP_PASSPHRASE')
    if (env.TRUSTED_PROXY && !proxyPattern.test(env.TRUSTED_PROXY))
      refuse('TRUSTED_PROXY', 'must be a header and a proxy address, such as x-forwarded-for@127.0.0.1')
  })

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape)

/** `header@address`: the only header to trust, and only if the connection comes from that address. */
const proxyPattern = /^([a-z0-9-]+)@([0-9a-f.:]+)$/i

export interface S3Settings {
  bucket: string
  region: string
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

export interface Config {
  production: boolean
  development: boolean
  port: number
  host: string
  /** The address people type, without a trailing slash. */
  publicUrl: string
  /** True if the operator set that address; otherwise it is a guess. */
  publicUrlGiven: boolean
  secure: boolean
  dataDir: string
  databaseUrl: string | undefined
  /** How many connections this node may open. */
  databasePool: number
  databaseWaitMs: number
  /** How long the port stays open after `/readyz` starts to tell load balancers to use other nodes. */
  drainMs: number
  updateWithoutBackup: boolean
  firstAdmin: { email: string; password: string | undefined } | undefined
  /** The first administrator's name; without it, the first login asks for the name. */
  firstAdminName: { firstName: string; lastName: string } | undefined
  siteSecret: string | undefined
  vaultKey: string | undefined
  boardKey: string | undefined
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** How many emails the mail provider accepts in an hour. */
  mailPerHour: number | undefined
  s3: S3Settings | undefined
  backup: {
    folder: string
    /** True if `BACKUP_DIR` is set. */
    folderNamed: boolean
    /** Whether the site makes backups automatically: in production, or if a folder is set for them. */
    wanted: boolean
    passphrase: string | undefined
    keyFile: string | undefined
    s3: S3Settings | undefined
  }
  trustedProxy: { header: string; address: string } | undefined
  logLevel: string
  clockStartsAt: number | undefined
}

/** In development the address is that of this machine. */
export const knowsAddress = ({ production, publicUrlGiven }: Pick<Config, 'production' | 'publicUrlGiven'>): boolean =>
  !production || publicUrlGiven

/** An error with one sentence for the person at the terminal. */
export class ConfigError extends Error {}

export function readConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(filled)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`The setting ${issue?.path.join('.')} ${issue?.message}.`)
  }
  const e = parsed.data
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, '')
  const dataDir = resolve(projectRoot, e.DATA_DIR)
  const s3 =
    e.S3_BUCKET && e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY
      ? {
          bucket: e.S3_BUCKET,
          region: e.S3_REGION,
          endpoint: e.S3_ENDPOINT,
          accessKeyId: e.S3_ACCESS_KEY_ID,
          secretAccessKey: e.S3_SECRET_ACCESS_KEY,
        }
      : undefined
  const proxy = e.TRUSTED_PROXY ? proxyPattern.exec(e.TRUSTED_PROXY) : null
  return {
    production: e.NODE_ENV === 'production',
    development: e.NODE_ENV === 'development',
    port: e.PORT,
    host: e.HOST,
    publicUrl,
    publicUrlGiven: e.PUBLIC_URL !== undefined,
    secure: publicUrl.startsWith('https://'),
    dataDir,
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    databaseWaitMs: e.DATABASE_WAIT_SECONDS * 1000,
    drainMs: e.DRAIN_SECONDS * 1000,
    updateWithoutBackup: e.UPDATE_WITHOUT_BACKUP !== undefined,
    firstAdmin: e.ADMIN_EMAIL ? { email: e.ADMIN_EMAIL.toLowerCase(), password: e.ADMIN_PASSWORD } : undefined,
    firstAdminName: splitFullName(e.ADMIN_NAME ?? '') ?? undefined,
    siteSecret: e.SITE_SECRET,
    vaultKey: e.VAULT_KEY,
    boardKey: e.BOARD_KEY?.toLowerCase(),
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    mailPerHour: e.MAIL_PER_HOUR,
    s3,
    backup: {
      folder: e.BACKUP_DIR ? resolve(projectRoot, e.BACKUP_DIR) : join(dataDir, 'backups'),
      folderNamed: e.BACKUP_DIR !== undefined,
      wanted: e.NODE_ENV === 'production' || e.BACKUP_DIR !== undefined,
      passphrase: e.BACKUP_PASSPHRASE,
      keyFile: e.BACKUP_KEY_FILE && resolve(projectRoot, e.BACKUP_KEY_FILE),
      s3: e.BACKUP_S3_BUCKET
        ? {
            bucket: e.BACKUP_S3_BUCKET,
            region: e.BACKUP_S3_REGION ?? s3?.region ?? e.S3_REGION,
            endpoint: e.BACKUP_S3_ENDPOINT ?? s3?.endpoint,
            accessKeyId: e.BACKUP_S3_ACCESS_KEY_ID ?? s3?.accessKeyId ?? '',
            secretAccessKey: e.BACKUP_S3_SECRET_ACCESS_KEY ?? s3?.secretAccessKey ?? '',
          }
        : undefined,
    },
    trustedProxy: proxy?.[1] && proxy[2] ? { header: proxy[1].toLowerCase(), address: proxy[2] } : undefined,
    logLevel: e.LOG_LEVEL,
    clockStartsAt: e.SITE_CLOCK ? Date.parse(e.SITE_CLOCK) : undefined,
  }
}

/**
 * Returns one address for each server: `postgres://user@one:5432,two:5432/site` names several servers of one cluster,
 * one of which is writable.
 */
export function databaseAddresses(url: string): string[] {
  const [, start = '', hosts = '', end = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? []
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}
