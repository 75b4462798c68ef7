/** The built pages in dist/, and beside them the verifier, as one page to save. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { makeAndSwap } from './make-and-swap.mjs'
import { installedPackages, node24 } from './packages.mjs'
import { at, readIfThere } from './project.mjs'
import { commandFailed, runQuietly, say } from './script.mjs'

/** Builds the pages unless dist/ was made from exactly these sources and packages. */
export function buildPages() {
  return makeAndSwap('dist', pagesAreCurrent, async (folder) => {
    say('Building the pages.')
    const sources = sourcesHash()
    const made = path.join(folder, 'dist')
    await vite('--outDir', path.join(made, 'client'))
    await vite('--ssr', 'src/web/entry-server.tsx', '--outDir', path.join(made, 'server'))
    await buildWith(at('verifier/build-html.ts'), path.join(made, 'verifier.html'))
    fs.writeFileSync(path.join(made, '.stamp'), sources)
    return made
  })
}

/** @param {string[]} options */
const vite = (...options) => buildWith(at('node_modules/vite/bin/vite.js'), 'build', '--emptyOutDir', ...options)

/** @param {string[]} program and its arguments */
async function buildWith(...program) {
  // Whatever the site or the tests run as, pages are built for production.
  const result = await runQuietly(node24(), program, { env: { NODE_ENV: 'production' } })
  if (result.code !== 0) throw commandFailed('The pages could not be built', result.output)
}

function pagesAreCurrent() {
  return readIfThere(at('dist', '.stamp')) === sourcesHash()
}

function sourcesHash() {
  const hash = createHash('sha256').update(installedPackages())
  for (const source of ['src/web', 'src/shared', 'verifier', 'vite.config.ts', 'scripts/imports.ts'])
    addToHash(hash, source)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} name
 */
function addToHash(hash, name) {
  if (fs.statSync(at(name)).isDirectory()) {
    for (const child of fs.readdirSync(at(name)).toSorted()) addToHash(hash, `${name}/${child}`)
  } else if (!/\.test\.tsx?$/.test(name)) {
    const content = fs.readFileSync(at(name))
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
}
