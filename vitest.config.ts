import { defineConfig } from 'vitest/config'
import { roomyHeap } from './scripts/roomy-heap.mjs'

// `vitest run` is the ordinary suite, `vitest run --mode faults` the slow one that kills, cuts and races.
export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: './tests/support/global-database.ts',
    environment: 'node',
    pool: 'forks',
    // A process keeps what it has loaded from file to file, instead of loading the server for each of them.
    ...(mode === 'faults'
      ? { include: ['tests/faults/**/*.test.ts'] }
      : {
          include: ['src/**/*.test.ts', 'tests/{server,scripts,structure,verifier}/**/*.test.ts'],
          isolate: false,
        }),
    // Drizzle loads as it does in the site itself.
    execArgv: [
      ...(mode === 'faults' ? [] : roomyHeap),
      '--import',
      new URL('./src/server/commonjs-drizzle.ts', import.meta.url).href,
    ],
    // Programs that a test starts, often to kill them, are compiled once.
    env:
      mode === 'faults'
        ? { NODE_COMPILE_CACHE: new URL('./node_modules/.cache/compiled', import.meta.url).pathname }
        : {},
    // More than a small machine has cores: each waits for its database, and with three a fifth of them stood idle.
    maxWorkers: 5,
    // Each waits for what it needs, on a busy machine too: a limit is only there to end what hangs.
    testTimeout: mode === 'faults' ? 300_000 : 60_000,
    hookTimeout: mode === 'faults' ? 300_000 : 120_000,
    expect: { poll: { timeout: mode === 'faults' ? 60_000 : 30_000 } },
    reporters: process.env['TEST_REPORT']
      ? ['default', ['json', { outputFile: process.env['TEST_REPORT'] }]]
      : ['default'],
  },
}))
