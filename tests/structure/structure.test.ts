import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { findPage } from '#shared/pages.ts'
import { arrowsUp, circles, missingRooms, strangeRooms, unusedExports, type Source } from './structure.ts'

const src = join(projectRoot, 'src')
const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path)
/** By their paths from `src`. */
const filesIn = (folder: string): Source[] =>
  readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(src, folder, path), 'utf8') }))
const files = filesIn('')
const sources = files.filter((file) => !isTest(file))

test('every feature has its room in each of the three layers', () => {
  expect(missingRooms(sources)).toEqual([])
})

test('a folder of a layer is a feature or part of the ground', () => {
  expect(strangeRooms(sources)).toEqual([])
})

test('the ground knows no feature, and no part of itself that stands higher', () => {
  expect(arrowsUp(sources)).toEqual([])
})

test('rooms do not import one another in a circle', () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(circles(sources)).toEqual([])
})

test('an address of the site that is spelled is one of the table of pages', () => {
  const spelled = /(?:href(?:=|: )|navigate\(|location\.(?:assign|replace)\(|withNext\()["'](\/[^"'?#]*)/g
  const addresses = sources.flatMap(({ text }) => [...text.matchAll(spelled)].map(([, path = '']) => path))
  expect(addresses.length).toBeGreaterThan(100)
  const isElse = (path: string) => /^\/api\/|^\/redirect$|\.\w+$/.test(path)
  expect(addresses.filter((path) => !isElse(path) && findPage(path) === null)).toEqual([])
})

test('what is exported is imported somewhere', () => {
  const others = ['tests', 'verifier', 'scripts', 'bench', 'deploy'].flatMap((folder) => filesIn(`../${folder}`))
  expect(unusedExports(sources, [...files.filter(isTest), ...others])).toEqual([])
})

const file = (path: string, text = ''): Source => ({ path, text })

test('an export that nobody imports is found', () => {
  const two = file('shared/two.ts', 'export const one = 1\nexport async function two() {}\nexport type Three = 3')
  const reader = file(
    'web/a-screen.tsx',
    `import { one, type Three as T } from '#shared/two.ts'\nexport const AScreen = 1`,
  )
  expect(unusedExports([two, reader])).toEqual(['src/shared/two.ts exports two'])
  expect(unusedExports([two, reader], [file('../tests/a.ts', `await import('../src/shared/two.ts')`)])).toEqual([])
})

test('a room without counterpart is found', () => {
  const three = ['shared', 'server', 'web'].map((layer) => file(`${layer}/elections/voting/ballot.ts`))
  expect(missingRooms(three)).toEqual([])
  expect(missingRooms(three.slice(0, 2))).toEqual(['src/web/elections/voting is missing'])
  expect(missingRooms([file('server/elections/emails/queries.ts')])).toEqual([])
  expect(missingRooms([file('server/elections/emails/queries.ts'), file('web/elections/emails/list.tsx')])).toEqual([
    'src/web/elections/emails is not wanted',
  ])
})

test('a folder for who may use it is found', () => {
  expect(strangeRooms([file('web/admin/menu.ts'), file('web/app.tsx'), file('web/layout/menu.ts')])).toEqual([
    'src/web/admin',
  ])
})

test('an arrow that runs upwards is found', () => {
  const upwards = file('server/http/body.ts', `import { login } from '#server/accounts/login.ts'`)
  const within = file('web/api/client.ts', `import { Button } from '#web/components/button.tsx'`)
  const types = file('server/http/context.ts', `import type { Person } from '#server/accounts/person.ts'`)
  const downwards = file('web/components/button.tsx', `import { client } from '#web/api/client.ts'`)
  expect(arrowsUp([upwards, within, types, downwards])).toEqual([
    'src/server/http/body.ts imports src/server/accounts/login.ts',
    'src/web/api/client.ts imports src/web/components/button.tsx',
  ])
})

test('a circle is found, however long, also through a lazy import; one of types alone is none', () => {
  const voting = file('server/elections/voting/cast.ts', `import { drop } from '#server/elections/proxy/drop.ts'`)
  const proxy = file('server/elections/proxy/drop.ts', `const { count } = await import('../counting/count.ts')`)
  const counting = (text: string) => file('server/elections/counting/count.ts', text)
  expect(circles([voting, proxy, counting(`import type { Cast } from '../voting/cast.ts'`)])).toEqual([])
  for (const loads of ['import { type Cast } from', 'import { type Cast, cast } from', 'import', 'export * from'])
    expect(circles([voting, proxy, counting(`${loads} '../voting/cast.ts'`)])).toHaveLength(3)
  expect(circles([voting, proxy, counting('const { cast } = await import(\n  `../voting/cast.ts`,\n)')])).toHaveLength(
    3,
  )
  expect(circles([voting, file('server/elections/proxy/drop.ts', '')])).toEqual([])
})
