import { AppError } from '#shared/errors.ts'
import type { Service } from '#shared/members/enums.ts'
import type { Deps } from '#server/deps.ts'

export interface FoundReceipt {
  election: string
  contest: Service
  /** For whom the vote stands. */
  names: string[]
  /** How many ballots were counted under it: two voters may have the same tracker, and each of their votes its row. */
  times: number
}

/** What a tracker stands for, in whichever election it was counted. It tells of no voter, for the board knows none. */
export async function findReceipt(deps: Pick<Deps, 'pool' | 'elections'>, tracker: string): Promise<FoundReceipt> {
  const all = await deps.elections.all()
  const { rows } = await deps.pool.query<{ election_id: string; contest: Service; name: string; times: number }>(
    `select election_id, contest, count(*)::int as times,
       min(trim(concat(nominee_data ->> 'first_name', ' ', nominee_data ->> 'last_name'))) as name
     from votes where election_id = any($1::uuid[]) and tracker = $2 and not rehearsal
     group by election_id, contest, nominee_id`,
    [all.map((election) => election.id), tracker],
  )
  const [found] = rows
  if (!found) throw new AppError('not-found')
  return {
    election: all.find((one) => one.id === found.election_id)?.title ?? '',
    contest: found.contest,
    names: rows.map(({ name }) => name).toSorted(),
    times: found.times,
  }
}
