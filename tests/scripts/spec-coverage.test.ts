import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { coveragePath, readCoverage } from '../../scripts/spec-coverage-files.ts'
import { faultsIn, readArea, readTestFile, writeCoverage } from '../../scripts/spec-coverage.ts'

describe('this project', () => {
  const { faults, document } = readCoverage()

  test('has a test for every rule, and a rule for every id that a test names', () => {
    expect(faults, 'see docs/rules/README.md; afterwards: npm run coverage').toEqual([])
  })

  test('has its coverage written down as it is', () => {
    const written = readFileSync(join(projectRoot, coveragePath), 'utf8')
    expect(written === document, `${coveragePath} is out of date; write it anew: npm run coverage`).toBe(true)
  })
})

const rules = `# Login

Lives in: \`accounts\`

- **login-01** (spec 1) Members log in with serial number and birthday
- **login-02** (spec 5.1) Unknown serial: \`User not found\`
`
const tests = `// Shows login-01
test('a member logs in', () => {})

describe('strangers', () => {
  // Shows login-02
  test('are not found', () => {})
})
`

/** The faults of a small project, after one change to its rules or tests. */
function faultsOf({ rules: areaText = rules, tests: testText = tests, folders = ['accounts'] }) {
  const area = readArea('docs/rules/login.md', areaText)
  const file = readTestFile('tests/server/login.test.ts', testText)
  return faultsIn([area], [file], (folder) => folders.includes(folder))
}

test('a sound project has no faults', () => {
  expect(faultsOf({})).toEqual([])
})

test('a rule without a test is named', () => {
  expect(faultsOf({ tests: tests.replace('// Shows login-02', '') })).toEqual(['no test shows login-02'])
})

test('a test that names an id of no rule is named', () => {
  expect(faultsOf({ tests: tests.replace('login-01', 'login-01, login-09') })).toEqual([
    'tests/server/login.test.ts › a member logs in: there is no rule login-09',
  ])
})

test('an id that stands twice is named', () => {
  expect(faultsOf({ rules: `${rules}- **login-01** (decision) Something else\n` })).toEqual([
    'the id login-01 stands twice',
  ])
})

test.each([
  ['a function', 'function aMember() {}'],
  ['nothing', ''],
  ['a hook', 'beforeEach(() => {})'],
  ['a step', "test.step('one', () => {})"],
  ['an empty line and then a test', "\ntest('a', () => {})"],
  ['another comment and then a test', "// A reason\ntest('a', () => {})"],
])('ids above %s are named', (_what, below) => {
  expect(faultsOf({ tests: `${tests}\n// Shows login-01\n${below}\n` })).toEqual([
    'tests/server/login.test.ts:9: "// Shows" stands on the line above a test or a describe',
  ])
})

test('a folder that is in no layer is named', () => {
  expect(faultsOf({ rules: rules.replace('`accounts`', '`accounts`, `doors`') })).toEqual([
    'docs/rules/login.md: there is no folder doors in src/shared, src/server or src/web',
  ])
})

test.each([
  [
    'a line that is no rule',
    `${rules}- login-03 (decision) No bold id\n`,
    'a rule reads "- **login-01** (spec 5.2) …" or "(decision)", not: - login-03 (decision) No bold id',
  ],
  [
    'a rule that nobody asked for',
    `${rules}- **login-03** Ours\n`,
    'a rule reads "- **login-01** (spec 5.2) …" or "(decision)", not: - **login-03** Ours',
  ],
  ['no heading', rules.replace('# Login', ''), 'has no heading'],
  ['no folder', rules.replace('Lives in:', 'In:'), 'names no folder after "Lives in: "'],
])('%s in an area is named', (_what, areaText, fault) => {
  expect(faultsOf({ rules: areaText })).toEqual([`docs/rules/login.md: ${fault}`])
})

