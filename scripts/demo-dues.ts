import { asc, eq, sql } from 'drizzle-orm'
import qrcode from 'qrcode'
import { inTransaction } from '#server/db/database.ts'
import { duesExemptions, duesPayments, settings, uploads, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { nextReceipt, writePaidUntil } from '#server/members/dues/queries.ts'
import { storeBytes } from '#server/storage/uploads.ts'
import { evaluateLedger, type LedgerEntry } from '#shared/members/dues/dues.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { dayInManila, manila, addDays } from '#shared/time.ts'
import { demoAdministrator } from './demo-administrator.ts'
import { memberCount, withdrawn } from './demo-people.ts'
import { receipt } from './demo-pictures.ts'

const yearly = 500_00

/** Those of 2022 have paid, or not: members in every standing. Those of 2025 are covered by their registration fee. */
const paidOnlyOnce = [1, 6, 9]
const neverPaid = [3]
const founders = [14, 24]
/** They have sent a proof, which waits for the treasurer. */
const waiting = [1, 9, 19, 29]

export async function fillDemoDues(deps: Deps): Promise<void> {
  const admin = await demoAdministrator(deps)
  const plan: DuesPlan = {
    rates: [{ from: '2024-01-01', centavos: yearly }],
    yearStarts: '01-01',
    graceDays: 90,
    firstPeriodCovered: true,
    exemptStatuses: ['Civilian Human Resource (CHR)'],
    accounts: [
      {
        name: 'GCash',
        number: '0917 555 0199',
        holder: 'Ricardo Torres, treasurer',
        qr: await kept(deps, admin.id, 'media', await qrcode.toBuffer('0917 555 0199')),
      },
      { name: 'Land Bank', number: '1234-5678-90', holder: 'Reservists Association', qr: '' },
    ],
  }
  const members = await deps.db
    .select({ id: users.id, idNumber: users.idNumber, joinedAt: users.approvedAt })
    .from(users)
    .where(sql`${users.idNumber} is not null`)
    .orderBy(asc(users.idNumber))
    .limit(memberCount)
  const numbered = members.map(({ id, joinedAt }, n) => ({ id, number: n + 1, joined: dayInManila(joinedAt ?? 0) }))
  const payers = numbered.filter(
    ({ number, joined }) => joined < '2024' && number !== withdrawn && !neverPaid.includes(number % 10),
  )
  const payments = [2024, 2025]
    .flatMap((year) =>
      payers
        .filter(({ number }) => year === 2024 || !paidOnlyOnce.includes(number % 10))
        // From January to the middle of March, in the order of nobody's number.
        .map((member) => ({ member, day: addDays(`${year}-01-05`, (member.number * 37) % 70) })),
    )
    .toSorted((a, b) => a.day.localeCompare(b.day))
  await inTransaction(deps, async (tx) => {
    const ledgers = new Map<string, LedgerEntry[]>()
    for (const { member, day } of payments) {
      const id = crypto.randomUUID()
      const ledger = [
        ...(ledgers.get(member.id) ?? []),
        { kind: 'payment', id, day, centavos: yearly, settled: null } as const,
      ]
      ledgers.set(member.id, ledger)
      const settled = evaluateLedger(plan, member.joined, ledger)
      const receiptYear = Number(day.slice(0, 4))
      const at = manila(day, '10:00')
      await tx.insert(duesPayments).values({
        id,
        memberId: member.id,
        centavos: yearly,
        paidOn: day,
        way: member.number % 3 === 0 ? 'cash' : 'GCash',
        reference: member.number % 3 === 0 ? null : `${receiptYear}${8_000_000 + member.number}`,
        state: 'accepted',
        receiptYear,
        receiptNumber: await nextReceipt(tx, receiptYear),
        ...settled,
        sentBy: admin.id,
        decidedBy: admin.id,
        decidedAt: at,
        createdAt: at,
      })
      await writePaidUntil(tx, member.id, settled.paidUntil)
    }
    for (const { id } of numbered.filter(({ number }) => founders.includes(number)))
      await tx
        .insert(duesExemptions)
        .values({ memberId: id, reason: 'Founding member', givenBy: admin.id, givenAt: manila('2024-01-02') })
  })
  for (const { id, number } of numbered.filter((one) => waiting.includes(one.number))) await sendProof(deps, id, number)
  await deps.db.update(settings).set({ value: { ...(await deps.settings()), dues: plan } })
}

async function sendProof(deps: Deps, memberId: string, number: number): Promise<void> {
  const now = deps.clock.now()
  const reference = `2025${9_000_000 + number}`
  const proof = await kept(
    deps,
    memberId,
    'dues_proofs',
    await receipt(reference, `Member ${number}`, [500, 'Dues 2025']),
  )
  await deps.db.insert(duesPayments).values({
    memberId,
    centavos: yearly,
    paidOn: dayInManila(now),
    way: 'GCash',
    reference,
    proofPath: sql`(select path from uploads where id = ${proof})`,
    sentBy: memberId,
    createdAt: now - number * 60_000,
  })
}

async function kept(deps: Deps, ownerId: string, bucket: 'media' | 'dues_proofs', bytes: Buffer): Promise<string> {
  const mime = bucket === 'media' ? 'image/png' : 'image/jpeg'
  const { id } = await storeBytes(deps, bytes, { bucket, ownerId, originalName: 'demo', mime })
  await deps.db.update(uploads).set({ claimedAt: deps.clock.now() }).where(eq(uploads.id, id))
  return id
}
