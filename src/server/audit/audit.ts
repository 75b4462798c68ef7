import { sql } from 'drizzle-orm'
import type { Clock } from '#server/clock.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import type { Queryable } from '#server/db/database.ts'
import { lockForTransaction } from '#server/db/locks.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditAction, AuditDetail } from '#shared/audit/actions.ts'
import type { Instant } from '#shared/time.ts'

export interface AuditEntry {
  /** A user's id, or `system`. */
  actor: string
  action: AuditAction
  /** The id of what the act changed. */
  subject?: string
  /** Facts about the act. Never a choice on a ballot, and nothing about a person except their id. */
  detail?: AuditDetail
}

/**
 * Writes the entry in the same transaction as the act. The database numbers and chains it, and no other append runs
 * until the transaction ends, so make this the last statement. The date comes from the clock, or is the instant.
 */
export async function appendAudit(tx: Queryable, clock: Clock | Instant, entry: AuditEntry): Promise<void> {
  await tx.execute(sql`insert into audit_log (entry) values (${textOf(entry, clock)})`)
}

/** Like `appendAudit`, for an act on many: one statement, chained in the order of `entries`. */
export async function appendAudits(tx: Queryable, clock: Clock | Instant, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const texts = entries.map((entry) => textOf(entry, clock))
  await tx.execute(sql`
    insert into audit_log (entry)
    select entry from unnest(${sql.param(texts)}::text[]) with ordinality as given (entry, place) order by place`)
}

/** Takes the lock that the database takes for each entry: nobody else can append until the transaction ends. */
export const lockLog = (tx: Queryable) => lockForTransaction(tx, 'auditLog')

/** Ids come from addresses in any case. The log has them in lower case only, so that they can be found. */
function textOf({ subject, ...entry }: AuditEntry, clock: Clock | Instant): string {
  const named = subject === undefined ? {} : { subject: subject.toLowerCase() }
  const at = new Date(typeof clock === 'number' ? clock : clock.now()).toISOString()
  return canonical({ ...entry, ...named, at })
}

/** Sorts the keys, so that an entry has exactly one text. Only such a text can be hashed again years later. */
function canonical(value: Record<string, unknown>): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    // PostgreSQL's JSON refuses lone surrogates and null characters, which JavaScript allows.
    if (typeof part === 'string') return part.toWellFormed().replaceAll('\0', '')
    if (part === null || typeof part !== 'object') return part
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** The start of a check of the whole log. */
const wholeLog = { entries: 0, lastHash: '0'.repeat(64) }

type AuditVerdict = { ok: true; entries: number; lastHash: string } | { ok: false; brokenAt: number }

/**
 * Recomputes the whole chain in one statement, so in one state of the log. `brokenAt` is the first number that is
 * missing, altered or not linked to the previous one. A log that was cut off at its end is only noticed by comparing
 * with a `lastHash` stored elsewhere. `since` names a part already verified, so that only later entries are read.
 */
export async function verifyAudit(db: Queryable, since = wholeLog): Promise<AuditVerdict> {
  const { rows } = await db.execute<{ broken_at: number | null; entries: number; last_hash: string | null }>(sql`
    with chain as (
      select seq, entry, previous_hash, hash,
        row_number() over (order by seq) + ${since.entries} as place,
        coalesce(lag(hash) over (order by seq), ${since.lastHash}) as hash_before
      from audit_log where seq > ${since.entries}
    )
    select
      min(least(seq, place)) filter (where seq <> place
        or previous_hash <> hash_before
        or hash <> encode(sha256(convert_to(previous_hash || entry, 'UTF8')), 'hex')) as broken_at,
      count(*) as entries,
      (select hash from chain order by seq desc limit 1) as last_hash
    from chain`)
  const [found] = rows
  if (!found) throw new Error('the check of the audit log returned nothing')
  if (found.broken_at !== null) return { ok: false, brokenAt: found.broken_at }
  return { ok: true, entries: since.entries + found.entries, lastHash: found.last_hash ?? since.lastHash }
}

const oneAtATime = concurrencyLimit(1, 10)

/** A check reads the whole log, so checks queue, with one lane per person. */
export const checkLog = ({ db }: Pick<Deps, 'db'>, asker: { id: string }) =>
  oneAtATime(() => verifyAudit(db), { lane: asker.id })
