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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectCopy, startScript } from '#tests/support/processes.ts'
import { smallRegistry } from '#tests/support/small-registry.ts'

/** Packages and pages are made beside the old ones and swapped in when whole; a start with half of them is refused. */

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

const expectNothingLeft = () => expect(readdirSync(project.at('.setup'))).toEqual([])

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
  const setUp = () => run('packages', 'installPackages', { ...registry.env, npm_config_cache: project.at('cache') })
  const setUpInVain = async () => {
    const script = setUp()
    expect(await script.ended, script.said()).toBe(1)
    return script.said()
  }
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

  test('a version with another number and the same packages needs none', async () => {
    const lockFile = JSON.parse(readFileSync(project.at('package-lock.json'), 'utf8'))
    lockFile.version = lockFile.packages[''].version = '0.2.0'
    writeFileSync(project.at('package-lock.json'), JSON.stringify(lockFile))
    registry.become('away')
    expect(await setUpWell()).toBe('')
  })

  test('stay when the registry is away, nothing starts with them, and going back needs nothing', async () => {
    registry.become('away')
    want('2.0.0')
    expect(await setUpInVain()).toMatch(
      /^Installing packages.*\nThe packages could not be installed: the package registry does not reply \(\w+\)\.\n$/,
    )
    expect(installed()).toBe('1.0.0')
    expectNothingLeft()
    want('1.0.0')
    expect(await setUpWell()).toBe('')
    registry.become('there')
    want('2.0.0')
    await setUpWell()
    expect(installed()).toBe('2.0.0')
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
    await setUpInVain()
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
    expect(await setUpInVain()).toContain('cannot be written to')
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
      await expect.poll(script.said).toContain('Another start or update is running in this folder. Waiting for it')
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
    expect(script.said()).toMatch(
      /^Installing packages.*\nThe packages could not be installed: the package registry does not reply \(\w+\)\.\n$/,
    )
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
  const build = async () => {
    const script = run('pages', 'buildPages')
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

  test('stay when the new ones cannot be built, and nothing starts with them', async () => {
    write('src/web/page.tsx', 'broken')
    const { code, said } = await build()
    expect(code).toBe(1)
    expect(said).toContain('The pages could not be built: Error: unexpected end of page.\nerror during build:')
    expect(built()).toBe('first')
    expectNothingLeft()
  })

  test('that were never built stop the start', async () => {
    write('src/web/page.tsx', 'broken')
    renameSync(project.at('dist'), project.at('elsewhere'))
    expect(await build()).toMatchObject({ code: 1 })
    expect(existsSync(project.at('dist'))).toBe(false)
  })
})
