import type pg from 'pg'
import { signatureOf } from '#server/accounts/administrator-queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { lockElection } from '#server/elections/election-cache.ts'
import type { Person } from '#server/http/session.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { whyCannotAdd, whyCannotStrike, type RollCorrectionForm, type RollMember } from '#shared/elections/roll/roll.ts'
import { AppError } from '#shared/errors.ts'
import type { RollRegion } from '#shared/members/enums.ts'
import { makeCorrection, nextLink } from './corrections.ts'
import { addToRoll, asVoter, type VoterToList } from './freeze.ts'
import { isPresentMember } from './queries.ts'

type CorrectionDeps = Pick<Deps, 'db' | 'clock' | 'signed' | 'vault' | 'elections'>

/**
 * Adds somebody wrongly missing from the frozen roll, or strikes somebody wrongly on it. Once the freeze record is signed, this
 * is a signed correction of it; before that, the record will describe the corrected roll. Either way it is a public act with a
 * name. Returns the number of the correction, or null.
 */
export async function correctRoll(
  { db, clock, signed, vault, elections }: CorrectionDeps,
  admin: Person,
  electionId: string,
  { act, memberId, reason }: RollCorrectionForm,
): Promise<{ number: number | null }> {
  const rollKey = await vault.keyOf(electionId, 'roll')
  const number = await inTransaction({ db, lock: 'counting' }, async (tx, client) => {
    // Locks the member before the election, as everybody who casts a proxy ballot does.
    const member = await lockMember(client, electionId, memberId)
    const election = await lockElection(tx, electionId)
    if (election.draft) throw new AppError('not-found')
    if (election.cancelledAt !== null) throw new AppError('election-cancelled')
    const now = clock.now()
    const why = (act === 'add' ? whyCannotAdd : whyCannotStrike)(
      election,
      await factsOf(client, electionId, member),
      now,
    )
    if (why) throw new AppError(why)

    // Before there is a freeze record there is nothing to correct: it will describe the roll as it is then.
    const frozen = election.frozenAt === null ? null : await signed.read(client, electionId)
    const number = frozen && nextLink(frozen).number
    const done =
      act === 'add'
        ? { added: await add(client, rollKey, electionId, member, number) }
        : await strike(client, electionId, member.id, number)
    if (frozen) await makeCorrection(client, signed.key, frozen, { now, by: signatureOf(admin), reason, ...done })
    // A new row with the same values: ballots checked against the old one are checked again.
    await client.query('update elections set version = version where id = $1', [electionId])
    const region = 'added' in done ? done.added[0]?.region : done.region
    await appendAudit(tx, now, {
      actor: admin.id,
      action: 'roll corrected',
      subject: member.id,
      detail: { election: electionId, act, reason, region: region ?? '', number },
    })
    return number
  })
  elections.invalidate()
  return { number }
}

interface LockedMember extends VoterToList {
  isPresentMember: boolean
  onRoll: boolean
  struck: boolean
}

/** Locked, so that meanwhile no proxy ballot is requested and the membership does not change. */
async function lockMember(client: pg.PoolClient, electionId: string, id: string): Promise<LockedMember> {
  const { rowCount } = await client.query('select from users where id = $1 for no key update', [id])
  if (rowCount === 0) throw new AppError('user-not-found')
  const { rows } = await client.query<LockedMember>(
    `select ${asVoter('u')}, ${isPresentMember('u')} as "isPresentMember",
       r.voter_id is not null as "onRoll", r.struck is not null as struck
     from users u left join roll r on r.voter_id = u.id and r.election_id = $1 where u.id = $2`,
    [electionId, id],
  )
  if (!rows[0]) throw new AppError('user-not-found')
  return rows[0]
}

async function factsOf(client: pg.PoolClient, electionId: string, member: LockedMember): Promise<RollMember> {
  const { rows } = await client.query<Pick<RollMember, 'hasBallot' | 'proxyWaits'>>(
    `select exists (select from ballots where voter_id = $2 and election_id = $1) as "hasBallot",
       exists (select from pending_proxies where election_id = $1 and voter_id = $2) as "proxyWaits"`,
    [electionId, member.id],
  )
  return {
    isPresentMember: member.isPresentMember,
    listed: member.struck ? 'struck' : member.onRoll ? 'on the roll' : 'never',
    hasBallot: rows[0]?.hasBallot ?? false,
    proxyWaits: rows[0]?.proxyWaits ?? false,
  }
}

async function add(
  client: pg.PoolClient,
  rollKey: Buffer,
  electionId: string,
  { id, serial, region }: VoterToList,
  number: number | null,
) {
  const lines = await addToRoll(client, rollKey, electionId, [{ id, serial, region }], number)
  return lines.map((listed) => ({ line: toHex(listed.line), region: listed.region }))
}

/** Before the freeze record nobody has signed anything about a line, so it is simply deleted. */
async function strike(client: pg.PoolClient, electionId: string, voterId: string, number: number | null) {
  const text =
    number === null
      ? 'delete from roll where election_id = $1 and voter_id = $2'
      : 'update roll set struck = $3 where election_id = $1 and voter_id = $2'
  const { rows } = await client.query<{ line: string; region: RollRegion }>(
    `${text} returning encode(line, 'hex') as line, region`,
    number === null ? [electionId, voterId] : [electionId, voterId, number],
  )
  const [row] = rows
  if (!row) throw new AppError('roll-lacks-member')
  return { struck: [row.line], region: row.region }
}
