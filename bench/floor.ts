import { createServer } from 'node:http'
import { hash, verify, type Options } from '@node-rs/argon2'
import pg from 'pg'

/**
 * The least a server could do, to measure ours against: `page` sends the bytes and headers it is given, `hash` checks
 * one password per request at the cost it is given, `ballot` writes a voter and seven votes in one statement unchecked.
 */
const [kind, given = ''] = process.argv.slice(2)

if (kind === 'page') {
  const { status, headers, body } = JSON.parse(Buffer.from(given, 'base64').toString()) as {
    status: number
    headers: string[]
    body: string
  }
  const bytes = Buffer.from(body, 'base64')
  listen(createServer((_request, response) => void response.writeHead(status, headers).end(bytes)))
} else if (kind === 'ballot') {
  const pool = new pg.Pool({ max: 8, ...(JSON.parse(given) as pg.PoolConfig) })
  const text = `with ballot as (insert into ballots (voter) values ($1) returning id)
    insert into votes (ballot, slot, nominee) select id, slot, nominee from ballot, unnest($2::uuid[]) with ordinality as v (nominee, slot)`
  listen(
    createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        const { voter, choices } = JSON.parse(body) as { voter: string; choices: string[] }
        void pool
          .query({ name: 'ballot', text, values: [voter, choices] })
          .then(() => response.writeHead(201).end('{}'))
      })
    }),
  )
} else {
  const { cost } = JSON.parse(given) as { cost: Options }
  const stored = await hash('05Oct1964', cost)
  listen(
    createServer((request, response) => {
      request.resume().on('end', () => void verify(stored, '05Oct1964').then((right) => response.end(String(right))))
    }),
  )
}

function listen(server: ReturnType<typeof createServer>): void {
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}
