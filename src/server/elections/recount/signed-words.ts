import type { PgClient } from '#server/db/database.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { assertAgrees } from '#server/elections/board/differs.ts'
import { isSigned, type FrozenElection } from '#server/elections/board/signed-election.ts'
import { asFound, eachStatement, type Found } from '#server/elections/board/statements.ts'
import { minBatchSize } from '#server/elections/counting/count-ballots.ts'
import {
  timesField,
  type Correction,
  type FreezeRecord,
  type Head,
  type Rollback,
} from '#shared/elections/board/statements.ts'
import { minuteMs } from '#shared/time.ts'

/** Sizes and roots of the tree as they were signed, and the last head. */
export interface SignedHeads {
  count: number
  /** In the order of their numbers, one for each size. */
  roots: { number: number; size: number; root: string }[]
  /** Where the log stood at each. */
  logs: { number: number; entries: number; lastHash: string }[]
  last: Found<'head/2'>
}

/** Signatures, chain, figures, hours and batches of all heads, first to last. */
export async function checkHeads(
  client: PgClient,
  key: BoardKey,
  electionId: string,
  { record, hashes, chain }: FrozenElection,
): Promise<SignedHeads> {
  const hours = hoursOfRecords({ record, chain })
  const batches = createBatchCheck()
  const roots: SignedHeads['roots'] = []
  const logs: SignedHeads['logs'] = []
  let last: Found<'head/2'> | null = null
  let inForce = 0
  let count = 0
  for await (const { number, signed } of eachStatement(client, electionId, 'head/2')) {
    const n = number
    assertAgrees(isSigned(key, 'head/2', signed), 'head-unsigned', { n })
    const head: Found<'head/2'> = asFound<'head/2'>({ type: 'head/2', ...signed })
    const { said } = head
    assertAgrees(said.election === electionId, 'head-order', { n })
    assertAgrees(number === count && said.number === count && said.previous === (last?.hash ?? null), 'head-order', {
      n,
    })
    const named = hashes.indexOf(said.record ?? '')
    assertAgrees(named >= inForce, 'head-record', { n })
    assertAgrees(addsUp(said, record.seats.length) && !shrinks(last?.said, said), 'head-counts', { n })
    const goesOn = named > inForce && chain[named - 1]?.type === 'rollback/1'
    assertAgrees(!last?.said.closed || goesOn, 'head-after-close', { n })
    checkHours(hours[named], last?.said, said)
    batches.add(said)
    logs.push({ number: n, ...said.log })
    if (roots.at(-1)?.size !== said.size) roots.push({ number: n, size: said.size, root: said.root })
    else assertAgrees(roots.at(-1)?.root === said.root, 'head-root', { n })
    inForce = named
    last = head
    count++
  }
  assertAgrees(last !== null, 'heads-missing')
  batches.end(last.said)
  return { count, roots, logs, last }
}

const addsUp = ({ size, ballots, counted, proxies, helped }: Head, seats: number) =>
  counted <= ballots && proxies <= ballots && helped <= ballots && size === counted * seats

const shrinks = (before: Head | undefined, now: Head) =>
  before !== undefined &&
  (['size', 'ballots', 'counted', 'proxies', 'helped', 'minute'] as const).some((field) => now[field] < before[field])

/**
 * Whoever can write to the database can bend the hours of voting, or have one ballot counted by itself, and put everything back
 * afterwards. The heads that were signed meanwhile still tell.
 */

interface Hours {
  votingOpens: string
  votingCloses: string
}

/** By the freeze record and after each correction or rollback, in their order. */
export function hoursOfRecords({
  record,
  chain,
}: {
  record: Pick<FreezeRecord, 'times'>
  chain: readonly (Pick<Correction, 'changes'> | Rollback)[]
}): Hours[] {
  const { votingOpens = '', votingCloses = '' } = record.times
  const hours: Hours[] = [{ votingOpens, votingCloses }]
  for (const link of chain) {
    const next: Hours = { ...(hours.at(-1) as Hours) }
    for (const { field, after } of 'changes' in link ? link.changes : []) {
      if (field === timesField('votingOpens')) next.votingOpens = after
      if (field === timesField('votingCloses')) next.votingCloses = after
    }
    hours.push(next)
  }
  return hours
}

/** A ballot that was let in at the last moment may still be on its way, and clocks of several nodes differ. */
const leewayMs = 5 * minuteMs

/** Ballots came in only within the hours in force at the head, and the count was not closed before their end. */
export function checkHours(hours: Hours | undefined, before: Head | undefined, head: Head): void {
  const opens = Date.parse(hours?.votingOpens ?? '')
  const closes = Date.parse(hours?.votingCloses ?? '')
  const n = head.number
  assertAgrees(head.ballots === 0 || Date.parse(head.minute) >= minuteOf(opens), 'head-early', { n })
  assertAgrees(!head.closed || Date.parse(head.minute) >= minuteOf(closes), 'head-closed-early', { n })
  const wasOver = before !== undefined && Date.parse(before.minute) > closes + leewayMs
  assertAgrees(!wasOver || head.ballots === before.ballots, 'head-late', { n })
}

/** As heads state it: rounded down. */
const minuteOf = (time: number) => time - (time % minuteMs)

/** Every batch hides each of its ballots among others; only an election with fewer ballots than that has a smaller one, of all. */
export function createBatchCheck() {
  let counted = 0
  let small: { n: number; ballots: number } | null = null
  return {
    add(head: Head): void {
      const ballots = head.counted - counted
      counted = head.counted
      if (ballots > 0 && ballots < minBatchSize) small ??= { n: head.number, ballots }
    },
    end(last: Head): void {
      assertAgrees(small === null || small.ballots === last.counted, 'batch-small', { n: small?.n ?? 0 })
    },
  }
}