test.each(['signup-03', 'login-3', 'login'])('an id of another shape or area is named: %s', (id) => {
  const wrong = {
    rules: `${rules}- **${id}** (decision) A rule\n`,
    tests: `${tests}// Shows ${id}\ntest('c', () => {})\n`,
  }
  expect(faultsOf(wrong)).toEqual([`docs/rules/login.md: the id ${id} should be login- and a number of two digits`])
})

describe('the tests of a file', () => {
  const titlesIn = (source: string) =>
    readTestFile('tests/server/login.test.ts', source).tests.map(({ title }) => title)

  test.each([
    ['a test', "test('a', () => {})", 'a'],
    ['one with its title on a line of its own', "test(\n  'a',\n  () => {},\n)", 'a'],
    ['a table of cases', "test.each([\n  ['x', 1],\n])('a %s', () => {})", 'a %s'],
    ['a group', "describe('a', () => {})", 'a'],
    ['a group of stories', "test.describe('a', () => {})", 'a'],
    ['a title with a place to fill in', 'test(`a ${b} c`, () => {})', 'a … c'],
    ['one test of a loop', "for (const b of c) test('a', () => {})", 'a'],
  ])('are known by their titles: %s', (_what, source, title) => {
    expect(titlesIn(`// Shows login-01\n${source}\n`)).toEqual([title])
  })

  test('are told apart by their groups where a title stands twice', () => {
    const group = (name: string) => `describe('${name}', () => {\n// Shows login-01\ntest('a', () => {})\n})\n`
    expect(titlesIn(group('one') + group('two'))).toEqual(['one › a', 'two › a'])
  })

  test('may name their rules on several lines', () => {
    const source = "// Shows login-01, login-02\n// Shows login-03\ntest('a', () => {})\n"
    expect(readTestFile('a.test.ts', source).tests).toEqual([
      { title: 'a', shows: ['login-01', 'login-02', 'login-03'] },
    ])
  })

  test('may speak of ids in their texts', () => {
    expect(readTestFile('a.test.ts', "test('a', () => '\\\n// Shows login-01')\n")).toMatchObject({
      tests: [],
      faults: [],
    })
  })
})

test('the document lists every rule with its tests, those of a file together', () => {
  const area = readArea('docs/rules/login.md', rules)
  const server = readTestFile('tests/server/login.test.ts', `${tests}// Shows login-01\ntest('a | b, <i>', () => {})\n`)
  const shared = readTestFile('src/shared/serial.test.ts', "// Shows login-01\ntest('a serial', () => {})\n")
  const document = writeCoverage([area], [shared, server])
  expect(document).toContain('\n2 rules, 4 tests that show them.\n')
  expect(document.slice(document.indexOf('## '))).toBe(`## Login

[login](rules/login.md), 2 rules; lives in \`accounts\`

| Id | Asked for by | Rule | Tests |
| --- | --- | --- | --- |
| login-01 | spec 1 | Members log in with serial number and birthday | [src/shared/serial] a serial<br>[server/login] a member logs in · a \\| b, &lt;i> |
| login-02 | spec 5.1 | Unknown serial: \`User not found\` | [server/login] are not found |

[src/shared/serial]: ../src/shared/serial.test.ts
[server/login]: ../tests/server/login.test.ts
`)
})

test.each([
  "test.skip('a', () => {})",
  "test.only('a', () => {})",
  "test.todo('a')",
  "describe.skip('g', () => {\n  test('a', () => {})\n})",
  "test.describe.skip('g', () => {})",
  "test('a', () => {\n  test.skip()\n})",
  "test.skip.each([1])('a', () => {})",
  "test('a', { skip: true }, () => {})",
])('a test that does not run is named, for it shows nothing: %s', (left) => {
  expect(faultsOf({ tests: `${tests}\n// Shows login-01\n${left}\n` })).toContainEqual(
    expect.stringMatching(/^tests\/server\/login\.test\.ts:\d+: a test that does not run shows nothing/),
  )
})
