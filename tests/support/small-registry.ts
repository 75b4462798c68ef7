import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A package registry on this machine that holds one package, `greeting`, in two versions, and can be away. */
export async function smallRegistry() {
  const versions = new Map(['1.0.0', '2.0.0'].map((version) => [version, tarball(version)]))
  let state: 'there' | 'away' | 'slow' = 'there'
  const waiting: (() => void)[] = []
  let heard = 0
  const server = createServer((request, response) => {
    heard++
    const reply = () => {
      const file = versions.get(/greeting-(.*)\.tgz$/.exec(request.url ?? '')?.[1] ?? '')
      response.end(file ?? JSON.stringify(document(url(), versions)))
    }
    if (state === 'away') request.socket.destroy()
    else if (state === 'slow') waiting.push(reply)
    else reply()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: { npm_config_registry: url(), npm_config_fetch_retries: '0', npm_config_update_notifier: 'false' },
    heard: () => heard,
    /** What a slow one was asked for is sent once it is there again. */
    become(next: typeof state) {
      state = next
      if (state === 'there') for (const reply of waiting.splice(0)) reply()
    },
    /** package.json and package-lock.json of a project that needs this version. */
    project(version: '1.0.0' | '2.0.0') {
      const dependencies = { greeting: version }
      const root = { name: 'small', version: '0.0.0', dependencies }
      const integrity = integrityOf(versions.get(version) ?? Buffer.alloc(0))
      const packages = { '': root, 'node_modules/greeting': { version, integrity } }
      const lock = { name: 'small', version: '0.0.0', lockfileVersion: 3, requires: true, packages }
      return { 'package.json': JSON.stringify(root), 'package-lock.json': JSON.stringify(lock) }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const integrityOf = (file: Buffer) => `sha512-${createHash('sha512').update(file).digest('base64')}`

function document(url: string, versions: Map<string, Buffer>) {
  const entries = [...versions].map(([version, file]) => {
    const dist = { tarball: `${url}/greeting/-/greeting-${version}.tgz`, integrity: integrityOf(file) }
    return [version, { name: 'greeting', version, dist }]
  })
  return { name: 'greeting', 'dist-tags': { latest: '2.0.0' }, versions: Object.fromEntries(entries) }
}

/** An archive with one file, package.json, as `npm pack` would make it. */
function tarball(version: string): Buffer {
  const content = Buffer.from(JSON.stringify({ name: 'greeting', version }))
  const header = Buffer.alloc(512)
  header.write('package/package.json', 0)
  header.write('0000644\0', 100)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return gzipSync(Buffer.concat([header, content, Buffer.alloc(512 - content.length + 1024)]))
}
