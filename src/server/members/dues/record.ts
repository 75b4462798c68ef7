import { and, arrayContains, eq, ne, not, sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import { duesExemptions, duesPayments, statementLines } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { isOneAddress } from '#server/email/address.ts'
import { queueEmail, type EmailText } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { spendChangeFile, spendRequest } from '#server/members/member-limits.ts'
import { claimUpload, ownPicture, receiveMemberPicture, releasePaths, removeFiles } from '#server/storage/uploads.ts'
import type { AuditAction, AuditDetail } from '#shared/audit/actions.ts'
import { AppError, mustExist, refuseIf } from '#shared/errors.ts'
import { evaluateLedger, missingPart, whyNotPaidOn, whyUnusual, type LedgerEntry } from '#shared/members/dues/dues.ts'
import { cash } from '#shared/members/dues/plan.ts'
import { mostWaiting, type Decision, type EnterPayment, type SendPayment } from '#shared/members/dues/schemas.ts'
import { showPesos } from '#shared/pesos.ts'
import { errorText } from '#shared/text.ts'
import { dayInManila, type Instant, type PlainDate } from '#shared/time.ts'
import {
  acceptedColumns,
  entryColumns,
  findPayers,
  lockPayer,
  matchLines,
  nextReceipt,
  readLedger,
  seenBeforeSql,
  writePaidUntil,
  type LockedPayer,
} from './queries.ts'
import { creditSql, duesPlan } from './standing.ts'
import { notAcceptedEmail, receiptEmail, voidEmail } from './text.ts'

type RecordDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'config' | 'storage' | 'log'>

/** A proof is uploaded before its payment is sent. Until then no ledger has it, and an unclaimed proof is swept. */
export async function receiveProof(
  deps: Deps,
  member: Person,
  sent: { stream: AsyncIterable<Uint8Array>; signal: AbortSignal },
): Promise<{ id: string }> {
  await spendChangeFile(deps, member)
  const rules = { ...ownPicture('paymentProof'), bucket: 'dues_proofs' as const }
  const { id } = await receiveMemberPicture(deps, { ...sent, ...rules, ownerId: member.id, lane: member.id })
  return { id }
}

/** A member sends a payment. If another proof is asked for, it keeps its id. The same payment sent twice is one row. */
export async function sendPayment(
  deps: RecordDeps & Pick<Deps, 'pool' | 'siteKey'>,
  member: Person,
  sent: SendPayment,
): Promise<{ id: string }> {
  const plan = await duesPlan(deps)
  refuseField('paidOn', whyNotPaidOn(sent.paidOn, today(deps)))
  if (!plan.accounts.some(({ name }) => name === sent.way)) refuseField('way', 'Please choose where you paid')
  await spendRequest(deps, member)
  const { id, proof, ...fields } = sent
  const released = await inTransaction(deps, async (tx) => {
    mustExist(await lockPayer(tx, member.id))
    const [before] = await tx
      .select({ memberId: duesPayments.memberId, state: duesPayments.state, proofPath: duesPayments.proofPath })
      .from(duesPayments)
      .where(eq(duesPayments.id, id))
    if (before && before.memberId !== member.id) throw new AppError('not-found')
    if (before && before.state !== 'asked again') return []
    // Another member may have the same reference: one transfer for two, or a typing error. The desk sees it.
    const same = and(
      eq(duesPayments.reference, fields.reference),
      ne(duesPayments.id, id),
      ne(duesPayments.state, 'refused'),
    )
    if ((await tx.$count(duesPayments, and(same, eq(duesPayments.memberId, member.id), not(duesPayments.voided)))) > 0)
      throw new AppError('dues-reference-seen', { fields: { reference: errorText['dues-reference-seen'] } })
    const { path } = await claimUpload(tx, { uploadId: proof, ownerId: member.id, bucket: 'dues_proofs' })
    if (!before) {
      const waiting = and(eq(duesPayments.memberId, member.id), eq(duesPayments.state, 'waiting'))
      if ((await tx.$count(duesPayments, waiting)) >= mostWaiting) throw new AppError('dues-too-many-waiting')
      await tx
        .insert(duesPayments)
        .values({ id, ...fields, memberId: member.id, sentBy: member.id, proofPath: path, createdAt: deps.clock.now() })
      return []
    }
    await tx
      .update(duesPayments)
      .set({ ...fields, proofPath: path, state: 'waiting', reason: null, decidedBy: null, decidedAt: null })
      .where(eq(duesPayments.id, id))
    return releasePaths(tx, before.proofPath)
  })
  await removeFiles(deps, released)
  return { id }
}

/** An administrator enters a payment they took in. */
export async function enterPayment(deps: RecordDeps, admin: Person, form: EnterPayment) {
  const plan = await duesPlan(deps)
  refuseField('paidOn', whyNotPaidOn(form.paidOn, today(deps)))
  if (form.way !== cash && !plan.accounts.some(({ name }) => name === form.way))
    refuseField('way', 'Please choose how it was paid')
  const context = await decisionContext(deps, admin)
  return inTransaction(deps, async (tx) => {
    mustExist(await lockPayer(tx, form.memberId), 'user-not-found')
    const { confirmed, reason, ...fields } = form
    const row = { ...fields, reference: form.reference || null, sentBy: admin.id, createdAt: deps.clock.now() }
    const added = await tx.insert(duesPayments).values(row).onConflictDoNothing({ target: duesPayments.id })
    const locked = await lockPayment(tx, form.id)
    if (added.rowCount === 1)
      return acceptPayment(tx, context, locked, { confirmed, reason, action: 'dues payment entered' })
    // A retry, because the response to the first request was lost: return the same result.
    const { memberId, centavos, receipt, paidUntil } = locked.payment
    if (memberId !== form.memberId || centavos !== form.centavos || !receipt || !paidUntil)
      throw new AppError('not-found')
    const reached = evaluateLedger(plan, locked.member.joined, await readLedger(tx, memberId))
    return { id: form.id, receipt, paidUntil, missing: missingPart(plan, reached, today(deps)) }
  }).catch(refuseKnownReference)
}

/** Decides on a waiting payment. A second administrator is refused, because it is decided already. */
export async function decidePayment(deps: RecordDeps, admin: Person, id: string, decision: Decision) {
  const context = await decisionContext(deps, admin)
  return inTransaction(deps, async (tx) => {
    const locked = await lockPayment(tx, id)
    const { centavos, state: before } = locked.payment
    if (before !== 'waiting') throw new AppError('dues-decided')
    if (decision.decision === 'accept')
      return acceptPayment(tx, context, locked, { ...decision, action: 'dues payment accepted' })
    const { reason } = decision
    const state = decision.decision === 'refuse' ? 'refused' : 'asked again'
    await tx
      .update(duesPayments)
      .set({ state, reason, decidedBy: admin.id, decidedAt: context.now })
      .where(eq(duesPayments.id, id))
    await email(tx, locked.member, notAcceptedEmail({ ...context.text, ...locked.member, ...decision, centavos }))
    await log(tx, context, locked.member, `dues payment ${state}`, { amount: showPesos(centavos) })
    return { id }
  }).catch(refuseKnownReference)
}

/** Read before the transaction begins. */
async function decisionContext(deps: RecordDeps, admin: Person) {
  const { shortName } = await deps.settings()
  const text = { shortName, site: deps.config.publicUrl }
  return { plan: await duesPlan(deps), text, admin, now: deps.clock.now() }
}

type Context = Awaited<ReturnType<typeof decisionContext>>
type LockedPayment = Awaited<ReturnType<typeof lockPayment>>
type Confirmation = Pick<EnterPayment, 'confirmed' | 'reason'>

/** Adds the payment to the ledger, with the next receipt number. */
async function acceptPayment(
  tx: Queryable,
  context: Context,
  { member, payment }: LockedPayment,
  { action, ...confirmation }: { action: AuditAction } & Confirmation,
) {
  const { id, centavos, paidOn: day, reference } = payment
  const reason = await refuseUnusual(tx, context, payment, confirmation)
  const settled = await recalculateLedger(tx, context, member, { kind: 'payment', id, day, centavos, settled: null })
  const [row] = await tx
    .update(duesPayments)
    .set({ ...settled, reason })
    .where(eq(duesPayments.id, id))
    .returning(acceptedColumns)
  const accepted = mustExist(row)
  if (reference) await matchLines(tx, arrayContains(statementLines.mentions, [reference]))
  const missing = missingPart(context.plan, settled, dayInManila(context.now))
  await email(tx, member, receiptEmail({ ...context.text, ...member, ...accepted, centavos, missing }))
  await log(tx, context, member, action, { receipt: accepted.receipt, amount: showPesos(centavos) })
  return { ...accepted, missing }
}

/** Refuses an unusual payment until it is confirmed; one whose reference has a receipt needs a reason. Returns it. */
async function refuseUnusual(
  tx: Queryable,
  { plan, now }: Context,
  { memberId, ...payment }: LockedPayment['payment'],
  { confirmed = false, reason = '' }: Confirmation,
): Promise<string | null> {
  const payer = mustExist((await findPayers(tx, plan, dayInManila(now), [memberId]))[0])
  const unusual = whyUnusual(payer, payment, dayInManila(now))
  const isShared = unusual === 'dues-reference-receipted'
  if (isShared ? reason === '' : !confirmed) refuseIf(unusual)
  return isShared ? reason : null
}

function log(tx: Queryable, context: Context, { id: subject }: LockedPayer, action: AuditAction, detail: AuditDetail) {
  return appendAudit(tx, context.now, { actor: context.admin.id, action, subject, detail })
}

/** Voids an accepted payment by a new entry with a receipt number of its own. */
export async function voidPayment(deps: RecordDeps, admin: Person, id: string, reason: string) {
  const context = await decisionContext(deps, admin)
  return inTransaction(deps, async (tx) => {
    const { member, payment } = await lockPayment(tx, id)
    const { memberId, centavos, way, kind, state, receipt: voided } = payment
    if (kind !== 'payment' || state !== 'accepted' || payment.voided || !voided) throw new AppError('dues-not-voidable')
    const settled = await recalculateLedger(tx, context, member, { kind: 'void', voids: id })
    const by = { memberId, way, reason, sentBy: admin.id, createdAt: context.now, paidOn: dayInManila(context.now) }
    const [row] = await tx
      .insert(duesPayments)
      .values({ ...settled, ...by, kind: 'void', voids: id, centavos: -centavos })
      .returning(acceptedColumns)
    const entry = mustExist(row)
    await email(tx, member, voidEmail({ ...context.text, ...member, ...entry, voided, reason }))
    await log(tx, context, member, 'dues payment voided', {
      receipt: entry.receipt,
      voided,
      amount: showPesos(centavos),
    })
    return entry
  })
}

/** Exempts one member by name, who pays nothing until it ends. The log records that it was given, but not why. */
export async function setExemption(deps: RecordDeps, admin: Person, memberId: string, reason: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    mustExist(await lockPayer(tx, memberId), 'user-not-found')
    const exemption = { reason, givenBy: admin.id, givenAt: deps.clock.now() }
    await tx
      .insert(duesExemptions)
      .values({ memberId, ...exemption })
      .onConflictDoUpdate({ target: duesExemptions.memberId, set: exemption })
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'dues exemption given', subject: memberId })
  })
}

