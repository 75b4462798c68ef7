import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { settingNames } from '#server/config.ts'
import { asEnvFile, carriedSettings } from './site-entries.ts'

test('what belongs to the machine, to ballots or to the backup itself stays behind', () => {
  const all = Object.fromEntries(settingNames.map((name) => [name, 'x']))
  expect(Object.keys(carriedSettings({ ...all, HOME: '/root', S3_REGION: '' }))).toEqual(
    expect.arrayContaining(['PUBLIC_URL', 'SITE_SECRET', 'SMTP_URL', 'S3_SECRET_ACCESS_KEY', 'TRUSTED_PROXY']),
  )
  for (const name of 'VAULT_KEY PORT HOST DATA_DIR DATABASE_URL BACKUP_PASSPHRASE HOME S3_REGION'.split(' '))
    expect(carriedSettings({ ...all, HOME: '/root', S3_REGION: '' })).not.toHaveProperty(name)
})

test('the file reads back as it was', () => {
  const settings = { MAIL_FROM: `O'Hara <a@b.ph>`, SMTP_URL: 'smtp://u:p#1"@mail', SITE_SECRET: ' spaces # and $x ' }
  expect(parseEnv(asEnvFile(settings))).toEqual(settings)
})
