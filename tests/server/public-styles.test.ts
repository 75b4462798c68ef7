import fs from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { isListed, pages } from '#shared/pages.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
afterAll(() => site.stop())

const assets = 'dist/client/assets'
const styles = fs.globSync(`${assets}/*.css`).map((file) => fs.readFileSync(file, 'utf8'))
/** As a class stands in a style sheet: `md:p-4` is `.md\:p-4`. */
const selectorOf = (name: string) => `.${name.replaceAll(/[^\w-]/g, String.raw`\$&`)}`
const has = (style: string, name: string) =>
  style.split(selectorOf(name)).some((after, place) => place > 0 && !/^[\w\\-]/.test(after))

const listed = Object.values(pages).flatMap(({ path }) => (isListed(path) && !path.includes(':') ? [path] : []))

test.each(listed)('the public style sheet alone has every class of %s', async (path) => {
  const html = (await site.visitor().get(path)).text
  const linked = [...html.matchAll(/<link[^>]*href="([^"]+\.css)"/g)].map(([, href = '']) => href)
  expect(linked).toHaveLength(1)
  const style = fs.readFileSync(`dist/client${linked[0]}`, 'utf8')
  const used = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))
  const names = [...used].map((name) => name.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&#x27;', "'"))
  expect(names.filter((name) => name && !has(style, name) && styles.some((any) => has(any, name)))).toEqual([])
})

test('the public style sheet is without the classes of other pages', () => {
  const sizes = styles.map(({ length }) => length)
  expect(styles).toHaveLength(2)
  expect(Math.min(...sizes)).toBeLessThan(0.75 * Math.max(...sizes))
})
