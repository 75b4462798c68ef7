import fs from 'node:fs'
import path from 'node:path'
import { OUTSIDE, clusterName, isRunning, isThere, readLinkIfThere, upgradedName } from './embedded-cluster.ts'
import { runningServer, stopServer } from './embedded-server.ts'

/** Removes what starts left that were killed, and stops servers that nothing but such a start would have stopped. */
export async function sweepLeftovers(dataDir: string): Promise<void> {
  for (const name of fs.readdirSync(dataDir)) {
    const leftover = path.join(dataDir, name)
    const pid = Number(/^(?:pg|postgresql-.*)\.new-(\d+)$/.exec(name)?.[1])
    if (!pid || (pid !== process.pid && isRunning(pid))) continue
    const home = readLinkIfThere(leftover)
    if (isInUse(dataDir, home)) fs.unlinkSync(leftover)
    else {
      await stopServerOf(home ? path.join(home, 'pg') : leftover)
      removeCluster(leftover)
    }
  }
}

/** The name of an old cluster, kept after its data was taken over. */
export function keptName(dataDir: string, major: number, today: string): string {
  const name = path.join(dataDir, `pg-${major}-kept-${today}`)
  for (let number = 2; ; number++) {
    const free = number === 2 ? name : `${name}-${number - 1}`
    if (!isThere(free)) return free
  }
}

/** A cluster, or the folder outside the data folder that a link leads to. */
export function removeCluster(name: string): void {
  const target = readLinkIfThere(name)
  const home = target && path.basename(target) === 'pg' ? path.dirname(target) : target
  if (home?.startsWith(OUTSIDE) && path.normalize(home) === home) fs.rmSync(home, { recursive: true, force: true })
  fs.rmSync(name, { recursive: true, force: true })
}

function isInUse(dataDir: string, home: string | undefined): boolean {
  if (!home) return false
  return [clusterName(dataDir), upgradedName(dataDir)].some((name) => readLinkIfThere(name) === path.join(home, 'pg'))
}

async function stopServerOf(name: string): Promise<void> {
  if (!fs.existsSync(name)) return
  const folder = fs.realpathSync(name)
  const server = runningServer(folder)
  if (server) await stopServer({ folder }, server.socketDir ?? folder)
}
