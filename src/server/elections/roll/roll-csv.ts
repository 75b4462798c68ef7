import type pg from 'pg'
import type { RollRegion } from '#shared/members/enums.ts'

type Db = Pick<pg.Pool, 'query'>

const perRead = 5000

interface Row {
  line: Buffer
  region: RollRegion
  added: number | null
  struck: number | null
}

/**
 * Every line that was ever on the roll of an election, ascending, as the audit package and the roll's own download hold it:
 * `line,region,added,struck`. In pieces of many lines, so that a roll of any length takes the same memory.
 */
export async function* rollAsCsv(db: Db, electionId: string): AsyncGenerator<string, void, undefined> {
  yield 'line,region,added,struck\n'
  for (let after: Buffer = Buffer.alloc(0); ;) {
    const { rows } = await db.query<Row>(
      `select line, region, added, struck from roll where election_id = $1 and line > $2 order by line limit $3`,
      [electionId, after, perRead],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(asLine).join('')
    after = last.line
  }
}

const asLine = ({ line, region, added, struck }: Row): string =>
  `${line.toString('hex')},${region},${added ?? ''},${struck ?? ''}\n`
