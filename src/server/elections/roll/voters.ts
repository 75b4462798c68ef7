import { readInBatches, type PgClient } from '#server/db/database.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { rollText } from '#shared/elections/roll/text.ts'
import { type Service, rollRegions, type RollRegion } from '#shared/members/enums.ts'

export interface PrintedVoter {
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

interface VotersOfRegion {
  region: RollRegion
  people: number
  batches: AsyncGenerator<PrintedVoter[], void, undefined>
}

const perRead = 500

/**
 * Everybody on the roll, by region and then by name. The order is computed once, from ids alone; names are read as needed, so
 * that a list of any length takes little memory and holds no connection while it is sent.
 */
export async function* votersByRegion(
  db: PgClient,
  electionId: string,
): AsyncGenerator<VotersOfRegion, void, undefined> {
  for (const region of rollRegions) {
    const ids = await idsByName(db, electionId, region)
    if (ids.length > 0) yield { region, people: ids.length, batches: inBatches(db, electionId, ids) }
  }
}

/** Sorts Ñ with N. Much cheaper than `fold_text`, which takes seconds for a hundred thousand names. */
const sortable = (column: string) => `upper(translate(${column}, 'ÑñÁáÉéÍíÓóÚúÜü', 'NnAaEeIiOoUuUu'))`

async function idsByName(db: PgClient, electionId: string, region: RollRegion): Promise<string[]> {
  const { rows } = await db.query<[string]>({
    text: `select u.id from roll r join users u on u.id = r.voter_id
     where r.election_id = $1 and r.region = $2 and r.struck is null order by ${sortable('u.last_name')}, ${sortable('u.first_name')}, u.id`,
    values: [electionId, region],
    rowMode: 'array',
  })
  return rows.map(([id]) => id)
}

/** Each by its key: with a join, every batch would read all members again. */
async function* inBatches(
  db: PgClient,
  electionId: string,
  ids: readonly string[],
): AsyncGenerator<PrintedVoter[], void, undefined> {
  for (let first = 0; first < ids.length; first += perRead) {
    const { rows } = await db.query<PrintedVoter>(
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

/** `DELA CRUZ, Juan Santos Jr.`: the form in which people look through a list. */
export const listedName = ({ lastName, firstName, middleName, suffix }: PrintedVoter): string =>
  `${lastName}, ${[firstName, middleName, suffix].filter(Boolean).join(' ')}`

/** The roll with names, for the committee: in printed order, a few hundred in memory. */
export async function* votersAsCsv(db: PgClient, electionId: string): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + csvLine(rollText.csvColumns)
  for await (const { region, batches } of votersByRegion(db, electionId))
    for await (const voters of batches)
      yield voters
        .map((voter) =>
          csvLine([
            region,
            listedName(voter),
            voter.idNumber,
            voter.rank,
            voter.ms,
            rollText.yesOrNo(voter.voted),
            rollText.yesOrNo(voter.byProxy),
            voter.added,
          ]),
        )
        .join('')
}

const linesPerRead = 5000

interface Row {
  line: Buffer
  region: RollRegion
  added: number | null
  struck: number | null
}

/**
 * Every line that was ever on the roll of an election, ascending, as in the audit package and the roll's own download:
 * `line,region,added,struck`. Yields many lines at a time, so that a roll of any length takes the same memory.
 */
export async function* rollLinesCsv(db: PgClient, electionId: string): AsyncGenerator<string, void, undefined> {
  yield 'line,region,added,struck\n'
  const text =
    'select line, region, added, struck from roll where election_id = $1 and line > $2 order by line limit $3'
  const read = async (last: Row | undefined) =>
    (await db.query<Row>(text, [electionId, last?.line ?? Buffer.alloc(0), linesPerRead])).rows
  for await (const rows of readInBatches(read)) yield rows.map(asLine).join('')
}

const asLine = ({ line, region, added, struck }: Row): string =>
  `${line.toString('hex')},${region},${added ?? ''},${struck ?? ''}\n`
