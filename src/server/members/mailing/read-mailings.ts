import { desc, eq, sql } from 'drizzle-orm'
import { mailings, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { mustExist } from '#shared/errors.ts'
import { mailingState, type MailingCounts } from '#shared/members/mailing/mailing.ts'
import type { Instant } from '#shared/time.ts'
import { filesOf } from './mailing-files.ts'
import { mailingsTo, selectMailings, waitingTo } from './queries.ts'

const perPage = 30

interface Dated extends MailingCounts {
  sentAt: Instant
  stoppedAt: Instant | null
  pausedUntil: Instant | null
  paused: boolean
}

function serializeMailing<Row extends Dated>(
  { sentAt, stoppedAt, pausedUntil, paused, ...row }: Row,
  clock: Deps['clock'],
) {
  const onSiteClock = (at: Instant | null) => at && clock.shownFor(at)
  const state = mailingState({ ...row, stopped: stoppedAt !== null, paused })
  return {
    ...row,
    state,
    sentAt: clock.shownFor(sentAt),
    stoppedAt: onSiteClock(stoppedAt),
    pausedUntil: state === 'paused' ? onSiteClock(pausedUntil) : null,
  }
}

/** Newest first. */
export async function listMailings({ db, clock }: Pick<Deps, 'db' | 'clock'>, before?: string) {
  const cursor = db
    .select({ sentAt: mailings.sentAt, id: mailings.id })
    .from(mailings)
    .where(eq(mailings.id, before ?? ''))
  const rows = await selectMailings(db, {})
    .where(before === undefined ? undefined : sql`(${mailings.sentAt}, ${mailings.id}) < (${cursor})`)
    .orderBy(desc(mailings.sentAt), desc(mailings.id))
    .limit(perPage + 1)
  const serialized = rows.slice(0, perPage).map((row) => serializeMailing(row, clock))
  return { mailings: serialized, next: rows.length > perPage ? (serialized.at(-1)?.id ?? null) : null }
}

export async function findMailing({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string) {
  const [found] = await selectMailings(db, { body: mailings.body }).where(eq(mailings.id, id))
  const files = (await filesOf(db, id)).map(({ id: fileId, name }) => ({ id: fileId, name }))
  return { ...serializeMailing(mustExist(found), clock), files }
}

/** What was sent to one member, newest first, with the outcome of each. */
export async function emailsToMember({ db, clock }: Pick<Deps, 'db' | 'clock'>, memberId: string) {
  const [found] = await db.select({ email: users.email }).from(users).where(eq(users.id, memberId))
  const { email } = mustExist(found, 'user-not-found')
  const mailed = (await mailingsTo(db, memberId)).map(({ subject, at, outcome, outcomeAt, stopped }) => ({
    subject,
    at: outcomeAt ?? at,
    outcome: outcome ?? (stopped ? ('stopped' as const) : ('waiting' as const)),
  }))
  const queued = (email === null ? [] : await waitingTo(db, email)).map(({ subject, at, failedAt }) => ({
    subject,
    at: failedAt ?? at,
    outcome: failedAt === null ? ('waiting' as const) : ('failed' as const),
  }))
  const newest = [...mailed, ...queued].toSorted((one, other) => other.at - one.at).slice(0, perPage)
  return { emails: newest.map((one) => ({ ...one, at: clock.shownFor(one.at) })) }
}
