import { Worker } from 'node:worker_threads'
import { page, type Element } from './elements.ts'

type Answer = { job: number; svgs: string[] } | { job: number; error: string }

export interface PictureSize {
  width: number
  height: number
}

interface Waiting {
  resolve: (svgs: string[]) => void
  reject: (reason: Error) => void
}

/** Its memory is given back when no card has been asked for in this time. */
const idleMs = 5 * 60_000

/** Without these it would keep 200 MB of what it no longer needs; it works in 35. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/** The thread that sets the words of cards. It starts with the first card and goes when it is not needed. */
let worker: { thread: Worker; waiting: Map<number, Waiting>; retire: NodeJS.Timeout } | null = null
let jobs = 0

function running() {
  if (worker) return worker
  const thread = new Worker(new URL('./layout-worker.ts', import.meta.url), { execArgv: [], resourceLimits })
  const waiting = new Map<number, Waiting>()
  const started = { thread, waiting, retire: setTimeout(() => void retire(), idleMs).unref() }
  function gone(reason: Error) {
    if (worker === started) worker = null
    clearTimeout(started.retire)
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  function retire() {
    if (waiting.size > 0) return void started.retire.refresh()
    gone(new Error('the thread was idle'))
    return void thread.terminate()
  }
  thread.on('message', (answer: Answer) => {
    const request = waiting.get(answer.job)
    waiting.delete(answer.job)
    // Idle, it keeps nobody from ending the process. Not earlier: to listen to a thread is to wait for it.
    if (waiting.size === 0) thread.unref()
    if ('svgs' in answer) request?.resolve(answer.svgs)
    else request?.reject(new Error(answer.error))
  })
  thread.on('error', (error) => gone(error as Error))
  thread.on('exit', () => gone(new Error('the thread that sets the words of cards ended')))
  worker = started
  return started
}

/** Each element as an SVG, of a card's size unless another is given, its words as outlines. */
export function layOut(elements: Element[], size: PictureSize = page): Promise<string[]> {
  const { thread, waiting, retire } = running()
  retire.refresh()
  const job = ++jobs
  return new Promise((resolve, reject) => {
    waiting.set(job, { resolve, reject })
    thread.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, only windows have
    thread.postMessage({ job, elements, size })
  })
}
