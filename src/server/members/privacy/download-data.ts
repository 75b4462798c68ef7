import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { appendAudit } from '#server/audit/audit.ts'
import type { Deps } from '#server/deps.ts'
import { refuseUnlessMay } from '#server/http/guards.ts'
import { isFull, readBudgets, takePoints, type Budget } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { findProfile } from '#server/members/profile/queries.ts'
import { zipStream, type ZipEntry } from '#server/storage/zip-stream.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { heldFileName, staysAfterErasure } from '#shared/members/privacy/privacy.ts'
import { may } from '#shared/permissions.ts'
import { type Instant, showInstant, hourSeconds, minuteMs } from '#shared/time.ts'
import { heldData } from './held-data.ts'
import { heldFiles, type HeldFile } from './held-files.ts'

type DownloadDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'settings' | 'storage' | 'log'>

/** The person's own data, or that of a member whose request an administrator handles. It is logged before it starts. */
export async function downloadData(deps: DownloadDeps, asker: Person, memberId: string) {
  if (memberId !== asker.id) refuseUnlessMay(asker, 'handle privacy requests')
  const member = mustExist(await findProfile(deps.db, memberId), 'user-not-found')
  return {
    name: `${member.idNumber ?? 'my'}-data.zip`,
    check: () => checkDownload(deps, asker),
    async stream(): Promise<Readable> {
      const release = await beginDownload(deps, asker)
      try {
        await appendAudit(deps.db, deps.clock, { actor: asker.id, action: 'data downloaded', subject: memberId })
        const madeAt = deps.clock.now()
        return untilStalled(zipStream(entriesOf(deps, memberId, madeAt), madeAt), release)
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

/** Releases the place when the download is read, aborted or stalled: a client that reads nothing must not keep it. */
function untilStalled(bytes: AsyncIterable<Uint8Array>, release: () => void): Readable {
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(() => stream.destroy(new Error('nobody takes the download')), downloadLimits.stalledMs)
  }
  async function* watched() {
    for await (const chunk of bytes) {
      clearTimeout(timer)
      wait()
      yield chunk
    }
  }
  const stream = Readable.from(watched(), { objectMode: false })
  wait()
  return stream.once('close', () => {
    clearTimeout(timer)
    release()
  })
}

/** Instants in readable form. No other number here is as large as present times in milliseconds. */
const withDates = (_key: string, value: unknown) =>
  typeof value === 'number' && value > 1e11 ? new Date(value).toISOString() : value

/** The readme comes last, when it is known which files could be read. */
async function* entriesOf(deps: DownloadDeps, memberId: string, madeAt: Instant): AsyncGenerator<ZipEntry> {
  const files = await heldFiles(deps.db, memberId)
  const data = mustExist(await heldData(deps.db, memberId, files, madeAt), 'user-not-found')
  yield { name: 'data.json', compress: true, chunks: [Buffer.from(JSON.stringify(data, withDates, 2))] }
  const bad: BadFile[] = []
  for (const file of files) {
    const report = (problem: BadFile['problem'], err?: unknown) => {
      bad.push({ what: heldFileName(file.kind, file.paid), name: file.name, problem })
      deps.log.error({ path: file.path, problem, err }, 'a stored file is missing or damaged')
    }
    const found = await deps.storage.open(file.path).catch((err: unknown) => void report('damaged', err))
    if (found === null) report('missing')
    if (!found) continue
    try {
      yield { name: file.name, compress: false, chunks: checked(found.stream, file, report) }
    } finally {
      found.stream.destroy()
    }
  }
  const { name: association } = await deps.settings()
  yield { name: 'README.txt', compress: true, chunks: [Buffer.from(dataReadme({ association, madeAt, bad }))] }
}

/** The file as far as it can be read; problems are reported, not thrown. */
async function* checked(
  stream: AsyncIterable<Uint8Array>,
  { sha256 }: HeldFile,
  report: (problem: 'damaged', err?: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of stream) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    return report('damaged', error)
  }
  if (hash.digest('hex') !== sha256) report('damaged')
}

interface BadFile {
  what: string
  name: string
  problem: 'missing' | 'damaged'
}

const problems: Record<BadFile['problem'], string> = {
  missing: 'is in our records, but the file itself cannot be found',
  damaged: 'is not as it was when you sent it',
}

/** For people: what the archive contains and what it does not. */
function dataReadme(about: { association: string; madeAt: Instant; bad: readonly BadFile[] }): string {
  const { association, madeAt, bad } = about
  const lines = [
    'Your data',
    '',
    `This is everything that ${association} holds about you,`,
    `as of ${showInstant(madeAt)}.`,
    '',
    'What is here',
    '',
    '- data.json: your record, your consent, your account and its sessions, your requests about your data,',
    '  notes that administrators wrote about you,',
    '  your nominations, your line on the roll of each election and whether you voted, what the audit log says about you and your files, the emails to members that were sent to you, and emails',
    '  that wait to be sent to you or could not be sent. Any text editor or web browser opens it. Its times are in UTC.',
    '- files: the pictures and documents you sent us.',
    '',
    'Your code on the roll of an election stands for your name on the public list of voters.',
    'With the private code (“salt”) and your serial number you can show whether a ballot was cast in your name.',
    'Keep it to yourself. We delete it 30 days after the election is certified; the code on the list stays.',
    '',
    'What is not here, and why',
    '',
    '- Your password, which we keep only in a form that nobody can read back, and the secrets of your two-step login,',
    '  which could let someone else in.',
    '- What you chose in an election. Your ballot is sealed; the record says that you voted, never for whom.',
    '- The names of administrators and other members. Where they did something, it says only in what role.',
    '- The text of emails that were not sent, because one may have a link that logs you in.',
    '',
    ...(bad.length > 0
      ? [
          'Files with a problem',
          '',
          ...bad.map(({ name, what, problem }) => `- ${what} (${name}) ${problems[problem]}.`),
          '  Please tell an administrator.',
          '',
        ]
      : []),
    'Your rights',
    '',
    'On the page "My data" of our website you can ask us to correct something, or to delete your data.',
    'If your data is deleted, this is what we keep:',
    '',
    ...staysAfterErasure.map((line) => `- ${line}`),
    '',
  ]
  return lines.join('\r\n')
}

/** A download reads every file of a person and keeps a connection busy for minutes. */
export const downloadLimits = {
  ownPerHour: 5,
  /** For administrators, who handle the requests of others. */
  handledPerHour: 30,
  perHour: 600,
  /** Per node. Each person may have one. */
  atOnce: 8,
  /** A client that reads nothing for this long is gone, or blocks others on purpose. */
  stalledMs: minuteMs,
} as const

const budgetsOf = (asker: Person): Budget[] => [
  {
    key: `data:${asker.id}`,
    limit: may(asker, 'handle privacy requests') ? downloadLimits.handledPerHour : downloadLimits.ownPerHour,
    seconds: hourSeconds,
  },
  { key: 'data', limit: downloadLimits.perHour, seconds: hourSeconds },
]

/** The people who have a download in progress on this node. */
const running = new Set<string>()

function refuseIfCrowded(asker: Person): void {
  if (running.has(asker.id)) throw new AppError('download-running', { retryAfter: 30 })
  if (running.size >= downloadLimits.atOnce) throw new AppError('site-busy', { retryAfter: 30 })
}

/** Refuses what could not start now; reserves nothing. */
async function checkDownload({ pool }: Pick<Deps, 'pool'>, asker: Person): Promise<void> {
  refuseIfCrowded(asker)
  const budgets = budgetsOf(asker)
  const spent = await readBudgets(pool, budgets)
  const full = spent.find((one, place) => budgets[place] && isFull(budgets[place], one))
  if (full) throw new AppError('too-many-downloads', { retryAfter: Math.max(1, Math.ceil(full.msLeft / 1000)) })
}

/** Reserves a place for one download until the returned function is called. */
async function beginDownload(deps: Pick<Deps, 'pool'>, asker: Person): Promise<() => void> {
  refuseIfCrowded(asker)
  running.add(asker.id)
  const release = () => void running.delete(asker.id)
  try {
    if (!(await takePoints(deps.pool, budgetsOf(asker))))
      throw new AppError('too-many-downloads', { retryAfter: hourSeconds })
    return release
  } catch (error) {
    release()
    throw error
  }
}
