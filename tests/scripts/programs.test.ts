import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'

/**
 * The project needs Node and npm and nothing else by hand. Every program it starts is listed here with where it comes
 * from, so that one which happens to be on somebody's machine is noticed before it is missing on another.
 */
const started: Record<string, string[]> = {
  // The Node that runs the caller, or the one among the packages.
  'process.execPath': [],
  'node24()': [],
  node: ['scripts/test.mjs'],
  pinnedNode: ['scripts/setup/packages.mjs'],
  // PostgreSQL, among the packages.
  'binaries.initdb': ['src/server/db/embedded-cluster.ts'],
  'this.binaries.initdb': ['tests/support/replicated-postgres.ts'],
  'this.binaries.postgres': ['tests/support/replicated-postgres.ts'],
  'cluster.binaries.postgres': ['src/server/db/embedded-server.ts'],
  'programs(native).postgres': ['src/server/db/embedded-binaries.ts'],
  // On every Linux.
  "'/bin/sh'": [
    'src/server/db/embedded-binaries.ts',
    'src/server/db/embedded-binaries.ts',
    'tests/faults/embedded.test.ts',
  ],
  // npm is there because it started us; Debian's installer is looked for before it is used.
  'npm.command': ['scripts/setup/packages.mjs'],
  "'sudo'": ['scripts/setup/programs.mjs'],
  command: ['scripts/setup/script.mjs', 'scripts/setup/programs.mjs'],
  // A browser, pgbench and pgbouncer: looked for, and installed with a sentence that says so.
  file: ['scripts/setup/programs.mjs'],
  // Where there is no bash, there is nobody who could run the scripts it checks.
  "'/bin/bash'": ['tests/scripts/deploy.test.ts'],
  // Debian's, for one recipe: looked for before they are used.
  "'openssl'": ['deploy/try/cluster-machines.ts'],
  "'haproxy'": ['deploy/try/cluster-machines.ts'],
  program: [
    'deploy/try/cluster-machines.ts',
    // What keeps the clock right, if anything does: without it nothing is said of that.
    'src/server/seen-time.ts',
  ],
  // Who updates a checkout has made it with git. Without it a bench does not say of which commit its results are.
  "'git'": ['bench/run.ts', 'scripts/setup/switch.mjs', 'scripts/update.mjs', 'tests/faults/update.test.ts'],
  "process.env['PGBENCH_PATH'] ?? 'pgbench'": ['bench/ballots.ts'],
  "process.env['PGBOUNCER_PATH'] ?? 'pgbouncer'": ['tests/faults/pooler.test.ts'],
}

/** `fork` is left out: it starts nothing but Node. */
const call =
  /(?<![.\w])(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|runQuietly|promisify\(execFile\))\(\s*(?<program>(?:[^,()]|\([^()]*\))+)/g

const sourceFolders = ['src', 'scripts', 'tests', 'bench', 'deploy']
const sources = [
  ...sourceFolders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ),
  ...readdirSync(projectRoot),
].filter((name) => ['.ts', '.tsx', '.mjs', '.js'].includes(extname(name)))

/** By another name, or through `promisify`, a call would go unnoticed. */
const renamed =
  /child_process'\)|\* as \w+ from 'node:child_process'|import \w+ from 'node:child_process'|(?:spawn|spawnSync|exec|execSync|execFile|execFileSync) as \w|promisify\((?!execFile\)\()/

const programsIn = (source: string) =>
  /child_process|runQuietly/.test(source)
    ? [...source.matchAll(call)].map(({ groups }) => groups?.['program']?.trim() ?? '')
    : []

/** Programs a source starts that are not listed for it. */
function unlisted(name: string, source: string): string[] {
  if (/child_process/.test(source) && renamed.test(source)) return [`${name} starts programs by another name`]
  const programs = programsIn(source)
  return programs
    .filter((program) => {
      const places = started[program]
      return !places || (places.length > 0 && !places.includes(name))
    })
    .map((program) => `${name} starts ${program}`)
}

const texts = sources
  .filter((name) => name !== 'tests/scripts/programs.test.ts')
  .map((name) => ({ name, source: readFileSync(join(projectRoot, name), 'utf8') }))

test('every program that is started comes with the packages or is installed by the setup', () => {
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.flatMap(({ name, source }) => unlisted(name, source))).toEqual([])
})

test('nothing is listed that is not started', () => {
  const used = new Set(texts.flatMap(({ name, source }) => programsIn(source).map((program) => `${name}: ${program}`)))
  const listed = Object.entries(started).flatMap(([program, places]) => places.map((name) => `${name}: ${program}`))
  expect(listed.filter((one) => !used.has(one))).toEqual([])
})

test.each([
  "const run = promisify(execFile); run('pdftotext')",
  "promisify(exec)('pdftotext a.pdf')",
  "import * as child from 'node:child_process'",
  "import childProcess from 'node:child_process'",
  "import { spawn as start } from 'node:child_process'",
  "const { spawn } = await import('node:child_process')",
])('%s gets around nothing', (source) => {
  expect(unlisted('new.ts', `import { execFile } from 'node:child_process'\n${source}`)).toEqual([
    'new.ts starts programs by another name',
  ])
})

test.each([
  ["execFileSync('pdftotext', ['-layout'])", "'pdftotext'"],
  ["await promisify(execFile)(\n  'pg_dump', [])", "'pg_dump'"],
  ['spawnSync(tool, [])', 'tool'],
  ["const child = spawn(\n    'ffmpeg',\n    [])", "'ffmpeg'"],
  ['exec(`convert ${name}`)', '`convert ${name}`'],
  ["spawn('/bin/sh', ['-c', 'test -x'])", "'/bin/sh'"],
  ['spawn(findTool(name), [])', 'findTool(name)'],
])('%s is noticed', (source, program) => {
  const file = `import { spawn } from 'node:child_process'\n${source}\n`
  expect(unlisted('tests/support/new.ts', file)).toEqual([`tests/support/new.ts starts ${program}`])
})

test('what package.json runs is Node or comes with the packages', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const [name, script] of Object.entries(scripts)) {
    const [program = ''] = script.split(' ').filter((word) => word !== 'exec' && !/^[A-Z_]+=/.test(word))
    const isThere = program === 'node' || existsSync(join(projectRoot, 'node_modules/.bin', program))
    expect(isThere, `${name}: ${program}`).toBe(true)
  }
})
