/**
 * `npm run complete-lock`, after a package was added or moved: npm leaves optional packages of other platforms out of the
 * lock file when the registry at hand does not carry them, and `npm ci` then refuses the file. This adds them.
 */
import fs from 'node:fs'

const file = process.argv[2]
const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
const { packages } = lock
const isThere = (name) => Object.keys(packages).some((key) => key.endsWith(`node_modules/${name}`))
let added = 0
for (const parent of Object.values({ ...packages })) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (isThere(name) || !/^\d[\w.-]*$/.test(version)) continue
    const words = name.split('/').at(-1).split('-')
    const os = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'].find((word) => words.includes(word))
    const cpu = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'wasm32'].find((word) =>
      words.includes(word),
    )
    if (!cpu) throw new Error(`For which platform is ${name}?`)
    packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(parent.dev ? { dev: true } : {}),
      ...(words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added`)
