import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'
import { namedTest } from './named-test.ts'
import { outcomeOf, ranInPlaywright, ranInVitest, type Ran } from './reports.ts'

/** Whether each mutant can still be made, and whether a run is read aright. `npm run test:mutants` makes them. */

const read = (path: string) =>
  existsSync(join(projectRoot, path)) ? readFileSync(join(projectRoot, path), 'utf8') : ''

function faultsOf({ rule, file, from, to, test }: Mutant): string[] {
  const places = read(file).split(from).length - 1
  const { path, titles } = namedTest(test)
  const source = read(path)
  const quoted = (title: string) => ["'", '"', '`'].some((quote) => source.includes(quote + title + quote))
  return [
    ...(places === 1 ? [] : [`is in ${file} ${places} times: ${from}`]),
    ...(from === to ? [`changes nothing: ${from}`] : []),
    ...(/\.(test|spec)\.ts$/.test(path) && titles.length > 0 ? [] : [`not "path › title": ${test}`]),
    ...titles.filter((title) => !quoted(title)).map((title) => `no such title in ${path}: ${title}`),
  ].map((fault) => `${rule}: ${fault}`)
}

const twice = (values: string[]) => values.filter((value, place) => values.indexOf(value) !== place)

test('every mutant can be made, once, and names a test that is there', () => {
  expect(mutants.flatMap(faultsOf)).toEqual([])
  expect(twice(mutants.map(({ rule }) => rule))).toEqual([])
  expect(twice(mutants.map(({ file, from, to, test }) => `${file}: ${from} -> ${to}, ${test}`))).toEqual([])
  expect(mutants.length).toBeGreaterThanOrEqual(60)
})

const here = 'tests/mutants/mutants.test.ts'
const sound: Mutant = {
  rule: 'R',
  file: 'package.json',
  from: '"node": ">=20"',
  to: '"node": ">=24"',
  test: `${here} › a fault of the list is found: %s`,
}

test.each([
  ['is in package.json 0 times: not there', { from: 'not there' }],
  ['is in package.json 2 times: @aws-sdk', { from: '@aws-sdk' }],
  ['is in src/gone.ts 0 times: "node": ">=20"', { file: 'src/gone.ts' }],
  ['changes nothing: "node": ">=20"', { to: sound.from }],
  [`not "path › title": ${here}`, { test: here }],
  [`no such title in ${here}: gone`, { test: `${here} › gone` }],
])('a fault of the list is found: %s', (fault, wrong) => {
  expect(faultsOf(sound)).toEqual([])
  expect(faultsOf({ ...sound, ...wrong })).toEqual([`R: ${fault}`])
})

const meant = namedTest('x.test.ts › a group › at %d it is $name')
const titles = ['all', 'a group', 'at 5 it is open']
const ran = (status: Ran['status'], ...errors: string[]): Ran => ({ titles, status, errors })

test.each<[string, Ran[], string]>([
  ['passes', [ran('passed')], 'passed'],
  ['fails in one of its cases', [ran('passed'), ran('failed', 'AssertionError: expected 1 to be 2')], 'failed'],
  ['is answered instead of refused', [ran('failed', 'Error: promise resolved "1" instead of rejecting')], 'failed'],
  [
    'is refused otherwise',
    [ran('failed', "Error: expected AppError: x { …(4) } to match object { code: 'y' }")],
    'failed',
  ],
  ['waits in vain', [ran('failed', 'Error: Test timed out in 20000ms.')], 'failed'],
  ['waits in vain in a browser', [ran('failed', '\u001B[31mTest timeout of 60000ms exceeded.\u001B[39m')], 'failed'],
  ['sees something else in a browser', [ran('failed', 'Error: words\n\n\u001B[2mexpect(\u001B[22mlocator)')], 'failed'],
  ['meets a slip of the mutation', [ran('failed', 'ReferenceError: nowx is not defined')], 'broken'],
  ['stumbles in a browser', [ran('failed', 'Error: page.evaluate\n> 57 | x\n  58 | await expect(page)')], 'broken'],
  ['is not run', [ran('not run')], 'broken'],
  ['is another one', [{ ...ran('failed', 'AssertionError: x'), titles: ['at 5 it is open'] }], 'broken'],
  ['does not load', [], 'broken'],
])('a test that %s', (_what, all, is) => {
  expect(outcomeOf(meant, all).is).toBe(is)
})

test('the reports of both runners are read', () => {
  const assertion = { ancestorTitles: ['', 'a group'], title: 'one', failureMessages: [] }
  expect(
    ranInVitest({
      testResults: [
        {
          assertionResults: [
            { ...assertion, status: 'passed' },
            { ...assertion, status: 'pending' },
          ],
        },
      ],
    }),
  ).toEqual([
    { titles: ['a group', 'one'], status: 'passed', errors: [] },
    { titles: ['a group', 'one'], status: 'not run', errors: [] },
  ])
  const spec = (status: string) => ({ title: 'two', tests: [{ results: [{ status, errors: [{ message: 'why' }] }] }] })
  expect(
    ranInPlaywright({
      suites: [{ title: 'x.spec.ts', suites: [{ title: 'a group', specs: [spec('timedOut'), spec('skipped')] }] }],
    }),
  ).toEqual([
    { titles: ['a group', 'two'], status: 'failed', errors: ['why'] },
    { titles: ['a group', 'two'], status: 'not run', errors: ['why'] },
  ])
})
