import type pg from 'pg'
import type { FreezeRecord, FrozenNominee } from '#shared/elections/board/statements.ts'
import { readNominees } from '#server/elections/board/frozen-nominees.ts'
import { expect } from './differs.ts'

/** Those who can be voted for are those whom the freeze record names, word for word. */
export async function checkNominees(client: Pick<pg.Pool, 'query'>, record: FreezeRecord): Promise<void> {
  const standing = new Map((await readNominees(client, record.election)).map((one) => [one.id, one]))
  for (const frozen of record.nominees) {
    const now = standing.get(frozen.id)
    expect(now !== undefined, 'nominee-missing', { name: frozen.name })
    expect(isSame(frozen, now), 'nominee-changed', { name: frozen.name })
    standing.delete(frozen.id)
  }
  const [extra] = standing.values()
  expect(extra === undefined, 'nominee-extra', { name: extra?.name ?? '' })
}

const isSame = (a: FrozenNominee, b: FrozenNominee) =>
  (['name', 'rank', 'service', 'region'] as const).every((field) => a[field] === b[field])
