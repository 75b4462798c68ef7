import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { projectRoot } from '#server/config.ts'
import { databaseUser, giveOwnership } from '#server/db/embedded-binaries.ts'
import { killAllIn, until } from '#tests/support/processes.ts'

/**
 * The machines of deploy/cluster on this one: every machine has a loopback address of its own, so that its files are used
 * as they are but for the addresses, the folders and the two ports that only root may open.
 */

const recipes = path.join(projectRoot, 'deploy/cluster')
const network = '127.0.71.'
export const publicAddress = `https://${network}10:8443`
/** Where haproxy leads to the primary. */
export const primaryAddress = `${network}10:5000`
export const superuserPassword = 'change-me-superuser'
const sitePassword = 'change-me-site'

/** PostgreSQL, and so Patroni, refuse root. */
const user = databaseUser(undefined)
export const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'try-cluster-'))
fs.chmodSync(folder, 0o711)

export const databaseUrl = (role: 'site' | 'postgres', database = 'site') =>
  `postgres://${role}:${role === 'site' ? sitePassword : superuserPassword}@${primaryAddress}/${database}`

/** One process with its log in the scratch folder. */
class Program {
  private child: ChildProcess | undefined
  private readonly launch: () => ChildProcess

  constructor(name: string, command: string[], env: Record<string, string> = {}, asDatabaseUser = true) {
    this.launch = () => {
      const log = fs.openSync(path.join(folder, `${name}.log`), 'a')
      const [program = '', ...options] = command
      const child = spawn(program, options, {
        cwd: asDatabaseUser ? '/' : projectRoot,
        stdio: ['ignore', log, log],
        env: { PATH: `${process.env['PATH']}:/usr/sbin`, LANG: 'C.UTF-8', ...env },
        ...(asDatabaseUser ? user.switchTo : {}),
      })
      fs.closeSync(log)
      return child
    }
  }

  start(): void {
    this.child = this.launch()
  }

  get hasEnded(): boolean {
    return !this.child || this.child.exitCode !== null || this.child.signalCode !== null
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    if (!child || this.hasEnded) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}

/** One of the three machines with etcd, Patroni and PostgreSQL. */
export class DatabaseMachine {
  readonly name: string
  readonly patroni: string
  private readonly cluster: string
  private readonly programs: Program[]

  constructor(name: 'a' | 'b' | 'c') {
    const address = network + { a: 11, b: 12, c: 13 }[name]
    const home = makeFolder(name)
    this.name = name
    this.patroni = `http://${address}:8008`
    this.cluster = path.join(home, 'pg')
    /** What the first lines of the files tell to change on b and c. */
    const forThisMachine = (text: string) =>
      text
        .replace('name: a', `name: ${name}`)
        .replace('ETCD_NAME=a', `ETCD_NAME=${name}`)
        .replaceAll(/^(?!ETCD_INITIAL_CLUSTER=| +hosts:).*10\.0\.0\.11.*$/gm, (line) =>
          line.replace('10.0.0.11', address),
        )
    const etcd = settingsIn(moved(forThisMachine(read('etcd.env'))))
    const patroni = moved(forThisMachine(read('patroni.yml')))
      .replace('/var/lib/postgresql/15/site', this.cluster)
      .replace('/usr/lib/postgresql/15/bin', debianPostgres())
      .replace('/var/lib/postgresql/site.pgpass', path.join(home, 'pgpass'))
      // Sockets of its own, and connections that all come from 127.0.0.1.
      .replace('  bin_dir:', `  parameters:\n    unix_socket_directories: ${home}\n  bin_dir:`)
      .replaceAll(`${network}0/24`, '127.0.0.0/8')
    const file = writeFile(path.join(home, 'patroni.yml'), patroni)
    this.programs = [
      new Program(`etcd-${name}`, ['etcd'], { ...etcd, ETCD_DATA_DIR: path.join(home, 'etcd') }),
      new Program(`patroni-${name}`, ['patroni', file]),
    ]
  }

