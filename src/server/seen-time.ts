import { execFile } from 'node:child_process'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { PgClient } from '#server/db/database.ts'
import { saltsKeptMs } from '#shared/elections/roll/roll.ts'
import { largestOffsetMs, laterSeen, type Milestone, type SeenTime } from '#shared/operations/status/seen-time.ts'
import type { Instant } from '#shared/time.ts'
import { nullIfMissing, writeDurably } from './durable-files.ts'

/** What the site remembers of the time, outside the process, in the database and in the data folder. */
export interface TimeMemory {
  /** Null if the site has never run. */
  read(): Promise<SeenTime | null>
  note(seen: SeenTime): Promise<void>
  milestones(): Promise<Milestone[]>
  /** True if the machine and its clock ran steadily since the last note, or if the network has set the clock. */
  isVouchedFor(now: Instant): Promise<boolean>
}

/** How long the machine has been on, by the monotonic clock. */
interface Uptime {
  boot: string | null
  upMs: number
}

const key = 'time seen'

export function createTimeMemory({ dataDir }: Pick<Config, 'dataDir'>, pool: PgClient): TimeMemory {
  const path = join(dataDir, 'time.seen')
  const readNoted = async () => {
    const text = await readFile(path, 'utf8').catch(nullIfMissing)
    return text ? (JSON.parse(text) as SeenTime & Uptime) : null
  }
  return {
    async read() {
      const { rows } = await pool.query<{ value: string }>('select value from installation where key = $1', [key])
      const stored = rows[0] ? (JSON.parse(rows[0].value) as SeenTime) : null
      const noted = await readNoted()
      const later = stored && noted ? laterSeen(stored, noted) : (stored ?? noted)
      return later && { at: later.at, confirmed: later.confirmed }
    },
    async note(seen) {
      await pool.query(
        `insert into installation (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value
         where (installation.value::json ->> 'confirmed')::int <= $3`,
        [key, JSON.stringify(seen), seen.confirmed],
      )
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await writeDurably(`${path}.new`, [Buffer.from(JSON.stringify({ ...seen, ...(await readUptime()) }))])
      await rename(`${path}.new`, path)
    },
    async milestones() {
      const { rows } = await pool.query<Milestone>(
        `select m.at, m.closes as "closesVoting" from elections e, lateral (values (e.eligibility_date, false),
           (e.voting_opens, false), (e.voting_closes, true),
           (coalesce(e.certified_at, e.cancelled_at) + interval '${saltsKeptMs} milliseconds', false)) m (at, closes)
         where e.kind = 'election' and not e.draft and m.at is not null`,
      )
      return rows
    },
    async isVouchedFor(now) {
      const [noted, { boot, upMs }] = [await readNoted(), await readUptime()]
      const isSameBoot = noted !== null && boot !== null && noted.boot === boot
      if (isSameBoot && Math.abs(now - noted.at - (upMs - noted.upMs)) <= largestOffsetMs) return true
      return (await isSetByNetwork()) === true
    },
  }
}

async function readUptime(): Promise<Uptime> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null)
  return { boot, upMs: uptime() * 1000 }
}

/** Whether a program keeps the machine's clock right; null if no program knows. */
export async function isSetByNetwork(): Promise<boolean | null> {
  const outputOf = (program: string, ...args: string[]) =>
    new Promise<string | null>((resolve) => {
      execFile(program, args, { timeout: 3_000 }, (error, stdout) => resolve(error ? null : stdout.trim()))
    })
  const systemd = await outputOf('timedatectl', 'show', '--property=NTPSynchronized', '--value')
  if (systemd === 'yes') return true
  const chrony = await outputOf('chronyc', '-n', 'tracking')
  if (chrony !== null) return /^Leap status\s*: Normal$/m.test(chrony)
  return systemd === 'no' ? false : null
}
