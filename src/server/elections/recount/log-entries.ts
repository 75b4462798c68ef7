import { signatureIn } from '#server/accounts/administrator-queries.ts'
import type { PgClient } from '#server/db/database.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Service } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import { assertAgrees } from './differs.ts'
import type { ProxyBallot } from './roll-and-box.ts'

/** Who was chosen among those with equal votes, as it was recorded. */
export interface RecordedDecision {
  ms: Service
  nomineeIds: string[]
  reason: string
  /** The name the administrator has today. */
  decidedBy: string
  decidedAt: Instant
}

/** The log names the freeze record that the site has signed. */
export async function checkFreezeEntry(client: PgClient, electionId: string, hash: string): Promise<void> {
  const { rows } = await client.query<{ hash: string | null }>(
    `select entry::json -> 'detail' ->> 'hash' as hash from audit_log
     where action = 'election frozen' and subject = $1 order by seq desc limit 1`,
    [electionId],
  )
  assertAgrees(rows[0]?.hash === hash, 'record-not-in-log')
}

/** Each proxy ballot in the box has its entry, by the same administrator, and each entry of this election its ballot. */
export async function checkProxies(
  client: PgClient,
  electionId: string,
  proxies: readonly ProxyBallot[],
): Promise<void> {
  const { rows } = await client.query<{ seq: number; actor: string; subject: string }>(
    `select seq::int as seq, actor, subject from audit_log
     where action = 'ballot cast by proxy' and entry::json -> 'detail' ->> 'election' = $1 order by seq`,
    [electionId],
  )
  const entries = new Map(rows.map((entry) => [entry.subject, entry]))
  for (const { voterId, actor, line } of proxies) {
    assertAgrees(entries.get(voterId)?.actor === actor, 'proxy-not-in-log', { line })
    entries.delete(voterId)
  }
  const [left] = entries.values()
  assertAgrees(left === undefined, 'proxy-not-in-box', { n: left?.seq ?? 0 })
  assertAgrees(rows.length === proxies.length, 'proxy-not-in-box', { n: rows.at(-1)?.seq ?? 0 })
}

/** The decisions of ties are those that were logged last. */
export async function checkDecisions(client: PgClient, electionId: string): Promise<RecordedDecision[]> {
  const decided = await client.query<{
    ms: Service
    nominee_ids: string[]
    reason: string
    decided_by: string
    name: string
    decided_at: Instant
  }>(
    `select t.ms, t.nominee_ids, t.reason, t.decided_by, ${signatureIn('u')} as name, t.decided_at
     from tie_decisions t join users u on u.id = t.decided_by where t.election_id = $1 order by t.ms`,
    [electionId],
  )
  const { rows } = await client.query<{ entry: string }>(
    `select entry from audit_log where action = 'tie decided' and subject = $1 order by seq`,
    [electionId],
  )
  const logged = new Map(rows.map(({ entry }) => readTieEntry(entry)).map((one) => [one.detail.ms, one]))
  for (const { ms, nominee_ids, reason, decided_by, decided_at } of decided.rows) {
    const entry = logged.get(ms)
    const same =
      entry?.actor === decided_by &&
      entry.at === toTimestamp(decided_at) &&
      entry.detail.chosen === nominee_ids.join(', ') &&
      entry.detail.reason === reason
    assertAgrees(same, 'tie-not-in-log', { service: ms })
    logged.delete(ms)
  }
  const [missing] = logged.keys()
  assertAgrees(missing === undefined, 'tie-missing', { service: missing ?? '' })
  return decided.rows.map(({ ms, nominee_ids: nomineeIds, reason, name, decided_at }) => ({
    ms,
    nomineeIds,
    reason,
    decidedBy: name,
    decidedAt: decided_at,
  }))
}

interface TieEntry {
  actor: string
  at: string
  detail: { ms: Service; chosen: string; reason: string }
}
const readTieEntry = (entry: string) => JSON.parse(entry) as TieEntry