/** Ending it twice is logged once. */
export async function endExemption(deps: RecordDeps, admin: Person, memberId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const ended = await tx.delete(duesExemptions).where(eq(duesExemptions.memberId, memberId))
    if (ended.rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'dues exemption ended', subject: memberId })
  })
}

/**
 * Imports until when members had paid before the site kept their ledger, in the transaction of the import. It opens a
 * new ledger with any date, but can only extend an existing one. The caller checks that the association has dues.
 */
export async function importPaidUntil(
  tx: Queryable,
  admin: Pick<Person, 'id'>,
  now: Instant,
  members: readonly { id: string; paidUntil: PlainDate }[],
): Promise<void> {
  if (members.length === 0) return
  await tx.execute(sql`
    with imported as (
      select u.id, s.paid_until, ${sql.raw(creditSql('u'))} as credit
      from unnest(${sql.param(members.map(({ id }) => id))}::uuid[], ${sql.param(members.map(({ paidUntil }) => paidUntil))}::date[]) as s(id, paid_until)
      join users u on u.id = s.id and (u.dues_paid_until is null or u.dues_paid_until < s.paid_until)),
    written as (
      insert into dues_payments (member_id, kind, centavos, paid_on, way, state, paid_until, credit, sent_by, decided_by, decided_at, created_at)
      select id, 'brought forward', 0, ${dayInManila(now)}::date, 'import', 'accepted', paid_until, credit,
        ${admin.id}::uuid, ${admin.id}::uuid, ${new Date(now).toISOString()}::timestamptz, ${new Date(now).toISOString()}::timestamptz
      from imported returning member_id, paid_until)
    update users set dues_paid_until = written.paid_until from written where users.id = written.member_id`)
}

