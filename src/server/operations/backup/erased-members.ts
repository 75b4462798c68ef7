import type pg from 'pg'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import { readKeyFile } from '#server/durable-files.ts'
import { boardKeyFile } from '#server/elections/board/board-key.ts'
import { keyedHash } from '#server/signed-values.ts'
import type { Instant } from '#shared/time.ts'
import { BackupError } from './archive.ts'
import type { BackupStore } from './stores.ts'

/**
 * Deleted members, by id and time only, stored beside the backups: an older backup still has a member's data, and a
 * restore must delete it again. Signed, because others may write to the place of the backups: an added name would
 * delete somebody, a missing one bring somebody back. Sites that share a place have one list each.
 */
const listsSchema = z.object({
  lists: z.array(
    z.object({ members: z.array(z.object({ id: z.uuid(), erasedAt: z.iso.datetime() })), signature: z.string() }),
  ),
})
type Lists = z.infer<typeof listsSchema>['lists']
export type ErasedMember = Lists[number]['members'][number]

/** Signed with the board's key, which is in every backup and never changes. */
export const boardSeed = async (config: Pick<Config, 'dataDir' | 'boardKey'>): Promise<string> =>
  config.boardKey ?? (await readKeyFile(boardKeyFile(config))) ?? ''

const signatureOf = (seed: string, members: readonly ErasedMember[]) =>
  keyedHash(seed, 'erased members', JSON.stringify(members.map(({ id, erasedAt }) => [id, erasedAt])))

const isOf = (seed: string) => (list: Lists[number]) => list.signature === signatureOf(seed, list.members)

/** Refuses a list that the site with this key did not write. */
export function readErasedList(text: string, seed: string): ErasedMember[] {
  const own = parseLists(text)?.find(isOf(seed))
  if (!own) throw new BackupError('other-erased-list')
  return own.members
}

export function writeErasedList(members: ErasedMember[], seed: string, others: Lists = []): string {
  return `${JSON.stringify({ lists: [...others, { members, signature: signatureOf(seed, members) }] }, null, 1)}\n`
}

function parseLists(text: string): Lists | null {
  try {
    return listsSchema.parse(JSON.parse(text)).lists
  } catch {
    return null
  }
}

/** Returns an empty list if there is none. A damaged file must not prevent a backup. */
async function readStored(store: BackupStore): Promise<Lists> {
  const text = await store.readErased()
  if (text === null) return []
  const lists = parseLists(text)
  if (!lists) await store.setErasedAside()
  return lists ?? []
}

/**
 * Adds those deleted since. Nobody is removed from the list, so that it survives a restore of an old backup. Returns
 * whether anybody was added.
 */
export async function keepErasedList(
  db: Pick<pg.ClientBase, 'query'>,
  store: BackupStore,
  config: Pick<Config, 'dataDir' | 'boardKey'>,
): Promise<boolean> {
  const seed = await boardSeed(config)
  const { rows } = await db.query<{ id: string; at: Instant }>(
    'select id, erased_at as at from users where erased_at is not null',
  )
  const lists = await readStored(store)
  const own = lists.find(isOf(seed))
  const known = new Map(own?.members.map((member) => [member.id, member]))
  const before = known.size
  for (const { id, at } of rows) if (!known.has(id)) known.set(id, { id, erasedAt: toTimestamp(at) })
  if (own && known.size === before) return false
  const members = [...known.values()].toSorted((a, b) => (a.erasedAt < b.erasedAt ? -1 : 1))
  const others = lists.filter((list) => list !== own)
  await store.writeErased(writeErasedList(members, seed, others))
  return true
}
