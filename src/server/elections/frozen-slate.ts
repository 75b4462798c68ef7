import { AppError } from '#shared/errors.ts'
import type { Database } from '#server/db/database.ts'
import type { BoardKey } from './board/board-key.ts'
import { lastStatement } from './board/statements.ts'
import type { ApprovedNominee } from './approved-nominee.ts'

/**
 * Once an election is frozen, voters choose among those whom the signed record names, as it names them. Otherwise somebody who can
 * write to the database would exchange two names while people vote and change them back before the count.
 */
export async function refuseOtherNominees(
  db: Database,
  key: BoardKey,
  electionId: string,
  standing: ReadonlyMap<string, ApprovedNominee>,
): Promise<void> {
  const record = await lastStatement(db.$client, { electionId }, 'freeze/1')
  if (!record || !key.isSigned('freeze/1', record.signed) || record.said.election !== electionId)
    throw new AppError('nominees-differ')
  const frozen = record.said.nominees
  const same = frozen.every(({ id, name, rank, service, region }) => {
    const now = standing.get(id)
    return now?.name === name && now.rank === rank && now.ms === service && now.region === region
  })
  if (!same || frozen.length !== standing.size) throw new AppError('nominees-differ')
}
