import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { serverRules } from './server-rules.ts'

/**
 * `npm run test:mutants`: breaks the rules and looks whether a test notices. Every rule file of src/shared is broken by Stryker in
 * all the ways it knows; of the server's own rules those of server-rules.ts. `npm run test:mutants -- elections/voting` takes one
 * folder of src/shared, `-- server` the list, `-- server proxy` those with that word.
 */

/** Fewer mutants that are noticed, and a table of cases is missing. */
const least = 85

const [first = '', ...words] = process.argv.slice(2)
let failed = false
if (first !== 'server') failed = !(await tryShared(first.replace(/^src\/shared\/|\/$/g, '')))
if (first === 'server' || first === '') failed = !tryServer(words.join(' ')) || failed
process.exitCode = failed ? 1 : 0

async function tryShared(folder: string): Promise<boolean> {
  const files = ruleFiles(folder)
  if (files.length === 0) throw new Error(`There is no rule file in src/shared/${folder}.`)
  process.env['MUTANTS_FOLDER'] = folder
  const results = await new Stryker({
    mutate: files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // A wrong code of an error does not compile, and a sentence is no rule. What is made once when a file is loaded would be
    // tried with every test there is.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignoreStatic: true,
    // On a busy machine a slow test is not a noticed mutant.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 30,
    // What was tried with the same file and the same tests is not tried again.
    incremental: true,
    incrementalFile: `.setup/mutants/${folder.replaceAll('/', '-') || 'all'}.json`,
    tempDirName: '.setup/mutants/copy',
    ignorePatterns: ['**', '!src/shared/**', '!tests/{mutants,support}/**', '!{package,tsconfig.base}.json'],
    reporters: ['progress'],
    allowConsoleColors: false,
    checkers: [],
  }).runMutationTest()
  const scores = new Map<string, { noticed: number; all: number }>()
  for (const { fileName, status, replacement, location } of results) {
    if (!['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status)) continue
    const noticed = status === 'Killed' || status === 'Timeout' ? 1 : 0
    const file = fileName.slice(fileName.indexOf('src/shared/'))
    if (!noticed) console.log(`${file}:${location.start.line}  not noticed: ${replacement}`)
    for (const place of [file, dirname(file)]) {
      const score = scores.get(place) ?? { noticed: 0, all: 0 }
      scores.set(place, { noticed: score.noticed + noticed, all: score.all + 1 })
    }
  }
  const percent = (place: string) => {
    const { noticed, all } = scores.get(place) ?? { noticed: 0, all: 0 }
    return (100 * noticed) / all
  }
  const places = [...scores.keys()].toSorted()
  for (const place of places.filter((one) => !one.endsWith('.ts')))
    console.log(`${percent(place).toFixed(1).padStart(5)} %  ${place}`)
  const poor = places.filter((one) => one.endsWith('.ts') && percent(one) < least)
  for (const file of poor) console.log(`BELOW ${least} %: ${percent(file).toFixed(1)} %  ${file}`)
  return poor.length === 0
}

/** A rule file has a table of cases beside it; sentences are none. */
function ruleFiles(folder: string): string[] {
  const place = `src/shared/${folder}`
  if (!existsSync(place) || !statSync(place).isDirectory()) throw new Error(`There is no folder ${place}.`)
  return globSync(`${place}/**/*.ts`)
    .filter((file) => !/(?:\.test|text)\.ts$/.test(file) && existsSync(file.replace(/\.ts$/, '.test.ts')))
    .toSorted()
}

function tryServer(words: string): boolean {
  const unnoticed = serverRules.filter(({ rule, test, title }) => {
    if (!rule.includes(words)) return false
    const args = ['run', '--config', 'tests/mutants/vitest.config.ts', test, '-t', title, '--bail', '1']
    const { status, stdout } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
      env: { ...process.env, MUTANT_RULE: rule, NO_COLOR: '1' },
      encoding: 'utf8',
    })
    // A run in which no test was found, or the database did not start, has noticed nothing.
    const noticed = status !== 0 && /Tests\s.*\d+ failed/.test(stdout)
    console.log(`${noticed ? 'noticed    ' : 'NOT NOTICED'}  ${rule}`)
    return !noticed
  })
  return unnoticed.length === 0
}
