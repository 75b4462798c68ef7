import type pg from 'pg'
import type { FrozenNominee } from '#shared/elections/board/statements.ts'
import type { NomineeSnapshot } from '#server/db/schema.ts'
import { asNominee } from '#server/elections/approved-nominee.ts'

/** The nominees who can be voted for, as the record names them. */
export async function readNominees(db: Pick<pg.Pool, 'query'>, electionId: string): Promise<FrozenNominee[]> {
  const { rows } = await db.query<{ id: string; data: NomineeSnapshot }>(
    `select id, data from nominees where election_id = $1 and status = 'approved' order by id::text collate "C"`,
    [electionId],
  )
  return rows.map(({ id, data }) => {
    const { name, rank, ms, region } = asNominee(id, data)
    return { id, name, rank, service: ms, region }
  })
}
