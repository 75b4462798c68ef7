import type pg from 'pg'
import { z } from 'zod'
import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Instant } from '#shared/time.ts'
import type { BackupStore } from './stores.ts'

/**
 * Who was erased, by id and time only, kept beside the backups: a backup from before an erasure still has the member's data, and
 * whoever restores it must erase them again.
 */
const listSchema = z.object({ members: z.array(z.object({ id: z.uuid(), erasedAt: z.iso.datetime() })) })
export type ErasedMember = z.infer<typeof listSchema>['members'][number]

export function readErasedList(text: string): ErasedMember[] {
  return listSchema.parse(JSON.parse(text)).members
}

/** Null where there is none. One that somebody damaged keeps no backup from being made. */
async function readStored(store: BackupStore): Promise<ErasedMember[] | null> {
  const text = await store.readErased()
  if (text === null) return null
  try {
    return readErasedList(text)
  } catch {
    await store.setErasedAside()
    return null
  }
}

/**
 * Adds who was erased since. Nobody leaves the list, so that it can be kept by a site restored from an old backup. Returns whether
 * anybody was added.
 */
export async function keepErasedList(db: Pick<pg.ClientBase, 'query'>, store: BackupStore): Promise<boolean> {
  const { rows } = await db.query<{ id: string; at: Instant }>(
    'select id, erased_at as at from users where erased_at is not null',
  )
  const stored = await readStored(store)
  const known = new Map((stored ?? []).map((member) => [member.id, member]))
  const before = known.size
  for (const { id, at } of rows) if (!known.has(id)) known.set(id, { id, erasedAt: toTimestamp(at) })
  if (stored !== null && known.size === before) return false
  const members = [...known.values()].toSorted((a, b) => (a.erasedAt < b.erasedAt ? -1 : 1))
  await store.writeErased(`${JSON.stringify({ members }, null, 1)}\n`)
  return true
}
