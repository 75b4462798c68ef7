import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface Answer {
  status: number
  /** From when it was due until it was answered. */
  ms: number
  /** As it was sent: encoded, perhaps in chunks. */
  body: string
}
export interface Sent {
  method?: string
  /** Instead of the address's own. */
  path?: string
  headers?: Record<string, string>
  body?: string
  /** When to send it, by `performance.now()`. If every connection is taken then, its wait counts. */
  due?: number
}

/** The server closes a connection on which nothing comes for long. */
const longestIdleMs = 5000

/**
 * Sends `count` requests over `atOnce` kept connections and waits for all answers. On bare sockets, for it shares the
 * machine with what it measures: an HTTP client would cost half as much as the server.
 */
export async function load(
  url: string,
  count: number,
  atOnce: number,
  make: (n: number) => Sent = () => ({}),
): Promise<Answer[]> {
  const { host, hostname, port, pathname, search } = new URL(url)
  const answers: Answer[] = []
  let next = 0
  async function open(): Promise<Socket> {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    await once(socket, 'connect')
    return socket
  }
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      let socket = await open()
      while (next < count) {
        const n = next++
        const { due = performance.now(), ...sent } = make(n)
        const ahead = due - performance.now()
        if (ahead > 0) await wait(ahead)
        if (ahead > longestIdleMs) {
          socket.destroy()
          socket = await open()
        }
        const answer = await ask(socket, textOf(host, { path: pathname + search, ...sent }))
        answers[n] = { ...answer, ms: performance.now() - due }
      }
      socket.destroy()
    }),
  )
  return answers
}

function textOf(host: string, { method = 'GET', path = '/', headers = {}, body }: Omit<Sent, 'due'>): string {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

function ask(socket: Socket, text: string): Promise<Omit<Answer, 'ms'>> {
  return new Promise((resolve, reject) => {
    let got = ''
    const cut = () => reject(new Error('the server closed the connection'))
    const read = (chunk: Buffer) => {
      got += chunk.toString('latin1')
      if (!isWhole(got)) return
      socket.off('data', read).off('close', cut)
      resolve({ status: Number(got.slice(9, 12)), body: got.slice(got.indexOf('\r\n\r\n') + 4) })
    }
    socket.on('data', read).once('close', cut)
    socket.write(text)
  })
}

/** By its length, or by the empty chunk at its end. */
function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, head))?.[1]
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= head + 4 + Number(length)
}

/** Every one of them must be as it should. */
export function assertAll(answers: Answer[], isRight: (answer: Answer) => boolean): void {
  const wrong = answers.filter((answer) => !isRight(answer))
  if (wrong[0])
    throw new Error(
      `${wrong.length} of ${answers.length} answers are wrong: ${wrong[0].status} ${wrong[0].body.slice(0, 200)}`,
    )
}
