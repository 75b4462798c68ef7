import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../verifier')

/** What needs Node: the commands, what they are given of it, and the building of the page. */
const onlyForNode = ['verify.ts', 'collect.ts', 'platform-node.ts', 'build-html.ts']
const packagesOf: Record<string, RegExp> = { 'platform-browser.ts': /^@noble\//, 'build-html.ts': /^vite$/ }

// Shows verifier-01
describe('the verifier stands on its own', () => {
  for (const path of globSync('**/*.ts', { cwd: folder }))
    test(`${path} imports nothing from the site, and no package but what the page carries`, () => {
      const specifiers = [
        ...readFileSync(join(folder, path), 'utf8').matchAll(
          /^(?:import|export) .*from '([^']+)'$|^\} from '([^']+)'$|\bawait import\(|\brequire\(/gm,
        ),
      ].map(([, from, afterLines]) => from ?? afterLines ?? '')
      const foreign = specifiers.filter((from) => {
        if (from === '#platform' || packagesOf[path]?.test(from)) return false
        if (from.startsWith('node:')) return !onlyForNode.includes(path)
        return !from.startsWith('.') || relative(folder, normalize(join(folder, dirname(path), from))).startsWith('..')
      })
      expect(foreign).toEqual([])
    })
})

// Shows verifier-02
test('verifier.html refers to nothing outside of itself', () => {
  const page = readFileSync(join(import.meta.dirname, '../../dist/verifier.html'), 'utf8')
  const withoutComments = page.replaceAll(/\/\*[^]*?\*\//g, '')
  expect(
    withoutComments.match(/https?:\/\/|\bsrc=|\bhref=|@import|url\(|fetch\(|XMLHttpRequest|WebSocket|sendBeacon/g),
  ).toBeNull()
  expect(page).toContain("default-src 'none'; script-src 'sha256-")
  // The libraries it carries name their authors and licence.
  expect(page).toContain('noble-ed25519 - MIT License')
})
