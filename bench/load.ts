import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  bytes: number
  headers: Record<string, string | string[] | undefined>
}

/** Sends `count` requests over `atOnce` kept connections and waits for all answers. */
export async function load(
  url: string,
  count: number,
  atOnce: number,
  make: (n: number) => { method?: string; headers?: Record<string, string>; body?: string } = () => ({}),
): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const answers: Answer[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const n = next++
        answers[n] = await ask(url, agent, make(n))
      }
    }),
  )
  agent.destroy()
  return answers
}

function ask(
  url: string,
  agent: Agent,
  given: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: given.method ?? 'GET', headers: given.headers ?? {} }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end(given.body)
  })
}
