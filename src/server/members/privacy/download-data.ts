import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'
import { refuseUnlessMay } from '#server/http/guards.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Deps } from '#server/deps.ts'
import { findProfile } from '#server/members/profile/queries.ts'
import { beginDownload, checkDownload, downloadLimits } from './download-limits.ts'
import { dataReadme, type BadFile } from './data-readme.ts'
import { heldData } from './held-data.ts'
import { heldFiles, type HeldFile } from './held-files.ts'
import { zipStream, type ZipEntry } from '#server/storage/zip-stream.ts'

type DownloadDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'settings' | 'storage' | 'log'>

/** One's own data, or somebody's whose request an administrator handles. The taking is written down before it begins. */
export async function downloadData(deps: DownloadDeps, asker: Person, memberId: string) {
  if (memberId !== asker.id) refuseUnlessMay(asker, 'handle privacy requests')
  const member = await findProfile(deps.db, memberId)
  if (!member) throw new AppError('user-not-found')
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

/** Ended and released when it is read, cut, or left standing: a place is not kept by somebody who takes nothing. */
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

/** An instant in a way that a person can read. No other number here is as large as those of today are in milliseconds. */
const withDates = (_key: string, value: unknown) =>
  typeof value === 'number' && value > 1e11 ? new Date(value).toISOString() : value

/** The words come last, when it is known which files could be read. */
async function* entriesOf(deps: DownloadDeps, memberId: string, madeAt: Instant): AsyncGenerator<ZipEntry> {
  const files = await heldFiles(deps.db, memberId)
  const data = await heldData(deps.db, memberId, files, madeAt)
  if (!data) throw new AppError('user-not-found')
  yield { name: 'data.json', compress: true, chunks: [Buffer.from(JSON.stringify(data, withDates, 2))] }
  const bad: BadFile[] = []
  for (const file of files) {
    const report = (problem: BadFile['problem'], err?: unknown) => {
      bad.push({ name: file.name, kind: file.kind, problem })
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

/** The file as far as it can be read; whatever is wrong with it is told instead of thrown. */
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
