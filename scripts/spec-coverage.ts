import { parseSync, Visitor, type ESTree } from 'vite'

/** What docs/spec-coverage.md is made of: the rules of docs/rules, and the tests that say in a comment which they show. */

export interface Rule {
  id: string
  /** Who asked for it: a section of the owner’s specification (`spec 5.2`), or a product decision. */
  source: string
  text: string
}

export interface Area {
  /** Of its file, and what its ids begin with. */
  name: string
  title: string
  /** The feature's folders under src/shared, src/server and src/web. */
  folders: string[]
  rules: Rule[]
  faults: string[]
}

export interface TestFile {
  path: string
  /** The tests and groups that show a rule, from top to bottom. */
  tests: { title: string; shows: string[] }[]
  faults: string[]
}

export function readArea(path: string, markdown: string): Area {
  const name = path.replace(/^.*\/|\.md$/g, '')
  const area: Area = { name, title: '', folders: [], rules: [], faults: [] }
  for (const line of markdown.split('\n')) {
    const [, id, source, text] = /^- \*\*(\S+)\*\* \((spec [\d.]+|decision(?:, board)?)\) (.+)$/.exec(line) ?? []
    if (id && source && text) area.rules.push({ id, source, text })
    else if (line.startsWith('# ')) area.title = line.slice(2)
    else if (line.startsWith('Lives in: '))
      area.folders = [...line.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder)
    else if (line.startsWith('- '))
      area.faults.push(`${path}: a rule reads "- **${name}-01** (spec 5.2) …" or "(decision)", not: ${line}`)
  }
  if (!area.title) area.faults.push(`${path}: has no heading`)
  if (area.folders.length === 0) area.faults.push(`${path}: names no folder after "Lives in: "`)
  for (const { id } of area.rules) {
    if (!new RegExp(`^${name}-\\d{2,}$`).test(id))
      area.faults.push(`${path}: the id ${id} should be ${name}- and a number of two digits`)
  }
  return area
}

export function readTestFile(path: string, source: string): TestFile {
  const lineOf = (position: number) => source.slice(0, position).split('\n').length
  const { program, comments } = parseSync(path, source)
  const shownAt = new Map<number, string[]>()
  for (const { value, start } of comments) {
    const [, ids] = /^\s*shows:?\s+(.+)$/i.exec(value) ?? []
    if (ids) shownAt.set(lineOf(start), ids.split(/,\s*/))
  }
  const found = testsIn(program, lineOf)
  const isOnly = (title: string) => found.filter(({ titles }) => titles.at(-1) === title).length === 1

  const file: TestFile = { path, tests: [], faults: [] }
  for (const { line, titles } of found) {
    const shows = takeAbove(line, shownAt)
    const [title = ''] = titles.slice(-1)
    if (shows.length > 0) file.tests.push({ title: isOnly(title) ? title : titles.join(' › '), shows })
  }
  for (const line of skippedIn(program, lineOf))
    file.faults.push(`${path}:${line}: a test that does not run shows nothing; let it run, or remove it`)
  for (const line of shownAt.keys())
    file.faults.push(`${path}:${line}: "// Shows" stands on the line above a test or a describe`)
  return file
}

/** The comments directly above a line, which may be several, taken out of those that are left. */
function takeAbove(line: number, shownAt: Map<number, string[]>): string[] {
  const above = shownAt.get(line - 1)
  if (!above) return []
  shownAt.delete(line - 1)
  return [...takeAbove(line - 1, shownAt), ...above]
}

/** Every test and group of a file, with the titles of the groups around it. */
function testsIn(program: ESTree.Program, lineOf: (position: number) => number) {
  const found: { line: number; titles: string[] }[] = []
  const around: { call: ESTree.CallExpression; title: string }[] = []
  new Visitor({
    CallExpression(call) {
      const title = titleOf(call)
      if (title === null) return
      around.push({ call, title })
      found.push({ line: lineOf(call.start), titles: around.map(({ title }) => title) })
    },
    'CallExpression:exit'(call) {
      if (around.at(-1)?.call === call) around.pop()
    },
  }).visit(program)
  return found
}

/** Where a test or a group is skipped, left for later, or the only one to run. */
function skippedIn(program: ESTree.Program, lineOf: (position: number) => number): number[] {
  const lines = new Set<number>()
  new Visitor({
    CallExpression({ callee, arguments: [, options], start }) {
      const outer = callee.type === 'CallExpression' ? callee.callee : callee
      if (isLeftOut(outer) || (isTest(outer) && isLeftOutBy(options))) lines.add(lineOf(start))
    },
  }).visit(program)
  return [...lines]
}

