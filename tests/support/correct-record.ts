import type pg from 'pg'
import { fieldsOf } from '#shared/elections/board/record-fields.ts'
import type { Instant } from '#shared/time.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { makeHead } from '#server/elections/board/heads.ts'
import { lastStatement, makeStatement, recordInForce } from '#server/elections/board/statements.ts'
import type { Election } from '#server/elections/election-cache.ts'

/** As the site itself does: what is frozen changes by a signed correction. In the transaction of the change. */
export async function correctRecord(
  client: pg.PoolClient,
  key: BoardKey,
  { before, after, by, now }: { before: Election; after: Election; by: string; now: Instant },
): Promise<void> {
  const frozen = fieldsOf(before)
  const changes = [...fieldsOf(after)].flatMap(([field, value]) => {
    const was = frozen.get(field) ?? ''
    return was === value ? [] : { field, before: was, after: value }
  })
  const previous = await recordInForce(client, before.id)
  if (changes.length === 0 || previous === null) return
  const last = await lastStatement(client, { electionId: before.id }, 'correction/1')
  const number = (last?.said.number ?? 0) + 1
  await makeStatement(
    client,
    key,
    {
      type: 'correction/1',
      election: before.id,
      number,
      previous,
      at: new Date(now).toISOString(),
      by,
      reason: 'The settings of the election were changed',
      added: [],
      struck: [],
      changes,
    },
    number,
  )
  await makeHead(client, key, { electionId: before.id, now })
}
