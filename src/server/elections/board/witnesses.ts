import { z } from 'zod'
import { shareAccount } from '#server/accounts/queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { readInBatches, inTransaction, type PgClient } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { lockElection } from '#server/elections/election-cache.ts'
import type { Person } from '#server/http/session.ts'
import { parseSigned } from '#shared/elections/board/board.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import {
  statementBytes,
  statementText,
  type Cosignature,
  type Signed,
  type Witness,
} from '#shared/elections/board/statements.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { isSignedBy, type BoardKey } from './board-key.ts'
import { eachStatement, keepStatement, listStatements, parseStatement, readOwn } from './statements.ts'

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`))

/** The public half of the key that a witness's browser created. */
export const witnessKeySchema = z.object({ key: hex(64) })

/** What somebody signed in their browser. */
export const signedSchema = z.object({ statement: z.string().max(2000), signature: hex(128) })

/** One for each browser a person uses, plus a few lost ones. */
const mostKeys = 20

/**
 * Publishes that this key belongs to this person. The private half never leaves their browser, so nobody who controls the server
 * can sign in a witness's name. A repeated request returns the same statement.
 */
export async function registerWitness(
  deps: Pick<Deps, 'db' | 'clock' | 'signed'>,
  person: Person,
  electionId: string,
  key: string,
): Promise<Signed> {
  return inTransaction(deps, async (tx, client) => {
    const election = await lockElection(tx, electionId)
    // If something differs from what was signed, nothing more is signed.
    if (election.frozenAt !== null && election.certifiedAt === null) await deps.signed.read(client, electionId)
    const known = await listStatements(client, electionId, 'witness/1')
    const same = known.find((signed) => parseSigned<Witness>(signed).key === key)
    const own = await keysOf(client, electionId, person.id)
    if (same && !own.has(key)) throw new AppError('witness-key-taken')
    if (same) return same
    if (own.size >= mostKeys) throw new AppError('witness-keys-full')
    await shareAccount(tx, person.id)
    const now = deps.clock.now()
    const number = known.length
    const role = person.role === 'admin' ? 'administrator' : 'observer'
    const at = new Date(now).toISOString()
    const witness: Witness = { type: 'witness/1', election: electionId, number, name: person.name, role, key, at }
    const signed = deps.signed.key.sign(witness)
    await keepStatement(client, witness, signed, number)
    await appendAudit(tx, now, { actor: person.id, action: 'witness registered', subject: electionId, detail: { key } })
    return signed
  })
}

/** The log knows whose key it is: the statement has names, and two people may share one. */
async function keysOf(db: PgClient, electionId: string, personId: string): Promise<Set<string>> {
  const { rows } = await db.query<{ key: string }>(
    `select entry::json -> 'detail' ->> 'key' as key from audit_log
     where action = 'witness registered' and subject = $1 and actor = $2`,
    [electionId, personId],
  )
  return new Set(rows.map(({ key }) => key))
}

/** By key. Statements that somebody wrote into the database without being able to sign them are left out. */
export async function readWitnesses(db: PgClient, key: BoardKey, electionId: string): Promise<Map<string, Witness>> {
  const witnesses = new Map<string, Witness>()
  for await (const { signed } of eachStatement(db, electionId, 'witness/1')) {
    const found = readOwn(key, electionId, 'witness/1', signed)
    if (found) witnesses.set(found.content.key, found.content)
  }
  return witnesses
}

/** The witness with this key, if it belongs to this person. */
export async function findOwnWitness(
  db: PgClient,
  boardKey: BoardKey,
  { electionId, personId, key }: { electionId: string; personId: string; key: string },
): Promise<Witness> {
  const witness = (await readWitnesses(db, boardKey, electionId)).get(key)
  if (!witness || !(await keysOf(db, electionId, personId)).has(key)) throw new AppError('witness-unknown')
  return witness
}

/** Stores that a witness found this head to continue all earlier ones. Who sends it does not matter, only the signature does. */
export async function keepCosignature(
  { pool, boardKey }: Pick<Deps, 'pool' | 'boardKey'>,
  electionId: string,
  signed: Signed,
): Promise<void> {
  const { head, witness } = readCosignature(signed, electionId)
  if (!(await readWitnesses(pool, boardKey, electionId)).has(witness)) throw new AppError('witness-unknown')
  if (!isSignedBy(witness, 'cosignature/1', signed)) throw new AppError('signature-wrong')
  const { number } = mustExist(await findHead(pool, electionId, head), 'head-unknown')
  await pool.query(
    `insert into cosignatures (election_id, number, witness, hash, signature) values ($1, $2, $3, $4, decode($5, 'hex'))
     on conflict do nothing`,
    [electionId, number, witness, head, signed.signature],
  )
}

/** Must be canonical: the audit package writes its text again from the fields. */
function readCosignature({ statement }: Signed, electionId: string): Cosignature {
  const content = parseStatement(statement)
  const { head, witness } = content
  if (typeof head !== 'string' || typeof witness !== 'string') throw new AppError('signature-wrong')
  const cosignature: Cosignature = { type: 'cosignature/1', election: electionId, head, witness }
  if (statementText(cosignature) !== statement) throw new AppError('signature-wrong')
  return cosignature
}

const headLabel = toHex(statementBytes('head/2', ''))

/** The latest first: it is nearly always the one. */
async function findHead(db: PgClient, electionId: string, hash: string): Promise<{ number: number } | undefined> {
  const { rows } = await db.query<{ number: number }>(
    `select number from signed_statements where election_id = $1 and type = 'head/2'
       and sha256(decode($2, 'hex') || convert_to(statement, 'UTF8')) = decode($3, 'hex')
     order by number desc limit 1`,
    [electionId, headLabel, hash],
  )
  return rows[0]
}

const perRead = 1000
interface Kept {
  number: number
  witness: string
  hash: string
  signature: string
}

/** All of an election as they were signed, in the order of their heads. */
export async function* eachCosignature(db: PgClient, electionId: string): AsyncGenerator<{ signed: Signed }> {
  const read = async (last: Kept | undefined) => {
    const { rows } = await db.query<Kept>(
      `select number, witness, hash, encode(signature, 'hex') as signature from cosignatures
       where election_id = $1 and (number, witness) > ($2, $3) order by number, witness limit $4`,
      [electionId, last?.number ?? -1, last?.witness ?? '', perRead],
    )
    return rows
  }
  for await (const rows of readInBatches(read))
    for (const { hash, witness, signature } of rows) {
      const content: Cosignature = { type: 'cosignature/1', election: electionId, head: hash, witness }
      yield { signed: { statement: statementText(content), signature } }
    }
}
