import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Collector, HistoryRewritten, type Feed, type LineStore } from './collector.ts'
import { signedBytes } from './hashes.ts'
import { UnreadablePackage, UnusableInput } from './problems.ts'
import { canonicalJson } from './read-signed.ts'
import { boardStateText } from './report-text.ts'
import type { Head, Signed } from './statements.ts'

/**
 * `node collect.ts URL FILE`: appends the heads of an election's feed to a file, once a minute until the count is closed or it
 * is stopped, and signs each that continues all those before. Exits with 0 when the count is closed, 1 when the site contradicts
 * itself, 2 when it cannot begin.
 */

const usage = `How to use it:

  node collect.ts URL FILE [--key KEYFILE] [--once]

  URL     the election’s, such as https://example.org/api/elections/1b4e28ba-…
  FILE    where to keep what is collected; it goes on where it stopped
  --key   your key as a witness; without it witness.key beside FILE, made if it is not there
  --once  look once instead of once a minute`

const everyMinute = 60_000
const longestReply = 30_000

async function main(args: string[]): Promise<number> {
  const { url, path, keyPath, once } = readArguments(args)
  const board = boardAt(url)
  const collector = new Collector(feedAt(board), await openKeeper(path))
  await collector.load()
  const witness = createWitness(await openKey(keyPath), board('cosignatures'))
  if (collector.last) witness.sign(collector.last)
  for (;;) {
    try {
      const { heads, notices } = await collector.collect()
      for (const notice of notices) tell(notice)
      // The site no longer knows what was taken back.
      if (notices.length > 0) witness.forget()
      for (const head of heads) witness.sign(head)
      const sent = await witness.send()
      if (collector.last)
        tell(`${boardStateText(collector.last.statement)}, checked${sent === null ? ' and signed' : `; ${sent}`}`)
      if (collector.isClosed && (sent === null || once || witness.isRefused)) {
        tell('The count is closed. Keep the file: it goes with the audit package into the verifier (--heads).')
        return 0
      }
    } catch (error) {
      if (error instanceof HistoryRewritten) return await alarm(error, `${path}.evidence.ndjson`)
      // A network failure passes; a contradiction of the site does not.
      if (!isPassing(error)) throw error
      tell(`${reason(error)}${once ? '' : '; trying again in a minute'}`)
      if (once) return 2
    }
    if (once) return 0
    await wait(everyMinute)
  }
}

const tell = (what: string): void => console.log(`${new Date().toLocaleTimeString('en-US')}  ${what}`)

/** The contradicting lines, for the verifier to read as collected heads beside the file itself. */
async function alarm({ message, lines }: HistoryRewritten, path: string): Promise<number> {
  await writeFile(path, lines.map((line) => `${line}\n`).join(''))
  console.error(`\n\u0007HISTORY WAS REWRITTEN: ${message}.`)
  console.error(`What was known and what is shown now are in ${path}. Keep both files as they are.`)
  console.error('Tell the other observers and the election committee at once.')
  return 1
}

function readArguments(args: string[]) {
  const { values, positionals } = parse(args)
  const [url, path, ...rest] = positionals
  if (!url || !path || rest.length > 0) throw new UnusableInput(usage)
  return { url, path, keyPath: values.key ?? join(dirname(path), 'witness.key'), once: values.once }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { key: { type: 'string' }, once: { type: 'boolean', default: false } },
    })
  } catch (error) {
    throw new UnusableInput(`${reason(error)}\n\n${usage}`)
  }
}

class NoReply extends Error {}

const isPassing = (error: unknown): boolean => error instanceof NoReply || error instanceof UnreadablePackage

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The address of the election's board, or of a part of it. */
function boardAt(url: string): (path: string) => string {
  const base = URL.parse(url.replace(/\/(?:board\/heads\.ndjson)?(?:\?.*)?$/, ''))
  if (!base || !/^https?:$/.test(base.protocol))
    throw new UnusableInput(`${url} is not an address of a site.\n\n${usage}`)
  return (path) => `${base.href.replace(/\/$/, '')}/board${path && `/${path}`}`
}

