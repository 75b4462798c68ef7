import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { toSetUp } from './set-up.ts'

// Shows dashboard-14
test.each([
  [{}, ['public address', 'mail']],
  [{ PUBLIC_URL: 'https://example.org' }, ['mail']],
  [{ PUBLIC_URL: 'https://example.org', SMTP_URL: 'smtp://localhost' }, []],
  [{ NODE_ENV: 'demo' }, []],
])('with %j there is %j to set up', (env, missing) => {
  expect(toSetUp(readConfig(env))).toEqual(missing)
})
