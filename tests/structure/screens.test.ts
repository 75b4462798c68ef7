import { expect, test } from 'vitest'
import { pages } from '#shared/pages.ts'
import { catalogue, rareScreens } from '#tests/support/screens/catalogue.ts'

const screens = Object.values(catalogue).flat()

test('every page has a screen in the catalogue that is looked at each time', () => {
  const shown = new Set<string>(screens.filter(({ name }) => !rareScreens.has(name)).map(({ page }) => page))
  expect(Object.keys(pages).filter((name) => !shown.has(name))).toEqual([])
})

test('every screen has a name of its own, and what it follows is there', () => {
  const names = screens.map(({ name }) => name)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  const meant = [...screens.flatMap(({ after }) => after ?? []), ...rareScreens]
  expect(meant.filter((name) => !names.includes(name))).toEqual([])
})
