import { defineConfig, type Plugin } from 'vitest/config'
import { serverRules } from './server-rules.ts'

/**
 * What the mutants are tried with. Of src/shared Stryker breaks copies, which need no database; a folder that is named is tried
 * with its own tests alone. A rule of the server is broken as its file is loaded: nothing on the disk is changed.
 */
const folder = process.env['MUTANTS_FOLDER'] ?? ''
const rule = serverRules.find((one) => one.rule === process.env['MUTANT_RULE'])

const breakRule: Plugin = {
  name: 'break-rule',
  enforce: 'pre',
  transform: (code, id) =>
    rule && id.split('?')[0]?.endsWith(rule.file) ? code.replace(rule.find, () => rule.replace) : undefined,
}

export default defineConfig({
  root: rule ? `${import.meta.dirname}/../..` : process.cwd(),
  plugins: rule ? [breakRule] : [],
  test: {
    include: rule ? [rule.test] : [`src/shared${folder && `/${folder}`}/**/*.test.ts`],
    ...(rule && { globalSetup: './tests/support/global-database.ts' }),
    pool: 'forks',
    // What was kept of a file does not know which rule was broken in it.
    ...(rule && { fsModuleCache: false }),
    execArgv: rule ? ['--import', new URL('../../src/server/commonjs-drizzle.ts', import.meta.url).href] : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
