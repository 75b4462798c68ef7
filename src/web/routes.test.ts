import { expect, test } from 'vitest'
import { pages } from '#shared/pages.ts'
import { guardedScreens } from '#web/guarded-screens.ts'
import { publicScreens } from '#web/public-screens.ts'

const sources = import.meta.glob<string>('./**/*-screen.tsx', { query: '?raw', import: 'default', eager: true })

test.each(Object.entries(pages))('the page %s names a file with one screen', (_name, { screen }) => {
  const source = sources[`./${screen}-screen.tsx`] ?? ''
  expect(source.match(/^export (?:function|const) \w+Screen\b/gm)).toHaveLength(1)
})

test('every page carries the list of public screens, and of no others', () => {
  const filesOf = (isPublic: boolean) =>
    Object.values(pages)
      .filter(({ access }) => (access === 'public') === isPublic)
      .map(({ screen }) => `./${screen}-screen.tsx`)
  const carried = new Set([...filesOf(true), './content/not-found-screen.tsx'])
  expect(Object.keys(publicScreens).toSorted()).toEqual([...carried].toSorted())
  expect(Object.keys(guardedScreens)).toEqual(expect.arrayContaining(filesOf(false)))
  expect(Object.keys(guardedScreens).filter((file) => carried.has(file))).toEqual([])
})
