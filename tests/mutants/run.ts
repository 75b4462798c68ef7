/**
 * `npm run test:mutants [-- words]`: breaks one rule at a time, in a copy of the project, and sees that the test named for
 * it fails. A test that passes without the rule it is there for is a defect.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import globalDatabase from '#tests/support/global-database.ts'
import { endAll, runNode } from './child.ts'
import { copyOfProject, type Copy } from './copy.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'
import { isStory, namedTest, patternOf } from './named-test.ts'
import { outcomeOf, ranInPlaywright, ranInVitest, type Outcome } from './reports.ts'

const copiesAtOnce = 2
const longestRun = { seconds: 180 }
const verdicts = { failed: 'killed', passed: 'SURVIVED', broken: 'BROKEN' } as const

// As in `npm test`: tests run as tests even on a machine set up for production, and what they start runs on the pinned Node.
delete process.env['NODE_ENV']
process.env['PATH'] = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter)

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const chosen = mutants.filter((mutant) =>
  words.every((word) => Object.values(mutant).join(' ').toLowerCase().includes(word)),
)

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutants-'))
// Where root runs the tests, the database of one that starts its own runs as another user, who has to pass through.
fs.chmodSync(folder, 0o711)
const clear = () => {
  endAll()
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    clear()
    process.exit(128 + os.constants.signals[signal])
  })

const stopDatabase = await globalDatabase()
try {
  const killed = await killAll(chosen)
  const failed = chosen.length - killed
  if (chosen.length === 0) console.log(`No mutant has all of these words: ${words.join(' ')}`)
  console.log(`${killed} passed, ${failed} failed`)
  process.exitCode = killed > 0 && failed === 0 ? 0 : 1
} finally {
  clear()
  await stopDatabase()
}

/** Returns how many were killed. */
async function killAll(all: readonly Mutant[]): Promise<number> {
  // Stories take longest, so they come first.
  const tests = [...Map.groupBy(all, ({ test }) => test)].toSorted(
    ([a], [b]) => Number(isStory(namedTest(b))) - Number(isStory(namedTest(a))),
  )
  const work = async (copy: Copy) => {
    let killed = 0
    for (let next = tests.shift(); next; next = tests.shift()) killed += await killWith(copy, ...next)
    return killed
  }
  const copies = Array.from({ length: Math.min(copiesAtOnce, tests.length) }, (_, place) =>
    copyOfProject(path.join(folder, String(place))),
  )
  return (await Promise.all(copies.map(work))).reduce((sum, killed) => sum + killed, 0)
}

/** The mutants of one test, after a look at whether it passes without them, run in the same way. */
async function killWith(copy: Copy, test: string, its: readonly Mutant[]): Promise<number> {
  const whole = await outcomeIn(copy, test)
  let killed = 0
  for (const mutant of its) {
    const began = performance.now()
    const outcome: Outcome =
      whole.is === 'passed'
        ? await outcomeOfMutant(copy, mutant)
        : { is: 'broken', why: `does not pass as it is: ${whole.is === 'broken' ? whole.why : test}` }
    if (outcome.is === 'failed') killed += 1
    tell(mutant, outcome, (performance.now() - began) / 1000)
  }
  return killed
}

function tell({ rule, file, from, to, test }: Mutant, outcome: Outcome, seconds: number): void {
  console.log(`${verdicts[outcome.is].padEnd(8)} ${seconds.toFixed(1).padStart(6)} s  ${rule}`)
  if (outcome.is === 'failed') return
  const why = outcome.is === 'broken' ? outcome.why.split('\n').slice(0, 20) : []
  for (const line of [`${file}: ${from} -> ${to}`, test, ...why]) console.log(`${' '.repeat(19)}${line}`)
}

async function outcomeOfMutant(copy: Copy, mutant: Mutant): Promise<Outcome> {
  const mend = copy.mutate(mutant)
  try {
    // Everything else runs from its sources.
    const isBuilt = /^src\/(web|shared)\//.test(mutant.file) && isStory(namedTest(mutant.test))
    const fault = isBuilt ? await faultOfBuild(copy) : null
    if (fault) return { is: 'broken', why: fault }
    // The database at hand was made by the migrations as they are.
    return await outcomeIn(copy, mutant.test, { ownDatabase: mutant.file.endsWith('.sql') })
  } finally {
    mend()
  }
}

async function faultOfBuild({ folder }: Copy): Promise<string | null> {
  const build = `import('./scripts/setup/pages.mjs').then(({ buildPages }) => buildPages())`
  const { code, said } = await runNode(['-e', build], { folder, env: process.env, ...longestRun })
  return code === 0 ? null : said
}

/** Runs one test, and nothing else of its file. */
async function outcomeIn(copy: Copy, name: string, { ownDatabase = false } = {}): Promise<Outcome> {
  const test = namedTest(name)
  const report = path.join(copy.scratch, 'report.json')
  fs.rmSync(report, { force: true })
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    TMPDIR: copy.scratch,
    TEST_REPORT: report,
    NO_COLOR: '1',
    RARE_STORIES: '1',
  }
  if (ownDatabase) delete env['TEST_DATABASES']

  const mode = test.path.startsWith('tests/faults/') ? ['--mode', 'faults'] : []
  const args = isStory(test)
    ? [
        'node_modules/@playwright/test/cli.js',
        'test',
        test.path,
        '-g',
        patternOf(test),
        '--workers=1',
        '--max-failures=1',
      ]
    : ['node_modules/vitest/vitest.mjs', 'run', test.path, '-t', patternOf(test), ...mode]
  const { said } = await runNode(args, { folder: copy.folder, env, ...longestRun })
  if (!fs.existsSync(report)) return { is: 'broken', why: said }

  const found = JSON.parse(fs.readFileSync(report, 'utf8'))
  const outcome = outcomeOf(test, isStory(test) ? ranInPlaywright(found) : ranInVitest(found))
  // What kept a test from running is not in the report.
  return outcome.is === 'broken' ? { ...outcome, why: `${outcome.why}\n${said}` } : outcome
}