const today = ({ clock }: Pick<Deps, 'clock'>) => dayInManila(clock.now())

function refuseField(name: string, why: string | null): void {
  if (why) throw new AppError('invalid-input', { fields: { [name]: why } })
}

/** Writes the result of the ledger with this last entry to the member's record. Returns the columns for the entry. */
async function recalculateLedger(
  tx: Queryable,
  { plan, now, admin }: Context,
  member: LockedPayer,
  entry: LedgerEntry,
) {
  const ledger = [...(await readLedger(tx, member.id)), entry]
  const reached = evaluateLedger(plan, member.joined, ledger)
  const voided = new Set(ledger.map((one) => (one.kind === 'void' ? one.voids : null)))
  const isEmpty = ledger.every((one) => one.kind === 'void' || voided.has(one.id))
  await writePaidUntil(tx, member.id, isEmpty ? null : reached.paidUntil)
  const receiptYear = Number(dayInManila(now).slice(0, 4))
  const number = { receiptYear, receiptNumber: await nextReceipt(tx, receiptYear) }
  return { ...reached, ...number, state: 'accepted' as const, decidedBy: admin.id, decidedAt: now }
}

/** Locks the member first, as every transaction does, so that two transactions cannot deadlock. */
async function lockPayment(tx: Queryable, id: string) {
  const which = eq(duesPayments.id, id)
  const [found] = await tx.select({ memberId: duesPayments.memberId }).from(duesPayments).where(which)
  const member = mustExist(await lockPayer(tx, mustExist(found).memberId))
  const columns = { ...entryColumns, memberId: duesPayments.memberId, seenBefore: seenBeforeSql }
  const [payment] = await tx.select(columns).from(duesPayments).where(which)
  return { member, payment: mustExist(payment) }
}

function refuseKnownReference(error: unknown): never {
  if (violated(error) === 'dues_payments_reference_once') throw new AppError('dues-reference-receipted')
  throw error
}

async function email(tx: Queryable, { email: to }: LockedPayer, text: EmailText): Promise<void> {
  if (to !== null && isOneAddress(to)) await queueEmail(tx, { to, ...text })
}
