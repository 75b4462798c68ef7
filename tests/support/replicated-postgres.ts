import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import {
  databaseUser,
  findBinaries,
  giveOwnership,
  type Binaries,
  type DatabaseUser,
} from '#server/db/embedded-binaries.ts'
import { killAllIn, until } from './processes.ts'

/**
 * A primary and its synchronous standby, of the PostgreSQL among the packages, behind one address that follows the primary.
 * A commit returns only when the standby has it too; while there is no standby, commits wait.
 */
export class ReplicatedPostgres {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'failover-'))
  private readonly user: DatabaseUser = databaseUser(undefined)
  private readonly binaries: Binaries
  private readonly address = new MovableAddress()
  private primary: PostgresServer
  private standby: PostgresServer
  private made = 1

  private constructor() {
    // Root's servers run as another user, who has to pass through.
    if (process.getuid?.() === 0) fs.chmodSync(this.folder, 0o711)
    this.binaries = findBinaries(this.user, this.folder)
    this.primary = this.server(0)
    this.standby = this.server(1)
  }

  static async start(): Promise<ReplicatedPostgres> {
    const replicated = new ReplicatedPostgres()
    const { primary, standby } = replicated
    try {
      primary.initialise()
      // Never started, it is as good a copy as that of a server that was stopped cleanly.
      standby.copyFrom(primary.folder)
      standby.follow(primary)
      await primary.start()
      await standby.start()
      await replicated.address.open()
      replicated.address.pointTo(primary.socket)
      await replicated.untilInSync()
      await primary.query('create database site', 'postgres')
    } catch (error) {
      await replicated.stop()
      throw error
    }
    return replicated
  }

  /** As DATABASE_URL. */
  get url(): string {
    return `postgresql://app@127.0.0.1:${this.address.port}/site`
  }

  /** Until a commit on the primary waits for the standby that there is now. */
  async untilInSync(): Promise<void> {
    await until(async () => {
      const rows = await this.primary.query(
        `select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`,
        'postgres',
      )
      return rows.length === 1
    })
  }

  /** The primary is gone within an instant, with whatever it was doing; the standby takes its place. */
  async failOver(): Promise<void> {
    await this.primary.kill()
    const gone = this.primary
    await this.standby.query('select pg_promote()', 'postgres')
    this.primary = this.standby
    this.address.pointTo(this.primary.socket)
    gone.remove()
  }

  /** A new standby for the primary there is, copied while that one works. */
  async addStandby(): Promise<void> {
    this.made++
    this.standby = this.server(this.made)
    await this.standby.backUp(this.primary)
    this.standby.follow(this.primary)
    await this.standby.start()
    await this.untilInSync()
  }

  /** Nothing reaches the standby until the returned function is called. */
  async holdStandby(): Promise<() => void> {
    const rows = await this.standby.query('select pid from pg_stat_wal_receiver', 'postgres')
    const pid = Number(rows[0]?.['pid'])
    process.kill(pid, 'SIGSTOP')
    return () => process.kill(pid, 'SIGCONT')
  }

  async stop(): Promise<void> {
    await this.address.close()
    await Promise.all([this.primary.kill(), this.standby.kill()])
    fs.rmSync(this.folder, { recursive: true, force: true })
  }

  private server(n: number): PostgresServer {
    return new PostgresServer(path.join(fs.realpathSync(this.folder), `pg${n}`), this.user, this.binaries)
  }
}

const port = 5432

class PostgresServer {
  readonly folder: string
  private readonly user: DatabaseUser
  private readonly binaries: Binaries
  private child: ChildProcess | undefined

  constructor(folder: string, user: DatabaseUser, binaries: Binaries) {
    this.folder = folder
    this.user = user
    this.binaries = binaries
  }

  get socket(): string {
    return path.join(this.folder, `.s.PGSQL.${port}`)
  }

  initialise(): void {
    this.makeFolder()
    const options = ['-U', 'app', '--auth=trust', '-E', 'UTF8', '--locale=C', '-k']
    const made = spawnSync(this.binaries.initdb, ['-D', this.folder, ...options], {
      cwd: '/',
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
      encoding: 'utf8',
      ...this.user.switchTo,
    })
    if (made.status !== 0) throw new Error(made.stderr)
  }

