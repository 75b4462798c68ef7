import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'

/** What the public board shows for a tracker: the contest and the names, once counted. It knows no voter. */
export async function findOnBoard({ pool }: Pick<Deps, 'pool'>, electionId: string, tracker: string) {
  const { rows } = await pool.query<{ contest: string; first: string; last: string }>(
    `select contest, nominee_data ->> 'first_name' as first, nominee_data ->> 'last_name' as last
     from votes where election_id = $1 and tracker = $2 and not rehearsal order by nominee_id`,
    [electionId, tracker],
  )
  const [found] = rows
  if (!found) throw new AppError('not-found')
  return { contest: found.contest, names: rows.map(({ first, last }) => `${first} ${last}`.trim()) }
}
