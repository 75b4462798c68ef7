import type pg from 'pg'
import { label } from '#shared/elections/board/bytes.ts'
import type { RollRegion } from '#shared/members/enums.ts'

type Db = Pick<pg.Pool, 'query'>

/** What the hash of the list begins with. */
export const participationLabel = label('participation/1')
export const participationHeading = 'line,region,voted,proxy\n'

interface Participation {
  line: Buffer
  region: RollRegion
  voted: boolean
  proxy: boolean
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')
export const participationLine = ({ line, region, voted, proxy }: Participation): string =>
  `${line.toString('hex')},${region},${yesOrNo(voted)},${yesOrNo(proxy)}\n`

const perRead = 5000

/** Who voted, by roll line, ascending: every line that is not struck. In pieces of many lines. */
export async function* participationAsCsv(db: Db, electionId: string): AsyncGenerator<string, void, undefined> {
  yield participationHeading
  for (let after: Buffer = Buffer.alloc(0); ;) {
    const { rows } = await db.query<Participation>(
      `select r.line, r.region, b.voter_id is not null as voted, b.proxy_by is not null as proxy
       from (select line, region, voter_id from roll where election_id = $1 and struck is null and line > $2
             order by line limit $3) r
       left join lateral (select voter_id, proxy_by from ballots
         where voter_id = r.voter_id and election_id = $1 offset 0) b on true
       order by r.line`,
      [electionId, after, perRead],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(participationLine).join('')
    after = last.line
  }
}
