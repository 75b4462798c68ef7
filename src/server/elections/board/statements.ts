import { readInBatches, type PgClient } from '#server/db/database.ts'
import type { NomineeSnapshot } from '#server/db/schema.ts'
import { asNominee } from '#server/elections/nominees.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { statementHash, type NamedNominee, type Signed, type Statement } from '#shared/elections/board/statements.ts'
import { type BoardKey, sha256 } from './board-key.ts'

/** All statements except those that are stored nowhere or signed by others. */
type Stored = Exclude<Statement, { type: 'promise/1' | 'cosignature/1' }>
type StoredType = Stored['type']
type OfType<Type extends StoredType> = Extract<Stored, { type: Type }>

/** A statement as stored, its content, and the hash others refer to it by. */
export interface StoredStatement<Type extends StoredType = StoredType> {
  signed: Signed
  content: OfType<Type>
  hash: string
}

const columns = `type, statement, encode(signature, 'hex') as signature`
interface Row extends Signed {
  type: StoredType
}

export function asStored<Type extends StoredType>({ type, statement, signature }: Row): StoredStatement<Type> {
  const content: object = parseStatement(statement)
  return {
    signed: { statement, signature },
    content: content as OfType<Type>,
    hash: toHex(statementHash(sha256, type, statement)),
  }
}

/** Content of any shape, not known to be signed by the site. */
export function parseStatement(statement: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(statement)
    return typeof content === 'object' && content !== null ? { ...content } : {}
  } catch {
    return {}
  }
}

/** What this site signed about this election; null if the signature or the election is wrong. */
export function readOwn<Type extends StoredType>(
  key: BoardKey,
  electionId: string,
  type: Type,
  signed: Signed,
): StoredStatement<Type> | null {
  const found = key.isSigned(type, signed) ? asStored<Type>({ type, ...signed }) : null
  return found?.content.election === electionId ? found : null
}

/** The last one of its type; null if there is none. */
export async function lastStatement<Type extends StoredType>(
  db: PgClient,
  electionId: string,
  type: Type,
): Promise<StoredStatement<Type> | null> {
  const { rows } = await db.query<Row>(
    `select ${columns} from signed_statements where election_id = $1 and type = $2
     order by number desc limit 1`,
    [electionId, type],
  )
  return rows[0] ? asStored<Type>(rows[0]) : null
}

/** All of a type in order, starting with a number. */
export async function listStatements<Type extends StoredType>(
  db: PgClient,
  electionId: string,
  type: Type,
  { from = 0, limit = 1_000_000 } = {},
): Promise<Signed[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from signed_statements where election_id = $1 and type = $2 and number >= $3
     order by number limit $4`,
    [electionId, type, from, limit],
  )
  return rows.map(({ statement, signature }) => ({ statement, signature }))
}

const perRead = 500

/** All of a type in order, with their stored numbers; read in batches, so there may be any number. */
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
  for await (const rows of readInBatches(read))
    for (const { number, statement, signature } of rows) yield { number, signed: { statement, signature } }
}

/** Signs and stores it for good. The primary key prevents a second one with the same number. */
export async function makeStatement<Made extends Stored>(
  db: PgClient,
  key: BoardKey,
  content: Made,
  number = 0,
): Promise<string> {
  const signed = key.sign(content)
  await keepStatement(db, content, signed, number)
  return toHex(statementHash(sha256, content.type, signed.statement))
}

/** Also for statements somebody else has signed. */
export async function keepStatement(
  db: PgClient,
  { election, type }: Pick<Stored, 'election' | 'type'>,
  { statement, signature }: Signed,
  number: number,
): Promise<void> {
  await db.query(
    `insert into signed_statements (election_id, type, number, statement, signature)
     values ($1, $2, $3, $4, decode($5, 'hex'))`,
    [election, type, number, statement, signature],
  )
}

/** The number for the next one of its type. */
export async function nextNumber(db: PgClient, electionId: string, type: StoredType): Promise<number> {
  const { rows } = await db.query<{ next: number }>(
    `select coalesce(max(number) + 1, 0) as next from signed_statements where election_id = $1 and type = $2`,
    [electionId, type],
  )
  return rows[0]?.next ?? 0
}

/** Corrections and rollbacks share one sequence of numbers. */
export async function readChain(db: PgClient, electionId: string) {
  const { rows } = await db.query<Row & { type: 'correction/1' | 'rollback/1'; number: number }>(
    `select number, ${columns} from signed_statements
     where election_id = $1 and type in ('correction/1', 'rollback/1') order by number`,
    [electionId],
  )
  return rows.map(({ type, number, statement, signature }) => ({ type, number, signed: { statement, signature } }))
}

/** Null if there is none with this number. */
export async function statementHashAt(
  db: PgClient,
  electionId: string,
  type: StoredType,
  number: number,
): Promise<string | null> {
  const { rows } = await db.query<Row>(
    `select ${columns} from signed_statements where election_id = $1 and type = $2 and number = $3`,
    [electionId, type, number],
  )
  return rows[0] ? asStored(rows[0]).hash : null
}

/** The nominees people can vote for, as the record names them. */
export async function readCandidates(db: PgClient, electionId: string): Promise<NamedNominee[]> {
  const { rows } = await db.query<{ id: string; data: NomineeSnapshot }>(
    `select id, data from nominees where election_id = $1 and status = 'approved' order by id::text collate "C"`,
    [electionId],
  )
  return rows.map(({ id, data }) => {
    const { name, rank, ms, region } = asNominee(id, data)
    return { id, name, rank, service: ms, region }
  })
}
