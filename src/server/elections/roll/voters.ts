import type pg from 'pg'
import { type Service, rollRegions, type RollRegion } from '#shared/members/enums.ts'

type Db = Pick<pg.Pool, 'query'>

export interface Voter {
  idNumber: string | null
  lastName: string
  firstName: string
  middleName: string | null
  suffix: string | null
  rank: string | null
  ms: Service | null
  voted: boolean
  byProxy: boolean
  added: number | null
}

export interface VotersOfRegion {
  region: RollRegion
  people: number
  batches: AsyncGenerator<Voter[], void, undefined>
}

const perRead = 500

/**
 * Everybody on the roll, region by region, by name within each. The order is made once, of ids alone; names are read as they are
 * needed, so that a list of any length takes little memory and holds no connection while it is sent.
 */
export async function* votersByRegion(db: Db, electionId: string): AsyncGenerator<VotersOfRegion, void, undefined> {
  for (const region of rollRegions) {
    const ids = await idsByName(db, electionId, region)
    if (ids.length > 0) yield { region, people: ids.length, batches: inBatches(db, electionId, ids) }
  }
}

/** Ñ stands with N. Much cheaper than `fold_text`, which takes seconds for a hundred thousand names. */
const sortable = (column: string) => `upper(translate(${column}, 'ÑñÁáÉéÍíÓóÚúÜü', 'NnAaEeIiOoUuUu'))`

async function idsByName(db: Db, electionId: string, region: RollRegion): Promise<string[]> {
  const { rows } = await db.query<[string]>({
    text: `select u.id from roll r join users u on u.id = r.voter_id
     where r.election_id = $1 and r.region = $2 and r.struck is null order by ${sortable('u.last_name')}, ${sortable('u.first_name')}, u.id`,
    values: [electionId, region],
    rowMode: 'array',
  })
  return rows.map(([id]) => id)
}

/** Each by its key: joined as a whole, every batch would read all members once more. */
async function* inBatches(
  db: Db,
  electionId: string,
  ids: readonly string[],
): AsyncGenerator<Voter[], void, undefined> {
  for (let first = 0; first < ids.length; first += perRead) {
    const { rows } = await db.query<Voter>(
      `select u.id_number as "idNumber", u.last_name as "lastName", u.first_name as "firstName", u.middle_name as "middleName",
         u.suffix, u.rank, u.ms, r.added, b.voter_id is not null as voted, b.proxy_by is not null as "byProxy"
       from unnest($2::uuid[]) with ordinality as wanted (id, place)
         cross join lateral (select * from users where id = wanted.id limit 1) u
         cross join lateral (select added from roll where voter_id = wanted.id and election_id = $1 limit 1) r
         left join lateral (select voter_id, proxy_by from ballots
           where voter_id = wanted.id and election_id = $1 limit 1) b on true
       order by wanted.place`,
      [electionId, ids.slice(first, first + perRead)],
    )
    yield rows
  }
}

/** `DELA CRUZ, Juan Santos Jr.`: as a list is looked through. */
export const listedName = ({ lastName, firstName, middleName, suffix }: Voter): string =>
  `${lastName}, ${[firstName, middleName, suffix].filter(Boolean).join(' ')}`
