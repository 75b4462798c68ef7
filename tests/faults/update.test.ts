import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectCopy, startScript } from '#tests/support/processes.ts'

/** An update never breaks what runs: packages and pages are made beside the old ones and swapped in when whole. */

let project: ReturnType<typeof projectCopy>
beforeEach(() => {
  project = projectCopy('scripts')
})
afterEach(() => project.remove())

/** Runs one function of the setup as a start does. */
function run(module: string, step: string, env: Record<string, string> = {}) {
  const script = [
    `import { runScript } from './scripts/setup/script.mjs'`,
    `import { ${step} } from './scripts/setup/${module}.mjs'`,
    `await runScript(async () => { await ${step}(); return 0 })`,
  ]
  writeFileSync(project.at('run.mjs'), script.join('\n'))
  return startScript('run.mjs', { cwd: project.folder, env })
}

/** But for the log of a failure. */
const expectNothingLeft = () =>
  expect(readdirSync(project.at('.setup')).filter((name) => name !== 'last-failure.log')).toEqual([])

describe('packages', () => {
  let registry: Awaited<ReturnType<typeof smallRegistry>>
  let installedOnce: ReturnType<typeof projectCopy>
  beforeAll(async () => {
    registry = await smallRegistry()
    installedOnce = project = projectCopy('scripts')
    want('1.0.0')
    expect(await setUpWell()).toBe('Installing packages, which takes a minute the first time.\n')
  })
  afterAll(async () => {
    installedOnce.remove()
    await registry.close()
  })

  const want = (version: '1.0.0' | '2.0.0') => {
    for (const [name, content] of Object.entries(registry.project(version))) writeFileSync(project.at(name), content)
  }
  const setUp = (step = 'ensurePackages') =>
    run('packages', step, { ...registry.env, npm_config_cache: project.at('cache') })
  const setUpWell = async () => {
    const script = setUp()
    expect(await script.ended, script.said()).toBe(0)
    return script.said()
  }
  const installed = () =>
    (JSON.parse(readFileSync(project.at('node_modules/greeting/package.json'), 'utf8')) as { version: string }).version

  beforeEach(() => {
    registry.become('there')
    cpSync(installedOnce.folder, project.folder, { recursive: true })
    expect(installed()).toBe('1.0.0')
    expectNothingLeft()
  })

  test('that are there are not asked for again', async () => {
    const before = registry.heard()
    expect(await setUpWell()).toBe('')
    expect(registry.heard()).toBe(before)
  })

  test('a newer lock file replaces them', async () => {
    want('2.0.0')
    await setUpWell()
    expect(installed()).toBe('2.0.0')
    expectNothingLeft()
  })

  test('stay when the registry is away, and going back needs nothing', async () => {
    registry.become('away')
    want('2.0.0')
    expect((await setUpWell()).split('\n').slice(1)).toEqual([
      expect.stringMatching(
        /^The packages could not be installed: npm error code \w+\. The site continues with the ones it had\. More is in \.setup\/last-failure\.log\.$/,
      ),
      '',
    ])
    expect(readFileSync(project.at('.setup/last-failure.log'), 'utf8')).toContain('greeting')
    expect(installed()).toBe('1.0.0')
    expectNothingLeft()
    want('1.0.0')
    expect(await setUpWell()).toBe('')
    registry.become('there')
    want('2.0.0')
    await setUpWell()
    expect(installed()).toBe('2.0.0')
  })

  test('of before do not do for tests', async () => {
    registry.become('away')
    want('2.0.0')
    const script = setUp('installPackages')
    expect(await script.ended).toBe(1)
    expect(script.said()).toContain('The packages could not be installed: npm error')
    expect(installed()).toBe('1.0.0')
  })

  test('survive a start killed while it installs', async () => {
    registry.become('slow')
    want('2.0.0')
    const before = registry.heard()
    const script = setUp()
    await expect.poll(registry.heard).toBeGreaterThan(before)
    await script.stop('SIGKILL')
    expect(installed()).toBe('1.0.0')
    registry.become('there')
    await setUpWell()
    expect(installed()).toBe('2.0.0')
    expectNothingLeft()
  })

  test('survive a start killed between the two renames of a swap', async () => {
    renameSync(project.at('node_modules'), project.at('.setup/node_modules.last'))
    // Of a version that nothing but the registry has, so that those put back are the only ones there can be.
    want('2.0.0')
    registry.become('away')
    await setUpWell()
    expect(installed()).toBe('1.0.0')
    expectNothingLeft()
  })

  test('of before are swept away when a start was killed after the swap', async () => {
    cpSync(project.at('node_modules'), project.at('.setup/node_modules.last'), { recursive: true })
    writeFileSync(project.at('.setup/node_modules.last/greeting/package.json'), '{"version":"0.9.0"}')
    mkdirSync(project.at('.setup/node_modules.new-Qx7'))
    registry.become('away')
    expect(await setUpWell()).toBe('')
    expect(installed()).toBe('1.0.0')
    expectNothingLeft()
  })

  test('are noted as what was installed, though the lock file was pulled anew meanwhile', async () => {
    registry.become('slow')
    want('2.0.0')
    const before = registry.heard()
    const script = setUp()
    await expect.poll(registry.heard).toBeGreaterThan(before)
    want('1.0.0')
    registry.become('there')
    expect(await script.ended, script.said()).toBe(0)
    expect(installed()).toBe('2.0.0')
    await setUpWell()
    expect(installed()).toBe('1.0.0')
  })

  test('are installed once by two starts at once', async () => {
    want('2.0.0')
    const scripts = [setUp(), setUp()]
    expect(await Promise.all(scripts.map((one) => one.ended))).toEqual([0, 0])
    const said = scripts.map((one) => one.said()).join('')
    expect(said.match(/Installing packages/g)).toHaveLength(1)
    expect(installed()).toBe('2.0.0')
    expectNothingLeft()
  })

  test('that stand where nothing can be swapped stay, with a sentence', async () => {
    want('2.0.0')
    // A file in the place of the folder in which they are made.
    rmSync(project.at('.setup'), { recursive: true, force: true })
    writeFileSync(project.at('.setup'), '')
    expect(await setUpWell()).toContain('The site continues with the ones it had.')
    expect(installed()).toBe('1.0.0')
  })

  describe('a lock that was left behind', () => {
    const leaveLock = (owner: string, secondsAgo: number) => {
      mkdirSync(project.at('.setup/lock'))
      writeFileSync(project.at('.setup/lock/owner'), owner)
      const then = new Date(Date.now() - secondsAgo * 1000)
      utimesSync(project.at('.setup/lock'), then, then)
    }

    test.each([
      ['by a process that is gone', '999999999 x', 0],
      ['by a process whose number another one has now', `${process.pid} x`, 31],
      ['before its owner was written', '', 31],
    ])('%s, is taken away', async (_whose, owner, secondsAgo) => {
      leaveLock(owner, secondsAgo)
      want('2.0.0')
      await setUpWell()
      expect(installed()).toBe('2.0.0')
      expectNothingLeft()
    })

    test('is waited for while its owner shows that it lives', async () => {
      leaveLock(`${process.pid} x`, 0)
      want('2.0.0')
      const script = setUp()
      await expect.poll(script.said).toContain('Another start is setting up; waiting for it.')
      expect(installed()).toBe('1.0.0')
      rmSync(project.at('.setup/lock'), { recursive: true })
      expect(await script.ended).toBe(0)
      expect(installed()).toBe('2.0.0')
    })

    test('is not left by a start that was told to stop', async () => {
      registry.become('slow')
      want('2.0.0')
      const before = registry.heard()
      const script = setUp()
      await expect.poll(registry.heard).toBeGreaterThan(before)
      expect(await script.stop('SIGINT')).toBe(130)
      expect(existsSync(project.at('.setup/lock'))).toBe(false)
      expect(installed()).toBe('1.0.0')
    })
  })

  test('of another machine are installed anew', async () => {
    const stamp = project.at('node_modules/.installed')
    const [hash = ''] = readFileSync(stamp, 'utf8').split(' ')
    writeFileSync(stamp, `${hash} linux-mips`)
    writeFileSync(project.at('node_modules/.package-lock.json'), '{"packages":{}}')
    expect(await setUpWell()).toContain('Installing packages')
    expect(readFileSync(stamp, 'utf8')).toBe(`${hash} ${process.platform}-${process.arch}`)
  })

  test('that were never there are told in a sentence', async () => {
    project.remove()
    project = projectCopy('scripts')
    want('1.0.0')
    registry.become('away')
    const script = setUp()
    expect(await script.ended).toBe(1)
    expect(script.said()).toMatch(/^Installing packages.*\nThe packages could not be installed: npm error code \w+\.\n/)
    expect(script.said()).not.toContain('SetupFailed')
  })
})

