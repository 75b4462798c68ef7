/**
 * `npm test`: every check in order, each even if an earlier one failed, with a table at the end.
 * `npm test -- lint unit` runs only the steps named; `faults` is run only when named.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { roomyHeap } from './roomy-heap.mjs'
import { installPackages, node24 } from './setup/packages.mjs'
import { buildPages } from './setup/pages.mjs'
import { ensureBrowser, ensurePgbouncer } from './setup/programs.mjs'
import { root } from './setup/project.mjs'
import { runScript, SetupFailed } from './setup/script.mjs'
import { countPlaywright, countVitest } from './test-reports.mjs'

/**
 * @typedef {import('./test-reports.mjs').Count} Count
 * @typedef {{ kind: string, name: string, flags?: string[], env?: NodeJS.ProcessEnv, program: string, args: string[], count?: (report: never) => Count }} Step
 */

const oxfmt = 'node_modules/oxfmt/bin/oxfmt'
const oxlint = 'node_modules/oxlint/bin/oxlint'
const tsc = 'node_modules/typescript/bin/tsc'
const vitest = 'node_modules/vitest/vitest.mjs'
const playwright = 'node_modules/@playwright/test/cli.js'

/** @type {Step[]} */
const steps = [
  { kind: 'format', name: 'format', program: oxfmt, args: ['--check'] },
  { kind: 'lint', name: 'lint', program: oxlint, args: ['--deny-warnings'] },
  // Shared rules by themselves, where neither Node nor a browser exists; then everything that loads it, once.
  ...['src/shared', 'verifier', 'tests'].map((folder) => ({
    kind: 'types',
    name: folder === 'tests' ? 'types src, tests' : `types ${folder}`,
    program: tsc,
    // One checker: several would each work out the types of the API again, at twice the cost.
    args: ['-p', folder, '--checkers', '1'],
    // Its memory is looked through half as often: that took a sixth of the time, and the largest it gets stays the same.
    env: { GOGC: '200' },
  })),
  { kind: 'unit', name: 'unit and server', program: vitest, args: ['run'], count: countVitest },
  // Playwright starts its workers as it was started itself.
  { kind: 'e2e', name: 'browser', flags: roomyHeap, program: playwright, args: ['test'], count: countPlaywright },
  { kind: 'faults', name: 'faults', program: vitest, args: ['run', '--mode', 'faults'], count: countVitest },
]
const kinds = [...new Set(steps.map((step) => step.kind))]

await runScript(async () => {
  const chosen = chooseKinds(process.argv.slice(2))
  // Tests run as tests even on a machine set up for production; Vitest names the mode itself.
  delete process.env.NODE_ENV
  await installPackages()
  if (chosen.includes('e2e')) await ensureBrowser()
  if (chosen.includes('faults')) await ensurePgbouncer()
  if (chosen.some((kind) => ['unit', 'e2e', 'faults'].includes(kind))) await buildPages()

  const /** @type {Awaited<ReturnType<typeof run>>[]} */ results = []
  for (const step of steps.filter(({ kind }) => chosen.includes(kind))) results.push(await run(step))
  printTable(results)
  // Last, where whoever reads only the end of a long run finds them.
  for (const { name, count } of results) for (const line of count.notes ?? []) console.log(`${name}: ${line}`)
  const sum = (/** @type {'passed' | 'failed'} */ which) =>
    results.reduce((total, { count }) => total + count[which], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 ? 1 : 0
})

/** @param {string[]} named */
function chooseKinds(named) {
  const unknown = named.find((kind) => !kinds.includes(kind))
  if (unknown) throw new SetupFailed(`There is no step "${unknown}"; the steps are ${kinds.join(', ')}.`)
  return named.length > 0 ? named : kinds.filter((kind) => kind !== 'faults')
}

/** @param {Step} step */
async function run({ name, flags = [], env = {}, program, args, count }) {
  console.log(`\n> ${name}`)
  const report = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'test-report-')), 'report.json')
  const began = performance.now()
  const code = await exitCode([...flags, program, ...args], { ...env, ...(count && { TEST_REPORT: report }) })
  const seconds = (performance.now() - began) / 1000
  const counted =
    count && fs.existsSync(report)
      ? count(/** @type {never} */ (JSON.parse(fs.readFileSync(report, 'utf8'))))
      : undefined
  fs.rmSync(path.dirname(report), { recursive: true, force: true })
  return { name, seconds, count: trustworthy(counted, code) }
}

/**
 * A step that failed has at least one failure, whatever its report says (a file that does not even load has no tests).
 * @param {Count | undefined} count
 * @param {number} code
 * @returns {Count}
 */
function trustworthy(count, code) {
  if (!count) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  return code === 0 ? count : { ...count, failed: Math.max(count.failed, 1) }
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function exitCode(args, env) {
  // The pinned Node for everything the step starts, too.
  const node = node24()
  const PATH = [path.dirname(node), process.env.PATH].join(path.delimiter)
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: root,
      env: { ...process.env, PATH, ...env },
      stdio: 'inherit',
    })
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal)
      child.once('exit', () => process.exit(128 + os.constants.signals[signal]))
    }
    process.once('SIGINT', pass).once('SIGTERM', pass)
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      resolve(code ?? 1)
    })
  })
}

/** @param {{ name: string, seconds: number, count: Count }[]} results */
function printTable(results) {
  const width = Math.max(...results.map(({ name }) => name.length))
  console.log(`\n${'step'.padEnd(width)}  result  seconds`)
  for (const { name, seconds, count } of results) {
    console.log(`${name.padEnd(width)}  ${count.failed > 0 ? 'FAILED' : 'ok    '}  ${seconds.toFixed(1).padStart(7)}`)
  }
}
