import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, projectRoot, readConfig, settingNames } from './config.ts'

test('nothing need be set', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    production: true,
    port: 3000,
    publicUrl: 'http://localhost:3000',
    secure: false,
    logLevel: 'info',
  })
  expect(isAbsolute(config.dataDir)).toBe(true)
})

test('.env.example names everything that a site can be given, and nothing else', () => {
  const named = readFileSync(join(projectRoot, '.env.example'), 'utf8').matchAll(/^#([A-Z0-9_]+)=/gm)
  const notOfSite = ['NODE_ENV', 'SITE_CLOCK']
  expect([...named].map(([, name]) => name).toSorted()).toEqual(
    settingNames.filter((name) => !notOfSite.includes(name)).toSorted(),
  )
})

test('an empty setting counts as unset', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '', S3_BUCKET: '' })).toMatchObject({
    databaseUrl: undefined,
    port: 3000,
    s3: undefined,
  })
})

test('what is set is taken', () => {
  expect(
    readConfig({
      PUBLIC_URL: 'https://example.org/',
      TRUSTED_PROXY: 'X-Forwarded-For@127.0.0.1',
      ADMIN_EMAIL: 'Chief@Example.org',
      ADMIN_PASSWORD: 'long enough',
    }),
  ).toMatchObject({
    publicUrl: 'https://example.org',
    secure: true,
    trustedProxy: { header: 'x-forwarded-for', address: '127.0.0.1' },
    firstAdmin: { email: 'chief@example.org', password: 'long enough' },
  })
})

test.each([
  'office@example.org',
  'site@localhost',
  'ARRAPI <office@arrapi.ph>',
  'Peña’s Office <office@example.org>',
  '"Reserve, Inc." <office@example.org>',
])('emails may come from %s', (from) => {
  expect(readConfig({ MAIL_FROM: ` ${from} ` }).mailFrom).toBe(from)
})

// Shows time-11
test('the clock may be set in the demonstration', () => {
  expect(readConfig({ NODE_ENV: 'demo', SITE_CLOCK: '2025-03-29T08:00:00+08:00' }).clockStartsAt).toBe(
    Date.parse('2025-03-29T00:00:00Z'),
  )
})

describe('a wrong setting stops the start with one sentence that names it', () => {
  // Shows time-12, operations-03
  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '70000' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'example.org' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.org/path' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://one,two words/site' }],
    ['DATABASE_POOL', { DATABASE_POOL: '11' }],
    ['DATABASE_WAIT_SECONDS', { DATABASE_WAIT_SECONDS: 'long' }],
    ['DRAIN_SECONDS', { DRAIN_SECONDS: '-1' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'chief' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'long enough' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD: 'short' }],
    ['ADMIN_NAME', { ADMIN_NAME: 'Maria' }],
    ['SMTP_URL', { SMTP_URL: 'http://mail' }],
    ['MAIL_PER_HOUR', { MAIL_PER_HOUR: '5' }],
    ['MAIL_PER_HOUR', { MAIL_PER_HOUR: 'many' }],
    ['MAIL_FROM', { MAIL_FROM: 'office' }],
    ['MAIL_FROM', { MAIL_FROM: 'The Office' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@example.org, b@example.org' }],
    ['MAIL_FROM', { MAIL_FROM: 'A <a@example.org>, B <b@example.org>' }],
    ['MAIL_FROM', { MAIL_FROM: 'Reserve, Inc. <a@example.org>' }],
    ['MAIL_FROM', { MAIL_FROM: 'A <a@example.org> b@example.org' }],
    ['MAIL_FROM', { MAIL_FROM: 'A <a@example.org' }],
    ['MAIL_FROM', { MAIL_FROM: 'A <>' }],
    ['MAIL_FROM', { MAIL_FROM: '<a@example.org>' }],
    ['MAIL_FROM', { MAIL_FROM: 'A\r\nBcc: b@example.org <a@example.org>' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@example.org\nb@example.org' }],
    ['MAIL_FROM', { MAIL_FROM: '"A\nB" <a@example.org>' }],
    ['VAULT_KEY', { VAULT_KEY: 'abc' }],
    ['SITE_SECRET', { SITE_SECRET: 'short' }],
    ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: '127.0.0.1' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['SITE_CLOCK', { SITE_CLOCK: 'tomorrow', NODE_ENV: 'test' }],
    ['SITE_CLOCK', { SITE_CLOCK: '2025-03-29T08:00:00+08:00' }],
    ['NODE_ENV', { NODE_ENV: 'staging' }],
  ])('%s', (name, env) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(new RegExp(`^The setting ${name} .+\\.$`))
  })
})