const feedAt = (board: (path: string) => string): Feed => ({
  freeze: () => fetchBody(board('freeze.json')),
  corrections: async function* () {
    const { corrections } = await askJson<{ corrections?: unknown }>(board(''))
    if (!Array.isArray(corrections)) throw new NoReply('the site sends no corrections')
    for (const { statement, signature } of corrections as { statement: unknown; signature: unknown }[])
      yield new TextEncoder().encode(`${JSON.stringify({ statement, signature })}\n`)
  },
  heads: (from) => fetchBody(board(`heads.ndjson?from=${from}`)),
  consistency: async (from, to) => {
    const { proof } = await askJson<{ proof?: unknown }>(board(`consistency?from=${from}&to=${to}`))
    if (!Array.isArray(proof)) throw new NoReply('the site sends no proof')
    return proof.map(String)
  },
})

async function* fetchBody(url: string): AsyncGenerator<Uint8Array> {
  const { body } = await ask(url)
  if (!body) return
  try {
    yield* body
  } catch (error) {
    throw new NoReply(`no reply from the site (${reason(error)})`)
  }
}

async function ask(url: string): Promise<Response> {
  const response = await request(url)
  if (!response.ok) throw new NoReply(`the site answers ${response.status}`)
  return response
}

async function askJson<Body extends object>(url: string): Promise<Partial<Body>> {
  const response = await ask(url)
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null ? body : {}
}

const request = (url: string, options: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...options, signal: AbortSignal.timeout(longestReply) }).catch((error: unknown) => {
    throw new NoReply(`no reply from the site (${reason(error)})`)
  })

/** The file, created if missing. An incomplete last line, of a collector that was stopped, is removed. */
async function openKeeper(path: string): Promise<LineStore> {
  const file = await open(path, 'a+').catch((error: unknown) => {
    throw new UnusableInput(`${path} cannot be written (${reason(error)}).`)
  })
  let size = 0
  let wholeLines = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    const last = chunk.lastIndexOf(10)
    if (last >= 0) wholeLines = size + last + 1
    size += chunk.length
  }
  if (wholeLines < size) await file.truncate(wholeLines)
  return {
    stored: () => createReadStream(path) as AsyncIterable<Uint8Array>,
    append: async (line) => {
      await file.appendFile(`${line}\n`)
      await file.sync()
    },
  }
}

/** The key of the witness, created on first use; one for all elections they follow. */
async function openKey(path: string): Promise<KeyObject> {
  const found = await readFile(path, 'utf8').catch(() => null)
  if (found !== null) {
    try {
      const key = createPrivateKey(found)
      if (key.asymmetricKeyType === 'ed25519') return key
    } catch {
      // Reported below, like a key of another kind.
    }
    throw new UnusableInput(`${path} holds no key of a witness. Please use another file.`)
  }
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  await writeFile(path, pem, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new UnusableInput(`${path} cannot be written (${reason(error)}).`)
  })
  console.log(`Your key as a witness was made: ${path}. Keep it, and give it to nobody.`)
  return privateKey
}

/** Signs heads with the key, and sends the signatures to the site in order, as soon as it accepts them. */
function createWitness(privateKey: KeyObject, url: string) {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  console.log(`Your public key: ${publicKey}`)
  console.log(
    'Register it on the site, best before voting opens: log in as an observer, and add it on the page /observe.',
  )
  let unsent: { statement: string; signature: string }[] = []
  return {
    /** The site refuses the signatures: nobody has registered the key. */
    isRefused: false,

    sign({ hash, statement: { election } }: Signed<Head>): void {
      const statement = canonicalJson({ type: 'cosignature/1', election, head: hash, witness: publicKey })
      const signature = sign(null, signedBytes('cosignature/1', statement), privateKey).toString('hex')
      unsent.push({ statement, signature })
    },

    forget(): void {
      unsent = []
    },

    /** Returns why some could not be sent; they are sent with the next ones. */
    async send(): Promise<string | null> {
      for (const [done, cosignature] of unsent.entries()) {
        const body = JSON.stringify(cosignature)
        // The site refuses what may come from a page of another website.
        const headers = { 'Content-Type': 'application/json', Origin: new URL(url).origin }
        const reply = await request(url, { method: 'POST', headers, body }).catch((error: unknown) => {
          if (error instanceof NoReply) return null
          throw error
        })
        if (reply?.ok) continue
        unsent = unsent.slice(done)
        this.isRefused = reply !== null && reply.status >= 400 && reply.status < 500 && reply.status !== 429
        return this.isRefused
          ? `the site does not take your signature (${reply?.status}): is your public key registered?`
          : 'your signature will be sent with the next'
      }
      unsent = []
      this.isRefused = false
      return null
    },
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof UnusableInput ? error.message : `The collector itself failed (${String(error)}).`)
  return 2
})
