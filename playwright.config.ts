import { defineConfig } from '@playwright/test'
// Drizzle loads as it does in the site itself, here and in every worker.
import './src/server/commonjs-drizzle.ts'
import { browserFlags } from './scripts/browser-flags.ts'
import { findBrowser } from './scripts/setup/programs.mjs'

/** `npm test` has named it; this serves `npx playwright test`. */
const executablePath = process.env['CHROMIUM_PATH'] ?? findBrowser()

/** Every story runs at the width its people use: members have phones, administrators desks; a group tagged @desk is
 * about what only a desk shows. `npm run test:stories` runs nearly each at both. */
const atADesk =
  /(approval|audit-log|closing|dashboard|editing|election-settings|import|keyboard|kit|privacy|proxy|scripts|security|treasury)\.spec\.ts|@desk/
/** Faults and corner cases whose rules the server's tests show as well: only in the long run, or with RARE_STORIES set. */
const leftOut = process.env['RARE_STORIES'] ? [] : [/@rare/]
/** Opens the phone and the desk itself, so it runs once. */
const bothAlready = /whole-election\.spec\.ts$/
const atBothWidths = Boolean(process.env['BOTH_WIDTHS'])

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/global-database.ts',
  workers: 5,
  // Node runs our files as they are: nothing to translate for every worker anew.
  build: { external: ['**/dist/**', '**/src/**', '**/tests/**', '**/scripts/**', '**/verifier/**'] },
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // For a machine that is slow or busy; whoever is there sooner waits for nobody.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // A machine can stand still for longer than any story waits. What passed only now is named at the end of the run.
  retries: 1,
  reporter: process.env['TEST_REPORT'] ? [['list'], ['json', { outputFile: process.env['TEST_REPORT'] }]] : [['list']],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserFlags,
    },
  },
  projects: [
    {
      name: 'phone',
      ...(!atBothWidths && { grepInvert: [atADesk, ...leftOut] }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      ...(atBothWidths ? { testIgnore: bothAlready } : { grep: atADesk, grepInvert: leftOut }),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
