import type pg from 'pg'
import type { Deps } from '#server/deps.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import {
  asStored,
  eachStatement,
  lastStatement,
  makeStatement,
  readChain,
  readCandidates,
} from '#server/elections/board/statements.ts'
import { emptyBoard, makeHead, readTree } from '#server/elections/board/tree.ts'
import { hashMaterials } from '#server/elections/candidacy/materials.ts'
import type { RollCorrection } from '#shared/elections/board/statements.ts'
import type { Instant } from '#shared/time.ts'

/** Where the next correction stands; null before there is a freeze record. */
export async function nextLinkIn(client: pg.PoolClient, electionId: string) {
  const record = await lastStatement(client, electionId, 'freeze/2')
  if (!record) return null
  const chain = await readChain(client, electionId)
  const last = chain.at(-1)
  const previous = last ? asStored({ type: last.type, ...last.signed }).hash : record.hash
  return { number: chain.length + 1, previous }
}

/** A correction as the site signs it, and the head that names it. */
export async function signCorrection(
  client: pg.PoolClient,
  key: BoardKey,
  electionId: string,
  now: Instant,
  content: Partial<Pick<RollCorrection, 'by' | 'reason' | 'added' | 'struck' | 'changes'>>,
): Promise<void> {
  const link = await nextLinkIn(client, electionId)
  if (!link) return
  const nothing = { by: 'PILAR PEÑA', reason: 'it was wrong', added: [], struck: [], changes: [] }
  const at = new Date(now).toISOString()
  const statement = { type: 'correction/1', election: electionId, ...link, at, ...nothing, ...content } as const
  const record = await makeStatement(client, key, statement, link.number)
  const head = await lastStatement(client, electionId, 'head/2')
  const tree = await readTree(client, { electionId })
  const empty = emptyBoard(electionId, record)
  await makeHead(client, key, { ...empty, head, tree, box: head?.content ?? empty.box }, { now })
}

/**
 * A record that names whoever came to stand late, as if they had been there in time; what was signed since names it in the place of
 * the one before. Ballots that are in the box by then do not open any more.
 */
export async function signAgain(
  { boardKey, storage, signed }: Pick<Deps, 'boardKey' | 'storage' | 'signed'>,
  client: pg.PoolClient,
  electionId: string,
): Promise<void> {
  const record = await lastStatement(client, electionId, 'freeze/2')
  if (!record) return
  const corrections = (await readChain(client, electionId)).map((link) =>
    asStored<'correction/1'>({ ...link.signed, type: 'correction/1' }),
  )
  const heads = await Array.fromAsync(eachStatement(client, electionId, 'head/2'), ({ signed: head }) =>
    asStored<'head/2'>({ ...head, type: 'head/2' }),
  )
  await client.query('set local session_replication_role = replica')
  await client.query(
    `delete from signed_statements where election_id = $1 and type in ('freeze/2', 'correction/1', 'head/2')`,
    [electionId],
  )
  await client.query('set local session_replication_role = origin')
  const nominees = await hashMaterials(client, storage, await readCandidates(client, electionId))
  const hash = await makeStatement(client, boardKey, { ...record.content, nominees })
  await signed.state.note({ type: 'freeze', election: electionId, hash })
  /** By the hash of each its hash now. */
  const again = new Map([[record.hash, hash]])
  for (const { content, hash: before } of corrections) {
    const previous = again.get(content.previous) ?? ''
    again.set(before, await makeStatement(client, boardKey, { ...content, previous }, content.number))
  }
  for (const { content, hash: before } of heads) {
    const names = {
      previous: again.get(content.previous ?? '') ?? null,
      record: again.get(content.record ?? '') ?? null,
    }
    again.set(before, await makeStatement(client, boardKey, { ...content, ...names }, content.number))
  }
}
