import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Collector, Rewritten, type Feed, type Keeper } from './collector.ts'
import { Unreadable, Unusable } from './problems.ts'

/**
 * `node collect.ts URL FILE`: appends the heads of an election's feed to a file, once a minute until the count is closed or it
 * is stopped. Exits with 0 when the count is closed, 1 when the site contradicts itself, 2 when it cannot begin.
 */

const usage = `How to use it:

  node collect.ts URL FILE [--once]

  URL     the election’s, such as https://example.org/api/elections/1b4e28ba-…
  FILE    where to keep what is collected; it goes on where it stopped
  --once  look once instead of once a minute`

const everyMinute = 60_000
const longestReply = 30_000

async function main(args: string[]): Promise<number> {
  const once = args.includes('--once')
  const [url, path, ...rest] = args.filter((arg) => arg !== '--once')
  if (!url || !path || rest.length > 0) throw new Unusable(usage)
  const collector = new Collector(feedAt(url), await openKeeper(path))
  await collector.load()
  for (;;) {
    try {
      const fresh = await collector.collect()
      console.log(`${new Date().toISOString()}  ${fresh} new, ${collector.collected} heads in all`)
      if (collector.isClosed) {
        console.log('The count is closed. Keep the file: it goes with the audit package into the verifier (--heads).')
        return 0
      }
    } catch (error) {
      // The network comes and goes; what the site says does not.
      if (!isPassing(error)) throw error
      console.log(`${new Date().toISOString()}  ${reason(error)}${once ? '' : '; trying again in a minute'}`)
      if (once) return 2
    }
    if (once) return 0
    await wait(everyMinute)
  }
}

function alarm(what: string): number {
  console.error(`\n\u0007HISTORY WAS REWRITTEN: ${what}.`)
  console.error('Keep the file as it is, and tell the other observers and the election committee at once.')
  return 1
}

class NoReply extends Error {}

const isPassing = (error: unknown): boolean => error instanceof NoReply || error instanceof Unreadable

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function feedAt(url: string): Feed {
  const base = URL.parse(url.replace(/\/(?:board\/heads\.ndjson)?(?:\?.*)?$/, ''))
  if (!base || !/^https?:$/.test(base.protocol)) throw new Unusable(`${url} is not an address of a site.\n\n${usage}`)
  const at = (path: string) => `${base.href.replace(/\/$/, '')}/board/${path}`
  return { freeze: () => fetchBody(at('freeze.json')), heads: (from) => fetchBody(at(`heads.ndjson?from=${from}`)) }
}

async function* fetchBody(url: string): AsyncGenerator<Uint8Array> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(longestReply) })
    if (!response.ok || !response.body) throw new NoReply(`the site answers ${response.status}`)
    yield* response.body
  } catch (error) {
    if (error instanceof NoReply) throw error
    throw new NoReply(`no reply from the site (${reason(error)})`)
  }
}

/** The file, made if it is not there. Half a line at its end, from a collector that was stopped, is cut off. */
async function openKeeper(path: string): Promise<Keeper> {
  const file = await open(path, 'a+').catch((error: unknown) => {
    throw new Unusable(`${path} cannot be written (${reason(error)}).`)
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
    kept: () => createReadStream(path) as AsyncIterable<Uint8Array>,
    keep: async (line) => {
      await file.appendFile(`${line}\n`)
      await file.sync()
    },
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof Rewritten) return alarm(error.message)
  console.error(error instanceof Unusable ? error.message : `The collector itself failed (${String(error)}).`)
  return 2
})
