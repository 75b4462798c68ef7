import type { Source } from './structure.ts'

/**
 * What a transaction must not wait for: a disk, a network or a slow computation. Whoever waits for its locks would wait, too,
 * and a storage that hangs would take the connections of the whole site.
 */
const slow: readonly RegExp[] = [
  /\bstorage\s*\.\s*\w+\s*\(/,
  /\bvault\s*\.\s*\w+\s*\(/,
  /\btransport\s*\.\s*\w+\s*\(/,
  /\b(?:hashPassword|verifyPassword|hashBirthday|hashInTurn|passwordLimit)\s*\(/,
  /\b(?:receiveUpload|removeUpload|removeFiles|storePictures?|storeMemberPicture)\s*\(/,
  /\b(?:ensureKeyFile|readKeyFile|destroyKeyFile)\s*\(/,
  /\bfetch\s*\(/,
  /(?<![.\w])(?:readFile|writeFile|appendFile|mkdir|readdir|rename|unlink|rm|stat|open(?=\(\s*(?:join|path|`|'))|createReadStream|createWriteStream)\s*\(/,
  /\bauth\s*\.\s*api\b/,
]

/** Every place in a source where a transaction waits for something slow, as `path: what`. */
export function slowTransactions(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('server/'))
    .flatMap(({ path, text }) => {
      const code = withoutText(text)
      const found = insideTransactions(code).flatMap((part) => slow.flatMap((pattern) => pattern.exec(part)?.[0] ?? []))
      return [...new Set(found)].map((call) => `src/${path}: ${call.replaceAll(/\s/g, '')}…) inside a transaction`)
    })
}

/**
 * The code that runs in a transaction: what is given to `inTransaction` or `db.transaction`, every function that takes the
 * transaction as `tx` or its `client`, and the functions of the same file that these call.
 */
function insideTransactions(code: string): string[] {
  const given = [...code.matchAll(/\b(?:inTransaction|\.transaction)\s*\(/g)].map(({ index, 0: call }) =>
    balanced(code, index + call.length - 1),
  )
  const functions = functionsIn(code)
  const within = [...given, ...functions.filter(({ takes }) => takesTransaction(takes)).map(({ body }) => body)]
  const reached = new Set<string>()
  for (let part = within.pop(); part !== undefined; part = within.pop()) {
    if (reached.has(part)) continue
    reached.add(part)
    for (const { name, body } of functions) if (new RegExp(`\\b${name}\\s*\\(`).test(part)) within.push(body)
  }
  return [...reached]
}

const takesTransaction = (parameters: string) =>
  /\btx\s*:|\bclient\s*:\s*pg\.(?:PoolClient|ClientBase)/.test(parameters)

interface Found {
  name: string
  takes: string
  body: string
}

function functionsIn(code: string): Found[] {
  const declared = [...code.matchAll(/\bfunction\*?\s+(\w+)\s*(?:<[^(]*>)?\s*\(/g)].map((match) => {
    const takes = balanced(code, match.index + match[0].length - 1)
    const from = match.index + match[0].length - 1 + takes.length
    return { name: match[1] ?? '', takes, body: balanced(code, bodyStart(code, from)) }
  })
  const arrows = [...code.matchAll(/\bconst\s+(\w+)\s*=\s*(?:async\s*)?(?:<[^(]*>)?\(/g)].flatMap((match) => {
    const takes = balanced(code, match.index + match[0].length - 1)
    const from = match.index + match[0].length - 1 + takes.length
    const arrow = /^\s*(?::[^=]*)?=>\s*/.exec(code.slice(from, from + 300))
    if (!arrow) return []
    const start = from + arrow[0].length
    const body =
      code[start] === '{' ? balanced(code, start) : (/^[\s\S]*?(?=\n\n|$)/.exec(code.slice(start))?.[0] ?? '')
    return { name: match[1] ?? '', takes, body }
  })
  return [...declared, ...arrows]
}

/** Where the body of a function begins, behind the type it returns, which may have braces of its own. */
function bodyStart(code: string, from: number): number {
  const typed = /^\s*:/.test(code.slice(from, from + 20))
  for (let at = from; at < code.length; at++) {
    if (code[at] === '<' || (code[at] === '{' && typed && /[:|<&,]\s*$/.test(code.slice(from, at)))) {
      at += balanced(code, at).length - 1
      continue
    }
    if (code[at] === '{') return at
  }
  return code.length
}

const closing: Record<string, string> = { '(': ')', '{': '}', '[': ']', '<': '>' }

/** From an opening bracket to the one that closes it. Arrows are no brackets. */
function balanced(code: string, start: number): string {
  const open = code[start] ?? ''
  const close = closing[open]
  let depth = 0
  for (let at = start; at < code.length; at++) {
    if (code[at] === open) depth += 1
    else if (code[at] === close && !(close === '>' && code[at - 1] === '=')) depth -= 1
    if (depth === 0) return code.slice(start, at + 1)
  }
  return code.slice(start)
}

/** Comments and what is quoted call nothing, and their brackets close nothing. */
function withoutText(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/(^|[^:])\/\/[^\n]*/g, '$1')
}
