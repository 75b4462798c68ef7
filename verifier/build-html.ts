import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `node build-html.ts` writes verifier.html: one file that needs nothing else. The modules of the verifier stand in it one after
 * the other, each as a function that returns what it exports, with their comments, so that people can read them there.
 */

const folder = dirname(fileURLToPath(import.meta.url))
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

export function buildHtml(): string {
  const script = `\n${bundle('page/page.ts')}`
  const style = `\n${read('page/page.css')}`
  if (/<\/script/i.test(script) || /<\/style/i.test(style)) throw new Error('a source would end its own element')
  const allow = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`
  // Nothing but what stands in this file runs, and nothing is fetched or sent.
  const policy = `default-src 'none'; script-src ${allow(script)}; style-src ${allow(style)}; base-uri 'none'; form-action 'none'`
  const elements: Record<string, string> = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    style: `<style>${style}</style>`,
    script: `<script type="module">${script}</script>`,
  }
  return read('page/page.html').replaceAll(/<!-- (policy|style|script) -->/g, (_, name: string) => elements[name] ?? '')
}

function bundle(entry: string): string {
  const written: string[] = []
  const done = new Set<string>()
  const include = (path: string) => {
    if (done.has(path)) return
    done.add(path)
    const { code, imports, exports } = readModule(path)
    for (const { from } of imports) include(from)
    const taken = imports.map(({ names, from }) => `const {${names}} = ${variableOf(from)}\n`).join('')
    written.push(
      `// ${path}\nconst ${variableOf(path)} = (() => {\n${taken}${code}\nreturn { ${exports.join(', ')} }\n})()\n`,
    )
  }
  include(entry)
  return written.join('\n')
}

/** `./checks/roll.ts` is kept in `module_checks_roll`. */
const variableOf = (path: string): string => `module_${path.replace(/\.ts$/, '').replaceAll(/\W/g, '_')}`

function readModule(path: string) {
  const imports: { names: string; from: string }[] = []
  const exports: string[] = []
  const code = stripTypeScriptTypes(read(path))
    .replaceAll(/^import \{([^}]*)\} from '([^']+)'$/gm, (_, names: string, from: string) => {
      const values = names.split(',').map((name) => name.trim().replace(' as ', ': '))
      imports.push({ names: ` ${values.filter(Boolean).join(', ')} `, from: posix.join(posix.dirname(path), from) })
      return ''
    })
    .replaceAll(/^export ((?:async )?(?:const|class|function\*?) (\w+))/gm, (_, kept: string, name: string) => {
      exports.push(name)
      return kept
    })
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  const left = /^(?:import|export)\b.*/m.exec(code)
  if (left) throw new Error(`${path}: this way of writing is not understood here: ${left[0]}`)
  return { code, imports, exports }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(folder, 'verifier.html'), buildHtml())