  start(): void {
    for (const program of this.programs) program.start()
  }

  /** All that runs on it, in the same instant, as when it loses power. */
  async kill(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.end('SIGKILL')))
    await killAllIn(this.cluster)
  }

  async isPrimary(): Promise<boolean> {
    return fetch(`${this.patroni}/primary`).then(
      ({ status }) => status === 200,
      () => false,
    )
  }
}

/** A node of the site, with deploy/cluster/site.env. */
export class SiteMachine {
  private readonly program: Program
  private readonly url: string

  constructor(name: 'a' | 'b', secrets: Record<'SITE_SECRET' | 'VAULT_KEY' | 'BOARD_KEY', string>) {
    const address = network + { a: 11, b: 12 }[name]
    const settings = settingsIn(moved(read('site.env')))
    this.url = `http://${address}:${settings['PORT']}`
    this.program = new Program(
      `site-${name}`,
      [process.execPath, path.join(projectRoot, 'src/server/main.ts')],
      {
        ...settings,
        ...secrets,
        NODE_ENV: 'production',
        HOST: address,
        PUBLIC_URL: publicAddress,
        DATABASE_URL: databaseUrl('site'),
        // Instead of S3: on one machine both reach the same folder.
        DATA_DIR: path.join(folder, 'site'),
        LOG_LEVEL: 'warn',
      },
      false,
    )
  }

  async start(): Promise<void> {
    this.program.start()
    await until(() => {
      if (this.program.hasEnded) throw new Error(`the site at ${this.url} did not start`)
      return this.isReady()
    })
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  }

  async stop(): Promise<void> {
    await this.program.end('SIGTERM')
  }
}

export function haproxy(): Program {
  const certificate = path.join(folder, 'site.pem')
  const key = path.join(folder, 'site.key')
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=try', '-keyout', key]
  const made = spawnSync('openssl', ['req', '-x509', ...options, '-out', certificate], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  fs.appendFileSync(certificate, fs.readFileSync(key))
  giveOwnership(user, certificate)
  const config = moved(read('haproxy.cfg'))
    .replaceAll(/^ +(user|group) haproxy\n/gm, '')
    // More open files than this user may have.
    .replace('maxconn 20000', 'maxconn 2000')
    .replace('127.0.0.1:5000', primaryAddress)
    .replace('10:80\n', '10:8080\n')
    .replace('10:443 ', '10:8443 ')
    .replace('/etc/haproxy/site.pem', certificate)
  const file = writeFile(path.join(folder, 'haproxy.cfg'), config)
  const checked = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8', env: { PATH: '/usr/sbin:/usr/bin' } })
  if (checked.status !== 0) throw new Error(checked.stderr + checked.stdout)
  return new Program('haproxy', ['haproxy', '-db', '-f', file])
}

/** The programs of Debian's packages that this needs and that are not there. */
export function missingPrograms(): string[] {
  const onPath = (program: string) =>
    ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/bin'].some((place) => fs.existsSync(path.join(place, program)))
  return ['etcd', 'patroni', 'haproxy', 'openssl'].filter((program) => !onPath(program))
}

/** The newest that Debian has installed here. */
function debianPostgres(): string {
  const versions = fs.readdirSync('/usr/lib/postgresql').toSorted((one, other) => Number(other) - Number(one))
  return path.join('/usr/lib/postgresql', versions[0] ?? '', 'bin')
}

const read = (name: string) => fs.readFileSync(path.join(recipes, name), 'utf8')
const moved = (text: string) => text.replaceAll('10.0.0.', network)

function makeFolder(name: string): string {
  const made = path.join(folder, name)
  fs.mkdirSync(made, { mode: 0o700 })
  giveOwnership(user, made)
  return made
}

function writeFile(file: string, content: string): string {
  fs.writeFileSync(file, content, { mode: 0o600 })
  giveOwnership(user, file)
  return file
}

/** The lines `NAME=value` that have a value. */
function settingsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z0-9_]+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}