describe('pages', () => {
  /** Stands for Vite: what is in page.tsx is built, unless it is broken. */
  const builder = `
    import fs from 'node:fs'
    const page = fs.readFileSync('src/web/page.tsx', 'utf8')
    if (page === 'broken') { console.error('error during build:\\nError: unexpected end of page'); process.exit(1) }
    const folder = process.argv[process.argv.indexOf('--outDir') + 1]
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(folder + '/page.js', page)`

  const write = (name: string, content: string) => {
    mkdirSync(project.at(name, '..'), { recursive: true })
    writeFileSync(project.at(name), content)
  }
  const build = async (step = 'ensurePages') => {
    const script = run('pages', step)
    return { code: await script.ended, said: script.said() }
  }
  const built = () => readFileSync(project.at('dist/client/page.js'), 'utf8')

  beforeEach(async () => {
    write('node_modules/vite/bin/vite.js', builder)
    write('node_modules/vite/package.json', '{"type":"module"}')
    write('src/shared/rule.ts', '')
    write('src/web/page.tsx', 'first')
    write('vite.config.ts', '')
    write('verifier/build-html.ts', '')
    expect(await build()).toEqual({ code: 0, said: 'Building the pages.\n' })
    expect(built()).toBe('first')
    expectNothingLeft()
  })

  test('are built again when a source changes, and only then', async () => {
    expect(await build()).toEqual({ code: 0, said: '' })
    write('src/web/page.tsx', 'second')
    expect(await build()).toEqual({ code: 0, said: 'Building the pages.\n' })
    expect(built()).toBe('second')
  })

  test('are built again when the packages change', async () => {
    write('node_modules/.installed', 'others')
    expect(await build()).toEqual({ code: 0, said: 'Building the pages.\n' })
  })

  test('stay when the new ones cannot be built, with a sentence; for tests that is a failure', async () => {
    write('src/web/page.tsx', 'broken')
    const { code, said } = await build()
    expect(code).toBe(0)
    expect(said).toContain(
      'The pages could not be built: Error: unexpected end of page. The site continues with the ones it had.',
    )
    expect(readFileSync(project.at('.setup/last-failure.log'), 'utf8')).toContain('error during build:')
    expect(built()).toBe('first')
    expectNothingLeft()
    expect(await build('buildPages')).toMatchObject({ code: 1 })
    expect(built()).toBe('first')
  })

  test('that were never built stop the start', async () => {
    write('src/web/page.tsx', 'broken')
    renameSync(project.at('dist'), project.at('elsewhere'))
    expect(await build()).toMatchObject({ code: 1 })
    expect(existsSync(project.at('dist'))).toBe(false)
  })
})

/** A package registry on this machine that holds one package, `greeting`, in two versions, and can be away. */
async function smallRegistry() {
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
