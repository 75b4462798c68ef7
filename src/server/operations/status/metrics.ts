import { Gauge, type Registry } from 'prom-client'
import type { NodeFacts } from '#shared/operations/status/node-checks.ts'
import type { Health } from './health.ts'
import { createProbe } from './probe.ts'
import type { SiteStatus } from './status.ts'

type Site = NonNullable<Awaited<ReturnType<SiteStatus['site']>>>
type Set = (value: number, labels?: Record<string, string>) => void

const ofNode: { name: string; help: string; labels?: string[]; read(facts: NodeFacts, set: Set): void }[] = [
  {
    name: 'disk_free_bytes',
    help: 'Free space, by place',
    labels: ['place'],
    read: ({ disks }, set) => {
      if (disks !== 'unknown') for (const { place, freeBytes } of disks) set(freeBytes, { place })
    },
  },
  {
    name: 'disk_size_bytes',
    help: 'Size of the disk, by place',
    labels: ['place'],
    read: ({ disks }, set) => {
      if (disks !== 'unknown') for (const { place, totalBytes } of disks) set(totalBytes, { place })
    },
  },
  {
    name: 'clock_offset_seconds',
    help: 'How far the clock of this machine is ahead of the database’s',
    read: ({ clock }, set) => {
      if (clock.offsetMs !== null) set(clock.offsetMs / 1000)
    },
  },
]

/** Numbers about the whole site, the same on every node. None of them names a person or an election. */
const ofSite: { name: string; help: string; labels?: string[]; read(site: Site, set: Set): void }[] = [
  { name: 'emails_waiting', help: 'Emails waiting to be sent', read: ({ emails }, set) => set(emails.waiting) },
  { name: 'emails_failed', help: 'Emails that were given up', read: ({ emails }, set) => set(emails.failed) },
  {
    name: 'emails_oldest_waiting_seconds',
    help: 'How long the oldest email has been waiting',
    read: ({ emails }, set) => set((emails.oldestWaitingMs ?? 0) / 1000),
  },
  {
    name: 'logins_stopped_accounts',
    help: 'Accounts that wrong passwords stopped within the last hour',
    read: ({ stoppedAccounts }, set) => set(stoppedAccounts),
  },
  {
    name: 'ballots_uncounted',
    help: 'Ballots that wait to be counted',
    read: ({ ballots }, set) => set(ballots.uncounted),
  },
  {
    name: 'ballots_late',
    help: 'Ballots not counted although voting closed a while ago',
    read: ({ ballots }, set) => set(ballots.late),
  },
  {
    name: 'job_last_success_seconds',
    help: 'Since a background job last succeeded on any node, by job',
    labels: ['job'],
    read: ({ jobs }, set) => {
      for (const { name, sinceSuccessMs } of jobs)
        if (sinceSuccessMs !== null) set(sinceSuccessMs / 1000, { job: name })
    },
  },
  {
    name: 'job_interval_seconds',
    help: 'How often a background job runs, by job',
    labels: ['job'],
    read: ({ jobs }, set) => {
      for (const { name, everyMs } of jobs) set(everyMs / 1000, { job: name })
    },
  },
  {
    name: 'backup_age_seconds',
    help: 'Since the last complete backup; absent where there is none',
    read: ({ backup }, set) => {
      if (backup.sinceDoneMs !== null) set(backup.sinceDoneMs / 1000)
    },
  },
  {
    name: 'backup_size_bytes',
    help: 'Size of the last complete backup; absent where there is none',
    read: ({ backup }, set) => {
      if (backup.bytes !== null) set(backup.bytes)
    },
  },
  { name: 'stray_files', help: 'Stored files that no record claims', read: ({ strayFiles }, set) => set(strayFiles) },
]

/** Collected when somebody requests the metrics. An unknown number is left out, not reported as zero. */
export function addStatusMetrics(registry: Registry, status: SiteStatus, health: Health): void {
  const registers = [registry]
  const wholeSite = createProbe<Site | null>({
    probe: () => status.site(),
    fallback: null,
    timeoutMs: 5_000,
    cacheMs: (found) => (found ? 5_000 : 0),
  })
  for (const { name, help, labels, read } of ofNode)
    gauge(name, help, labels, async (set) => read(await status.node(), set))
  for (const { name, help, labels, read } of ofSite)
    gauge(name, help, labels, async (set) => {
      const site = await wholeSite()
      if (site) read(site, set)
    })
  gauge('ready', 'Whether this node is ready, by what for', ['kind'], async (set) => {
    const [write, read] = await Promise.all([health.whyNotReady(), health.whyCannotRead()])
    set(write.length === 0 ? 1 : 0, { kind: 'write' })
    set(read.length === 0 ? 1 : 0, { kind: 'read' })
  })

  function gauge(name: string, help: string, labelNames: string[] = [], collect: (set: Set) => Promise<void>): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset()
        if (labelNames.length === 0) this.remove()
        await collect((value, labels = {}) => this.set(labels, value))
      },
    })
  }
}
