/**
 * What package-lock.json must hold for the project to start on every machine it promises to: each native package for
 * Linux with glibc on x64 and on arm64, with its integrity.
 *
 * @typedef {{ version?: string, integrity?: string, os?: string[], cpu?: string[], libc?: string[], optional?: boolean,
 *   dev?: boolean, optionalDependencies?: Record<string, string> }} Package
 * @typedef {{ packages: Record<string, Package> }} LockFile
 */

import { SetupFailed } from './setup/script.mjs'

const processors = /** @type {const} */ (['x64', 'arm64'])
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows']
const otherProcessors = ['ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'wasm32', 'loong64', 'mips64el']

/**
 * The promised platform a package is made for, by its name, as all such packages are named.
 * @param {string} name
 */
function promisedPlatform(name) {
  const words = name.split(/[/-]/)
  const processor = processors.find((one) => words.includes(one))
  return words.includes('linux') && processor && !words.includes('musl') ? `linux-${processor}` : null
}

/**
 * What keeps the file from serving both processors, one sentence each.
 * @param {LockFile} lock
 */
export function lockFaults({ packages }) {
  const faults = Object.entries(packages).flatMap(([place, entry]) => [
    ...(place !== '' && !entry.integrity && !isForElsewhere(entry) ? [`${nameAt(place)} has no integrity`] : []),
    ...Object.entries(entry.optionalDependencies ?? {}).flatMap(([name, version]) =>
      nativeFaults(packages, place, name, version),
    ),
  ])
  return [...new Set(faults)].toSorted()
}

/**
 * @param {LockFile['packages']} packages
 * @param {string} place the package that asks for the native one
 * @param {string} name
 * @param {string} version
 */
function nativeFaults(packages, place, name, version) {
  const platform = promisedPlatform(name)
  if (!platform) return []
  const twin = name.replace(/x64|arm64/, platform === 'linux-x64' ? 'arm64' : 'x64')
  // What is native itself needs only what goes with it.
  const hasTwin = promisedPlatform(nameAt(place)) || twin in (packages[place]?.optionalDependencies ?? {})
  const found = resolved(packages, place, name)
  return [
    ...(hasTwin ? [] : [`${nameAt(place)} offers ${name} but no ${twin}`]),
    ...(found ? [] : [`${name}@${version} is missing, which ${nameAt(place)} needs on ${platform}`]),
    ...(found && /^\d/.test(version) && found.version !== version
      ? [`${name} is ${found.version}, but ${nameAt(place)} needs ${version}`]
      : []),
  ]
}

/**
 * The entry that Node would find from there: beside it, or in a folder further up.
 * @param {LockFile['packages']} packages
 * @param {string} place
 * @param {string} name
 * @returns {Package | undefined}
 */
function resolved(packages, place, name) {
  const here = packages[place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`]
  if (here || place === '') return here
  return resolved(packages, place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0)), name)
}

/**
 * A package that names no system, processor or C library is for all of them.
 * @param {Package} entry
 * @param {{ os: string, cpu: string, libc: string }} machine
 */
export function isMadeFor({ os, cpu, libc }, machine) {
  return (
    (os ?? [machine.os]).includes(machine.os) &&
    (cpu ?? [machine.cpu]).includes(machine.cpu) &&
    (libc ?? [machine.libc]).includes(machine.libc)
  )
}

/** @param {Package} entry */
function isForElsewhere(entry) {
  return entry.optional && !processors.some((cpu) => isMadeFor(entry, { os: 'linux', cpu, libc: 'glibc' }))
}

/** @param {string} place */
function nameAt(place) {
  return place.split('node_modules/').at(-1) || 'package.json'
}

/**
 * Adds the optional packages of other platforms that npm leaves out when the registry at hand does not carry them, and
 * without which `npm ci` refuses the file. They have no integrity; a package of a promised platform is never made up.
 * @param {LockFile} lock
 */
export function withOtherPlatforms(lock) {
  const packages = { ...lock.packages }
  for (const [place, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (resolved(packages, place, name) || !/^\d[\w.-]*$/.test(version)) continue
      if (promisedPlatform(name))
        throw new SetupFailed(
          `${name}@${version} is not in the registry at hand. Pin ${nameAt(place)} to a version that is.`,
        )
      packages[`node_modules/${name}`] = entryForElsewhere(name, version, parent)
    }
  }
  return { ...lock, packages: Object.fromEntries(Object.entries(packages).toSorted(byPlace)) }
}

/**
 * @param {string} name
 * @param {string} version
 * @param {Package} parent
 * @returns {Package}
 */
function entryForElsewhere(name, version, parent) {
  const words = name.split(/[/-]/)
  const os = systems.find((word) => words.includes(word))
  const cpu = [...processors, ...otherProcessors].find((word) => words.includes(word))
  if (!cpu) throw new SetupFailed(`For which platform is ${name}?`)
  return {
    version,
    cpu: [cpu],
    ...(parent.dev ? { dev: true } : {}),
    ...(words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  }
}

/** @type {(a: [string, Package], b: [string, Package]) => number} */
const byPlace = ([a], [b]) => a.localeCompare(b, 'en')
