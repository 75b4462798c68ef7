import { searchFromLength } from '#shared/elections/nomination/nomination.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { searchPage } from '#server/members/listing/search.ts'
import { membersFor } from '#server/members/listing/shelves.ts'
import { describeVoters } from './queries.ts'

const enough = 20
const mostPages = 5

/** Members for whom an administrator may look, by name, number, serial or unit, and who of them has voted. */
export async function searchVoters(
  deps: Pick<Deps, 'db' | 'pool' | 'settings' | 'elections'>,
  id: string,
  typed: string,
) {
  if (!(await deps.elections.byId(id))) throw new AppError('not-found')
  if ([...typed.trim()].length < searchFromLength) return { voters: [] }
  const { idPrefix } = await deps.settings()
  const voters: Awaited<ReturnType<typeof describeVoters>> = []
  // Who has left, and administrators who are members, are found as well and passed over.
  for (let page = 1; page <= mostPages && voters.length < enough; page++) {
    const { ids } = await searchPage(deps.db, membersFor('admin'), { typed, page, idPrefix })
    if (ids.length === 0) break
    voters.push(...(await describeVoters(deps.pool, id, ids)))
  }
  return { voters: voters.slice(0, enough).toSorted((a, b) => a.name.localeCompare(b.name)) }
}
