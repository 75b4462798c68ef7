import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/**
 * `node build-html.ts FILE` writes the page: one file that needs nothing else. Its script is not minified, so that
 * people can read what it does.
 */

const read = (name: string) => readFileSync(join(import.meta.dirname, 'page', name), 'utf8')

async function buildHtml(): Promise<string> {
  const script = `\n${await bundle()}`
  const style = `\n${read('page.css')}`
  if (/<\/script/i.test(script) || /<\/style/i.test(style)) throw new Error('a source would end its own element')
  const allow = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`
  // Only code of this file runs, and it neither fetches nor sends anything.
  const policy = `default-src 'none'; script-src ${allow(script)}; style-src ${allow(style)}; base-uri 'none'; form-action 'none'`
  const elements: Record<string, string> = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    style: `<style>${style}</style>`,
    script: `<script type="module">${script}</script>`,
  }
  return read('page.html').replaceAll(/<!-- (policy|style|script) -->/g, (_, name: string) => elements[name] ?? '')
}

/** The sources of the page and the packages they import, as one script. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, 'page/page.ts') },
    },
  })
  const [only, ...others] = 'output' in built ? built.output : []
  if (only?.type !== 'chunk' || others.length > 0) throw new Error('the page did not become one script')
  return only.code
}

const [file] = process.argv.slice(2)
if (!file) throw new Error('say where to write the page: node build-html.ts FILE')
writeFileSync(file, await buildHtml())
