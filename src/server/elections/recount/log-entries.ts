import type { PgClient } from '#server/db/database.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { assertMatches } from '#server/elections/board/mismatch.ts'
import { readTieDecisions } from '#server/elections/results/queries.ts'
import type { TieDecision } from '#shared/elections/closing/closing.ts'
import type { ProxyBallot } from './roll-and-box.ts'

/** Checks that the log names the signed freeze record. */
export async function checkFreezeEntry(client: PgClient, electionId: string, hash: string): Promise<void> {
  const { rows } = await client.query<{ hash: string | null }>(
    `select entry::json -> 'detail' ->> 'hash' as hash from audit_log
     where action = 'election frozen' and subject = $1 order by seq desc limit 1`,
    [electionId],
  )
  assertMatches(rows[0]?.hash === hash, 'record-not-in-log')
}

/** Checks that the present log, known to be intact, is the one that existed when each head was signed. */
export async function checkHeadLogs(
  client: PgClient,
  logs: readonly { number: number; entries: number; lastHash: string }[],
): Promise<void> {
  const { rows } = await client.query<{ seq: number; hash: string }>(
    'select seq::int as seq, hash from audit_log where seq = any($1::bigint[])',
    [[...new Set(logs.map(({ entries }) => entries))]],
  )
  const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]))
  for (const { number, entries, lastHash } of logs)
    assertMatches(entries === 0 || hashes.get(entries) === lastHash, 'head-log', { n: number })
}

/** Checks that each proxy ballot in the box has its log entry by the same administrator, and each entry its ballot. */
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
    assertMatches(entries.get(voterId)?.actor === actor, 'proxy-not-in-log', { line })
    entries.delete(voterId)
  }
  const [left] = entries.values()
  assertMatches(left === undefined, 'proxy-not-in-box', { n: left?.seq ?? 0 })
  assertMatches(rows.length === proxies.length, 'proxy-not-in-box', { n: rows.at(-1)?.seq ?? 0 })
}

/** Checks that each tie decision was logged in the same words when it was signed. */
export async function checkDecisions(client: PgClient, key: BoardKey, electionId: string): Promise<TieDecision[]> {
  const { decisions, made } = await readTieDecisions(client, key, electionId)
  const { rows } = await client.query<{ at: string; ms: string; chosen: string; reason: string }>(
    `select entry ->> 'at' as at, entry -> 'detail' ->> 'ms' as ms, entry -> 'detail' ->> 'chosen' as chosen,
       entry -> 'detail' ->> 'reason' as reason
     from (select seq, entry::json as entry from audit_log where action = 'tie decided' and subject = $1) log order by seq`,
    [electionId],
  )
  const isLogged = made.every(({ at, service, chosen, reason }, n) => {
    const entry = rows[n]
    return entry?.at === at && entry.ms === service && entry.chosen === chosen.join(', ') && entry.reason === reason
  })
  assertMatches(isLogged && rows.length === made.length, 'tie-missing')
  return decisions
}
