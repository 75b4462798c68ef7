import { defineConfig } from 'vitest/config'

// `vitest run` is the ordinary suite, `vitest run --mode faults` the slow one that kills, cuts and races.
export default defineConfig(({ mode }) => ({
  test: {
    include:
      mode === 'faults'
        ? ['tests/faults/**/*.test.ts']
        : ['src/**/*.test.ts', 'tests/{server,scripts,mutants}/**/*.test.ts'],
    globalSetup: './tests/support/global-database.ts',
    environment: 'node',
    pool: 'forks',
    // Drizzle loads leaner and faster, as it does in the site itself.
    execArgv: ['--import', new URL('./src/server/lean-modules.ts', import.meta.url).href],
    maxWorkers: 2,
    testTimeout: mode === 'faults' ? 60_000 : 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: process.env['TEST_REPORT']
      ? ['default', ['json', { outputFile: process.env['TEST_REPORT'] }]]
      : ['default'],
  },
}))