  copyFrom(folder: string): void {
    fs.cpSync(folder, this.folder, { recursive: true, preserveTimestamps: true, filter: isCopied(folder) })
    giveOwnership(this.user, this.folder)
    for (const name of fs.readdirSync(this.folder, { recursive: true, encoding: 'utf8' }))
      giveOwnership(this.user, path.join(this.folder, name))
  }

  /** What `pg_basebackup` does, which the package does not have; the log since the start of the copy comes by streaming. */
  async backUp(from: PostgresServer): Promise<void> {
    const client = await from.connect('postgres')
    try {
      await client.query(`select pg_backup_start('standby', true)`)
      this.copyFrom(from.folder)
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
      this.write('backup_label', rows[0]?.labelfile ?? '')
    } finally {
      await client.end()
    }
  }

  follow(primary: PostgresServer): void {
    this.write('standby.signal', '')
    this.write(
      'postgresql.auto.conf',
      `primary_conninfo = 'host=${primary.folder} port=${port} user=app application_name=standby'\n`,
    )
  }

  async start(): Promise<void> {
    const settings = {
      listen_addresses: '',
      port,
      shared_buffers: '32MB',
      io_method: 'sync',
      wal_keep_size: '2GB',
      synchronous_standby_names: '*',
      log_min_messages: 'log',
    }
    const log = fs.openSync(`${this.folder}.log`, 'a')
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    this.child = spawn(this.binaries.postgres, ['-D', this.folder, '-k', this.folder, ...options], {
      cwd: '/',
      stdio: ['ignore', log, log],
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
      ...this.user.switchTo,
    })
    fs.closeSync(log)
    await until(() => {
      if (this.child?.exitCode !== null) throw new Error(fs.readFileSync(`${this.folder}.log`, 'utf8'))
      return this.query('select 1', 'postgres').then(
        () => true,
        () => false,
      )
    })
  }

  async connect(database: string): Promise<pg.Client> {
    const client = new pg.Client({ host: this.folder, port, user: 'app', database, ssl: false })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async query(sql: string, database: string): Promise<Record<string, unknown>[]> {
    const client = await this.connect(database)
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** Every process of it at once, as when the machine loses power. */
  async kill(): Promise<void> {
    const { child } = this
    if (!child) return
    const isOver = child.exitCode !== null || child.signalCode !== null
    const ended = isOver ? Promise.resolve() : once(child, 'exit')
    child.kill('SIGKILL')
    await killAllIn(this.folder)
    await ended
    this.child = undefined
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true })
  }

  private makeFolder(): void {
    fs.mkdirSync(this.folder, { mode: 0o700 })
    giveOwnership(this.user, this.folder)
  }

  private write(name: string, content: string): void {
    const file = path.join(this.folder, name)
    fs.writeFileSync(file, content, { mode: 0o600 })
    giveOwnership(this.user, file)
  }
}

/** What belongs to the running server alone stays behind; so does the log, which is streamed. */
function isCopied(root: string) {
  return (file: string) => {
    const name = path.relative(root, file)
    const isOfTheServer = /^(postmaster\.(pid|opts)|standby\.signal|\.s\.PGSQL.*|pg_replslot\/.*)$/.test(name)
    const isRunning = fs.existsSync(path.join(root, 'postmaster.pid'))
    return !isOfTheServer && !(isRunning && /^pg_wal\/./.test(name))
  }
}

/** One TCP address whose connections go to the socket it points to; those to the last one are cut. */
export class MovableAddress {
  private readonly sockets = new Set<Socket>()
  private target = ''
  private readonly server: Server = createServer((incoming) => {
    const outgoing = connect(this.target)
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.sockets.delete(one)
        other.destroy()
      })
    }
  })

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  async open(): Promise<void> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening')
  }

  pointTo(socket: string): void {
    this.target = socket
    this.cut()
  }

  async close(): Promise<void> {
    const closed = this.server.listening ? once(this.server, 'close') : Promise.resolve()
    this.server.close()
    this.cut()
    await closed
  }

  private cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }
}
