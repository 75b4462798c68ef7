import { expect, test } from 'vitest'
import { pages } from '#shared/pages.ts'
import { catalogue } from '#tests/support/screens/catalogue.ts'

const screens = Object.values(catalogue).flat()

test('every page has a screen in the catalogue', () => {
  const shown = new Set<string>(screens.map(({ page }) => page))
  expect(Object.keys(pages).filter((name) => !shown.has(name))).toEqual([])
})

test('every screen has a name of its own, and what it follows is there', () => {
  const names = screens.map(({ name }) => name)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  const followed = screens.flatMap(({ after }) => after ?? [])
  expect(followed.filter((name) => !names.includes(name))).toEqual([])
})
