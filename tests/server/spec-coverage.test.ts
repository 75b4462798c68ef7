import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'

/** `docs/spec-coverage.md` may cite only what is there: a renamed test or a moved file must be renamed in it too. */

const none = '—'
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

/** The cells of every line of every table, without headings and rulers. */
function linesOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (Rule|---) \|/.test(line))
    .map((line) =>
      line
        .replace(/^\|/, '')
        .replace(/\|\s*$/, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    )
}

const listed = (cell: string) => (cell === none ? [] : cell.split('<br>').map((part) => part.trim()))

function faultOfCitation(citation: string): string | null {
  const [path = '', ...titles] = citation.split(' › ')
  if (!/\.(test|spec)\.ts$/.test(path) || titles.length === 0) return `not "path › title": ${citation}`
  if (!existsSync(join(projectRoot, path))) return `no such file: ${path}`
  const source = read(path)
  const missing = titles.find((title) => !["'", '"', '`'].some((quote) => source.includes(quote + title + quote)))
  return missing === undefined ? null : `no such title in ${path}: ${missing}`
}

function faultsOf(cells: string[]): (string | null)[] {
  const [rule = '', where = '', shownBy = ''] = cells
  if (cells.length !== 3 || cells.includes('')) return [`not three filled columns: ${cells.join(' | ')}`]
  if (where === none && shownBy !== none) return [`shown by a test but enforced nowhere: ${rule}`]
  return [
    ...listed(where).map((path) => (existsSync(join(projectRoot, path)) ? null : `no such file: ${path}`)),
    ...listed(shownBy).map(faultOfCitation),
  ]
}

function faultsIn(markdown: string): string[] {
  const lines = linesOf(markdown)
  const rules = lines.map(([rule = '']) => rule)
  const shown = lines.filter((cells) => listed(cells[2] ?? none).length > 0).length
  const count = `Rules: ${lines.length}, shown by a test: ${shown}`
  return [
    ...lines.flatMap(faultsOf).filter((fault) => fault !== null),
    ...rules.filter((rule, place) => rules.indexOf(rule) !== place).map((rule) => `listed twice: ${rule}`),
    ...(markdown.split('\n').includes(count) ? [] : [`the count should read: ${count}`]),
  ]
}

test('every rule is listed once, and what it cites is there', () => {
  const document = read('docs/spec-coverage.md')
  expect(linesOf(document).length).toBeGreaterThan(300)
  expect(faultsIn(document)).toEqual([])
})

const here = 'tests/server/spec-coverage.test.ts'
const good = `| A | package.json | ${here} › a fault is found: %s |`

test('a sound document has no faults', () => {
  expect(faultsIn(`${good}\n| B | package.json | — |\n| C | — | — |\nRules: 3, shown by a test: 1`)).toEqual([])
})

test.each([
  ['no such file: tests/gone.test.ts', '| A | package.json | tests/gone.test.ts › x |\nRules: 1, shown by a test: 1'],
  ['no such file: src/gone.ts', '| A | src/gone.ts | — |\nRules: 1, shown by a test: 0'],
  [`no such title in ${here}: a fault is`, `| A | package.json | ${here} › a fault is |\nRules: 1, shown by a test: 1`],
  [`not "path › title": ${here}`, `| A | package.json | ${here} |\nRules: 1, shown by a test: 1`],
  ['not three filled columns: A | —', '| A | — |\nRules: 1, shown by a test: 0'],
  ['shown by a test but enforced nowhere: A', `${good.replace('package.json', none)}\nRules: 1, shown by a test: 1`],
  ['listed twice: A', `${good}\n| A | — | — |\nRules: 2, shown by a test: 1`],
  ['the count should read: Rules: 1, shown by a test: 1', `${good}\nRules: 1, shown by a test: 0`],
])('a fault is found: %s', (fault, markdown) => {
  expect(faultsIn(markdown)).toEqual([fault])
})