const leftOut = ['skip', 'skipIf', 'runIf', 'fixme', 'todo', 'only', 'fails', 'fail']

function isLeftOut(callee: ESTree.Expression): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  if (leftOut.includes(callee.property.name)) return isTest(callee.object)
  return callee.object.type !== 'Super' && isLeftOut(callee.object)
}

const isLeftOutBy = (options: ESTree.Argument | undefined): boolean =>
  options?.type === 'ObjectExpression' &&
  options.properties.some(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && leftOut.includes(one.key.name),
  )

/** `test('…')`, `test.each([…])('…')`, `describe('…')`, `test.describe('…')`; null for any other call, also a skipped test. */
function titleOf({ callee, arguments: [first] }: ESTree.CallExpression): string | null {
  if (!isTest(callee.type === 'CallExpression' ? callee.callee : callee)) return null
  if (first?.type === 'Literal') return typeof first.value === 'string' ? first.value : null
  if (first?.type !== 'TemplateLiteral') return null
  return first.quasis.map((part) => part.value.cooked).join('…')
}

function isTest(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return ['test', 'describe'].includes(callee.name)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  return ['each', 'describe'].includes(callee.property.name) && isTest(callee.object)
}

/** What is wrong with rules and tests, one sentence each; `folderExists` is asked about a folder of src/shared, src/server or src/web. */
export function faultsIn(areas: Area[], files: TestFile[], folderExists: (folder: string) => boolean): string[] {
  const rules = areas.flatMap((area) => area.rules)
  const held = new Set(rules.map(({ id }) => id))
  const shown = new Set(files.flatMap(({ tests }) => tests.flatMap(({ shows }) => shows)))
  return [
    ...[...areas, ...files].flatMap(({ faults }) => faults),
    ...rules
      .filter(({ id }, place) => rules.findIndex((rule) => rule.id === id) !== place)
      .map(({ id }) => `the id ${id} stands twice`),
    ...[...held].filter((id) => !shown.has(id)).map((id) => `no test shows ${id}`),
    ...files.flatMap(({ path, tests }) =>
      tests.flatMap(({ title, shows }) =>
        shows.filter((id) => !held.has(id)).map((id) => `${path} › ${title}: there is no rule ${id}`),
      ),
    ),
    ...areas.flatMap(({ name, folders }) =>
      folders
        .filter((folder) => !folderExists(folder))
        .map((folder) => `docs/rules/${name}.md: there is no folder ${folder} in src/shared, src/server or src/web`),
    ),
  ]
}

/** The text of docs/spec-coverage.md. */
export function writeCoverage(areas: Area[], files: TestFile[]): string {
  const showing = files.filter(({ tests }) => tests.length > 0)
  const count = (lists: unknown[][]) => lists.reduce((sum, { length }) => sum + length, 0)
  return [
    '# Coverage of the product’s rules',
    '',
    'Every rule of the product and the tests that show it. This file is written by `npm run coverage` from the rules in',
    '[docs/rules](rules/README.md) and the `// Shows` comments above the tests: change those and run it again.',
    '',
    `${count(areas.map(({ rules }) => rules))} rules, ${count(showing.map(({ tests }) => tests))} tests that show them.`,
    ...areas.flatMap(({ name, title, folders, rules }) => [
      '',
      `## ${title}`,
      '',
      `[${name}](rules/${name}.md), ${rules.length} rules; lives in ${folders.map((folder) => `\`${folder}\``).join(', ')}`,
      '',
      '| Id | Asked for by | Rule | Tests |',
      '| --- | --- | --- | --- |',
      ...rules.map(({ id, source, text }) => `| ${id} | ${source} | ${inCell(text)} | ${testsOf(id, showing)} |`),
    ]),
    '',
    ...showing.map(({ path }) => `[${shortOf(path)}]: ../${path}`),
    '',
  ].join('\n')
}

/** The tests of a rule, those of a file together behind its name. */
const testsOf = (id: string, files: TestFile[]) =>
  files
    .map(({ path, tests }) => ({
      path,
      titles: tests.filter(({ shows }) => shows.includes(id)).map(({ title }) => title),
    }))
    .filter(({ titles }) => titles.length > 0)
    .map(({ path, titles }) => `[${shortOf(path)}] ${titles.map(inCell).join(' · ')}`)
    .join('<br>')

const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** `tests/server/login.test.ts` as `server/login`, `src/shared/csv.test.ts` as `src/shared/csv`. */
const shortOf = (path: string) => path.replace(/^tests\/|\.(test|spec)\.ts$/g, '')
