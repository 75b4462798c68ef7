import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '#server/config.ts'
import { backup } from './backup.ts'
import { ballots } from './ballots.ts'
import { day } from './day.ts'
import { home } from './home.ts'
import { login } from './login.ts'
import { isMissed, type Bench, type Figure } from './measure.ts'
import { paint } from './paint.ts'
import { stopAll } from './processes.ts'
import { results } from './results.ts'
import { search } from './search.ts'
import { wholeElection } from './whole-election.ts'

/**
 * `npm run bench -- home login`: those that are named, or all but the longest. Prints a table, says which goals are missed, and writes
 * `bench/results/latest.json`.
 */
const benches: Bench[] = [home, login, search, results, ballots, wholeElection, backup, paint, day]

const named = process.argv.slice(2)
const unknown = named.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0)
  throw new Error(`There is no bench ${unknown.join(', ')}: ${benches.map(({ name }) => name).join(', ')}`)

const figures: Figure[] = []
for (const bench of benches.filter(({ name, onlyNamed }) => (named.length === 0 ? !onlyNamed : named.includes(name)))) {
  console.log(`> ${bench.name}`)
  const found = await bench.run('full').finally(stopAll)
  for (const figure of found) console.log(lineOf(figure))
  figures.push(...found)
}
const missed = figures.filter(isMissed)
console.log(missed.length === 0 ? 'Every goal is met.' : `Missed goals:\n${missed.map(lineOf).join('\n')}`)
await writeResults()

function lineOf(figure: Figure): string {
  const { name, value, unit, goal } = figure
  const wanted = goal && ('atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`)
  const shown = `${value.toFixed(value < 100 ? 2 : 0)} ${unit === 'ratio' ? '' : unit}`
  return `  ${name.padEnd(64)} ${shown.padEnd(18)} ${wanted ?? ''}${isMissed(figure) ? ', missed' : ''}`
}

async function writeResults(): Promise<void> {
  const folder = join(projectRoot, 'bench/results')
  await mkdir(folder, { recursive: true })
  const { stdout: commit } = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: projectRoot }).catch(
    () => ({ stdout: '' }),
  )
  const machine = {
    processor: `${cpus()[0]?.model ?? ''} (${arch()})`,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
  const run = {
    at: new Date().toISOString(),
    commit: commit.trim() || null,
    node: process.version,
    machine,
    benches: named,
    figures,
  }
  await writeFile(join(folder, 'latest.json'), `${JSON.stringify(run, null, 2)}\n`)
}
