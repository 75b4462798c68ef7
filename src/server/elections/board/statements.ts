import { inPieces, type PgClient } from '#server/db/database.ts'
import type { NomineeSnapshot } from '#server/db/schema.ts'
import { asNominee } from '#server/elections/nominees.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { statementHash, type Signed, type Statement, type FrozenNominee } from '#shared/elections/board/statements.ts'
import { type BoardKey, sha256 } from './board-key.ts'

type Stored = Exclude<Statement, { type: 'promise/1' }>
type StoredType = Stored['type']
type OfType<Type extends StoredType> = Extract<Stored, { type: Type }>

/** A statement as it was stored, what it says, and the hash by which others name it. */
export interface Found<Type extends StoredType = StoredType> {
  signed: Signed
  said: OfType<Type>
  hash: string
}

interface Of {
  electionId: string
}

const columns = `type, statement, encode(signature, 'hex') as signature`
interface Row extends Signed {
  type: StoredType
}

export function asFound<Type extends StoredType>({ type, statement, signature }: Row): Found<Type> {
  return {
    signed: { statement, signature },
    said: JSON.parse(statement) as OfType<Type>,
    hash: toHex(statementHash(sha256, type, statement)),
  }
}

/** The last of its type; null before there is one. */
export async function lastStatement<Type extends StoredType>(
  db: PgClient,
  { electionId }: Of,
  type: Type,
): Promise<Found<Type> | null> {
  const { rows } = await db.query<Row>(
    `select ${columns} from signed_statements where election_id = $1 and type = $2
     order by number desc limit 1`,
    [electionId, type],
  )
  return rows[0] ? asFound<Type>(rows[0]) : null
}

/** Those of a type in their order, from a number on. */
export async function listStatements<Type extends StoredType>(
  db: PgClient,
  { electionId }: Of,
  type: Type,
  { from = 0, most = 1_000_000 } = {},
): Promise<Signed[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from signed_statements where election_id = $1 and type = $2 and number >= $3
     order by number limit $4`,
    [electionId, type, from, most],
  )
  return rows.map(({ statement, signature }) => ({ statement, signature }))
}

const perRead = 500

/** All of a type in their order, with the number each is stored under; read in pieces, however many there are. */
export async function* eachStatement(
  db: PgClient,
  electionId: string,
  type: StoredType,
): AsyncGenerator<{ number: number; signed: Signed }> {
  const read = async (last: { number: number } | undefined) => {
    const { rows } = await db.query<Row & { number: number }>(
      `select number, ${columns} from signed_statements
       where election_id = $1 and type = $2 and number > $3 order by number limit $4`,
      [electionId, type, last?.number ?? -1, perRead],
    )
    return rows
  }
  for await (const rows of inPieces(read))
    for (const { number, statement, signature } of rows) yield { number, signed: { statement, signature } }
}

/** Signs it and keeps it for good. The primary key lets no second one take its number. */
export async function makeStatement<Made extends Stored>(
  db: PgClient,
  key: BoardKey,
  said: Made,
  number = 0,
): Promise<string> {
  const signed = key.sign(said)
  await db.query(
    `insert into signed_statements (election_id, type, number, statement, signature)
     values ($1, $2, $3, $4, decode($5, 'hex'))`,
    [said.election, said.type, number, signed.statement, signed.signature],
  )
  return toHex(statementHash(sha256, said.type, signed.statement))
}

/** The hash of what binds an election now: its freeze record, or the last correction of it. */
export async function recordInForce(db: PgClient, electionId: string): Promise<string | null> {
  const correction = await lastStatement(db, { electionId }, 'correction/1')
  return correction?.hash ?? (await lastStatement(db, { electionId }, 'freeze/1'))?.hash ?? null
}

/** The nominees who can be voted for, as the record names them. */
export async function readNominees(db: PgClient, electionId: string): Promise<FrozenNominee[]> {
  const { rows } = await db.query<{ id: string; data: NomineeSnapshot }>(
    `select id, data from nominees where election_id = $1 and status = 'approved' order by id::text collate "C"`,
    [electionId],
  )
  return rows.map(({ id, data }) => {
    const { name, rank, ms, region } = asNominee(id, data)
    return { id, name, rank, service: ms, region }
  })
}
