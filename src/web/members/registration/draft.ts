import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import type { Instant } from '#shared/time.ts'
import { checkNames, textNames } from '#web/members/registration/form-values.ts'
import type { Values } from '#web/members/registration/typed-values.ts'

/** A picture the server holds. */
interface KeptFile {
  id: string
  name: string
  size: number
  sentAt: Instant
}

export type KeptFiles = Partial<Record<MemberFileKind, KeptFile>>

export interface Draft {
  values: Values
  files: KeptFiles
}

const hour = 60 * 60 * 1000
/** The phone may be shared: what nobody came back for goes. */
const draftKeptMs = 7 * 24 * hour
/** The server sweeps unclaimed files after a day; some hours are left for filling in the rest. */
const fileKeptMs = 20 * hour
const longestText = 1000

const knownNames: readonly string[] = [...textNames, ...checkNames]

export function draftText({ values, files }: Draft, now: Instant): string {
  return JSON.stringify({ savedAt: now, values, files })
}

/** What was kept, without anything that is too old, unknown, or not what this page has written. */
export function parseDraft(text: string | null, now: Instant): Draft | null {
  const stored = parse(text)
  if (!isRecord(stored) || !isRecent(stored['savedAt'], draftKeptMs, now)) return null
  const values: Values = {}
  if (isRecord(stored['values']))
    for (const name of knownNames) {
      const value = stored['values'][name]
      if (typeof value === 'string' && value !== '' && value.length <= longestText) values[name] = value
    }
  const files: KeptFiles = {}
  if (isRecord(stored['files']))
    for (const kind of memberFileKinds) {
      const file = stored['files'][kind]
      if (isKeptFile(file) && isRecent(file.sentAt, fileKeptMs, now))
        files[kind] = { id: file.id, name: file.name, size: file.size, sentAt: file.sentAt }
    }
  return Object.keys(values).length + Object.keys(files).length === 0 ? null : { values, files }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRecent = (at: unknown, keptMs: number, now: Instant): at is Instant =>
  typeof at === 'number' && at <= now && now - at < keptMs

const isKeptFile = (value: unknown): value is KeptFile =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  /^[\da-f-]{36}$/.test(value['id']) &&
  typeof value['name'] === 'string' &&
  value['name'].length <= longestText &&
  typeof value['size'] === 'number' &&
  typeof value['sentAt'] === 'number'
