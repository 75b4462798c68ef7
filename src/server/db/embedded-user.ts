import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** The system user the database runs as. `switchTo` goes into `spawn` and is empty when that is who we are already. */
export type DatabaseUser = { uid: number; name: string; switchTo: { uid: number; gid: number } | Record<string, never> }

/**
 * PostgreSQL refuses to run as root. Root therefore starts it under whoever owns an existing cluster, else under
 * `postgres`, else under `nobody`; anybody else starts it as themselves.
 */
export function databaseUser(clusterOwner: { uid: number; gid: number } | undefined): DatabaseUser {
  const self = process.getuid?.() ?? -1
  if (self !== 0) return { uid: self, name: 'this user', switchTo: {} }
  if (clusterOwner && clusterOwner.uid !== 0) {
    return { uid: clusterOwner.uid, name: `the user ${clusterOwner.uid}`, switchTo: clusterOwner }
  }
  for (const name of ['postgres', 'nobody']) {
    const account = systemAccount(name)
    if (account) return { uid: account.uid, name: `the user ${name}`, switchTo: account }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither a postgres nor a nobody user to run it: start the site as an ordinary user, or set DATABASE_URL.',
  )
}

/** Whether the user can pass through every folder down to this one; asked of the system itself, so ACLs count too. */
export function canEnter(user: DatabaseUser, folder: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { cwd: '/', env: {}, ...user.switchTo })
  return probe.status === 0
}

/** Gives a file or folder to the database's user. Nothing to do unless root runs the site. */
export function handTo(user: DatabaseUser, path: string): void {
  const { uid, gid } = user.switchTo
  if (uid !== undefined && gid !== undefined) fs.lchownSync(path, uid, gid)
}

function systemAccount(name: string): { uid: number; gid: number } | undefined {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid && Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
}
