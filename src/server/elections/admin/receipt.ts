import { AppError } from '#shared/errors.ts'
import type { Service } from '#shared/members/enums.ts'
import type { Deps } from '#server/deps.ts'

export interface FoundReceipt {
  election: string
  contest: Service
  /** For whom the vote stands. */
  names: string[]
}

/** What a tracker stands for, in whichever election it was counted. It tells of no voter, for the board knows none. */
export async function findReceipt(deps: Pick<Deps, 'pool' | 'elections'>, tracker: string): Promise<FoundReceipt> {
  const all = await deps.elections.all()
  // Two voters may have the same tracker, and each of their votes its row.
  const { rows } = await deps.pool.query<{ election_id: string; contest: Service; first: string; last: string }>(
    `select distinct on (nominee_id) election_id, contest,
       nominee_data ->> 'first_name' as first, nominee_data ->> 'last_name' as last
     from votes where election_id = any($1::uuid[]) and tracker = $2 and not rehearsal order by nominee_id`,
    [all.map((election) => election.id), tracker],
  )
  const [found] = rows
  if (!found) throw new AppError('not-found')
  return {
    election: all.find((one) => one.id === found.election_id)?.title ?? '',
    contest: found.contest,
    names: rows.map(({ first, last }) => `${first} ${last}`.trim()).toSorted(),
  }
}
