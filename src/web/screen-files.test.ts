import { describe, expect, test } from 'vitest'
import { screenFiles } from './screen-files.ts'

const routes = Object.values(
  import.meta.glob<string>('./routes.tsx', { query: '?raw', import: 'default', eager: true }),
)[0]
const screens = Object.keys(import.meta.glob('./**/*-screen.tsx'))

describe('each page names the file its screen is loaded from', () => {
  test.each(Object.entries(screenFiles))('%s: %s', (page, file) => {
    const inWeb = file.replace('src/web', '.')
    expect(screens).toContain(inWeb)
    expect(routes?.replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(`\\b${page}: lazyScreen\\( ?async \\(\\) => \\(await import\\('${inWeb}'\\)\\)`),
    )
  })
})
