import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildHtml } from '../../verifier/build-html.ts'

const folder = join(import.meta.dirname, '../../verifier')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

/** What needs Node: the commands and what they open. */
const onlyForNode = ['verify.ts', 'collect.ts', 'file-source.ts', 'build-html.ts']

// Shows verifier-01
describe('the verifier stands on its own', () => {
  for (const path of globSync('**/*.ts', { cwd: folder }))
    test(`${path} imports nothing from the site and no package`, () => {
      const specifiers = [
        ...read(path).matchAll(
          /^(?:import|export) .*from '([^']+)'$|^\} from '([^']+)'$|\bawait import\(|\brequire\(/gm,
        ),
      ].map(([, from, afterLines]) => from ?? afterLines ?? '')
      const foreign = specifiers.filter((from) => {
        if (from.startsWith('node:')) return !onlyForNode.includes(path)
        return !from.startsWith('.') || relative(folder, normalize(join(folder, dirname(path), from))).startsWith('..')
      })
      expect(foreign).toEqual([])
    })
})

// Shows verifier-02
describe('verifier.html', () => {
  test('is what build-html.ts makes of the sources', () => {
    expect(read('verifier.html') === buildHtml(), 'write it anew: node verifier/build-html.ts').toBe(true)
  })

  test('refers to nothing outside of itself', () => {
    const page = read('verifier.html')
    expect(
      page.match(/https?:\/\/|\bsrc=|\bhref=|@import|url\(|fetch\(|XMLHttpRequest|WebSocket|sendBeacon/g),
    ).toBeNull()
    expect(page).toContain("default-src 'none'; script-src 'sha256-")
  })
})
