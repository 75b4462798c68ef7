import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot, readConfig } from '#server/config.ts'

/** What can be said about the recipes without the programs they are for; `deploy/try` runs them. */

const folder = join(projectRoot, 'deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(folder, name)).isFile(),
)

/** As src/server/config.ts names them. */
const settings = new Set(
  [...readFileSync(join(projectRoot, 'src/server/config.ts'), 'utf8').matchAll(/^ {4}([A-Z0-9_]+): /gm)].map(
    ([, name]) => name,
  ),
)

/** Lines `NAME=value`, also those that are commented out. */
const assigned = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

describe('settings', () => {
  test('are known to the site, in the files of settings and in the compose file', () => {
    expect(settings.size).toBeGreaterThan(15)
    const compose = [...read('container/compose.yml').matchAll(/^ +#?([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name)
    const image = /^ENV (.*)$/m.exec(read('container/Containerfile'))?.[1] ?? ''
    const named = [
      ...Object.keys(assigned(read('systemd/site.env'))),
      ...Object.keys(assigned(read('cluster/site.env'))),
      ...compose,
      ...image.split(' ').map((one) => one.split('=')[0]),
    ]
    expect(named.length).toBeGreaterThan(25)
    expect(named.filter((name) => !settings.has(name ?? ''))).toEqual([])
  })

  test('of the single server are accepted as they are, with what is commented out', () => {
    expect(readConfig(assigned(read('systemd/site.env')))).toMatchObject({
      secure: true,
      host: '127.0.0.1',
      trustedProxy: { header: 'x-forwarded-for', address: '127.0.0.1' },
      dataDir: '/var/lib/site',
    })
  })

  test('of the cluster are accepted, and believe the address that haproxy connects from', () => {
    const config = readConfig(assigned(read('cluster/site.env')))
    expect(config.secure).toBe(true)
    expect(config.trustedProxy?.address).toBe(/^ +source (\S+)$/m.exec(read('cluster/haproxy.cfg'))?.[1])
    expect(config.drainMs).toBeGreaterThanOrEqual(3_000)
  })
})

describe('the unit', () => {
  const unit = read('systemd/site.service')

  test('is started again for as long as it takes, and given time to stop', () => {
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(unit).toMatch(/^Restart=always$/m)
    expect(unit).toMatch(/^KillMode=mixed$/m)
    // The database is given a minute to stop, and the requests ten seconds.
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(75)
  })

  test('lets the site write its code and its data, and nothing else', () => {
    expect(unit).toMatch(/^ProtectSystem=strict$/m)
    expect(unit).toMatch(/^ReadWritePaths=\/srv\/site$/m)
    expect(unit).toMatch(/^StateDirectory=site$/m)
    expect(assigned(read('systemd/site.env'))['DATA_DIR']).toBe('/var/lib/site')
  })
})

test('nginx replaces the header that the site believes, and streams uploads', () => {
  const config = read('nginx/site.conf')
  expect(config).toMatch(/^ +proxy_set_header X-Forwarded-For \$remote_addr;$/m)
  expect(config).toMatch(/^ +proxy_request_buffering off;$/m)
  // A location with a header of its own would lose all of those above.
  const locations = [...config.matchAll(/location [^{]+\{([^}]*)\}/g)].map(([, body]) => body)
  expect(locations.length).toBeGreaterThan(3)
  expect(locations.filter((body) => body?.includes('proxy_set_header'))).toEqual([])
})

test('no commit of the cluster returns before a second machine has it', () => {
  expect(read('cluster/patroni.yml')).toMatch(/^ +synchronous_mode: true$/m)
  expect(read('cluster/patroni.yml')).toMatch(/^ +synchronous_mode_strict: true$/m)
})

test('haproxy repeats only what no node has received', () => {
  expect(read('cluster/haproxy.cfg').match(/^ +retry-on .*$/gm)).toEqual(['    retry-on conn-failure'])
})

test('the image has neither settings nor data: what goes in is listed', () => {
  const [first, ...others] = readFileSync(join(projectRoot, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(first).toBe('*')
  expect(others.filter((line) => line.startsWith('!')).map((line) => line.slice(1))).toEqual([
    'package.json',
    'package-lock.json',
    'scripts',
    'src',
    'verifier',
    'vite.config.ts',
    'tsconfig.base.json',
    'LICENSE',
  ])
})

describe('every script', () => {
  const scripts = files.filter((name) => name.endsWith('.sh'))

  test.each(scripts)('%s is a script that stops at the first failure and can be run', (name) => {
    expect(read(name)).toMatch(/^#!\/usr\/bin\/env bash\n(#.*\n)+set -euo pipefail\n/)
    expect(statSync(join(folder, name)).mode & 0o111).toBe(0o111)
    const checked = spawnSync('/bin/bash', ['-n', join(folder, name)], { encoding: 'utf8' })
    expect(checked.stderr).toBe('')
    expect(checked.status).toBe(0)
  })

  test.each(scripts)('%s ends processes by their id only', (name) => {
    expect(read(name)).not.toMatch(/\b(pkill|killall)\b/)
  })
})
