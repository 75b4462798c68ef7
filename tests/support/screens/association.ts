import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import {
  administrators,
  duesPayments,
  emails,
  mailings,
  nominees,
  privacyRequests,
  statementLines,
  users,
  viewers,
} from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { ensureFrozen } from '#server/elections/roll/freeze.ts'
import { nextReceipt, writePaidUntil } from '#server/members/dues/queries.ts'
import { linkSections } from '#shared/content/defaults.ts'
import { services, type Region } from '#shared/members/enums.ts'
import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import {
  aNominee,
  changeElection,
  choicesFrom,
  countNow,
  theElection,
  votingCloses,
  votingOpens,
  type Slate,
} from '#tests/support/election.ts'
import {
  aDocument,
  aDuesPlan,
  aLeader,
  aLink,
  aMember,
  anAdmin,
  anApplicant,
  anObserver,
  confirmAccounts,
  aText,
  aLinkedVideo,
  aVideo,
  documentsOf,
  saveSettings,
  storeFile,
  type Someone,
} from '#tests/support/factories.ts'
import { testSite, type TestSite } from '#tests/support/site.ts'
import { sendBallot, signedInPeople } from '#tests/support/voters.ts'
import type { Watcher } from './screen.ts'

/** The moments of an association at which its screens are looked at. */
export const moments = ['nomination', 'voting', 'after'] as const
export type Moment = (typeof moments)[number]

const hour = 60 * 60_000
const timeOf: Record<Moment, number> = {
  nomination: Date.parse('2025-03-10T09:00:00+08:00'),
  voting: votingOpens + 9 * hour,
  after: votingCloses + hour,
}

export interface Association {
  site: TestSite
  people: Record<Exclude<Watcher, 'visitor'>, Someone>
  election: string
  stop(): Promise<void>
}

const regions: Region[] = ['NCR', 'Luzon', 'Visayas', 'Mindanao']

/** An association with long names and full lists, at one moment of its election. */
export async function association(moment: Moment): Promise<Association> {
  const time = { now: moment === 'nomination' ? timeOf.nomination : timeOf.voting }
  const site = await testSite({ clock: { now: () => time.now } })
  const { deps } = site
  const election = await theElection(deps)
  const people = await seedPeople(deps, election)
  await seedContent(deps)
  await seedDesk(deps, people.member, people.admin)
  const slate = await seedSlate(deps, moment)
  if (moment === 'nomination') await changeElection(deps, { candidacyFiling: true })
  else await seedVotes(site, election, slate)
  if (moment === 'after') {
    time.now = timeOf.after
    await untilCounted(deps)
    await seedDues(deps, people)
  }
  return { site, people, election, stop: () => site.stop() }
}

const accepted = { state: 'accepted', receiptYear: 2025, credit: 0 } as const

/** One account with a picture; one payment in each state. */
async function seedDues(deps: Deps, { member, admin }: Association['people']): Promise<void> {
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#0b1f3a' } })
    .png()
    .toBuffer()
  const { id: qr } = await storeFile(deps, { bucket: 'media', mime: 'image/png', bytes })
  const proof = await storeFile(deps, { bucket: 'dues_proofs', mime: 'image/png', bytes, ownerId: member.id })
  const accounts = [
    { name: 'GCash', number: '0917 123 4567', holder: 'Lourdes Santos', qr },
    { name: 'Land Bank of the Philippines, Camp Aguinaldo branch', number: '1234-5678-90', holder: '', qr: '' },
  ]
  const rates = [{ from: '2024-01-01', centavos: 500_00 }]
  await saveSettings(deps, { dues: aDuesPlan({ rates, firstPeriodCovered: false, accounts }) })
  const sent = { memberId: member.id, sentBy: member.id, centavos: 500_00, paidOn: '2025-03-20', way: 'GCash' }
  const decided = { decidedBy: admin.id, decidedAt: timeOf.voting }
  await deps.db.insert(duesPayments).values([
    {
      ...sent,
      reference: '9001234567890',
      ...decided,
      ...accepted,
      receiptNumber: await nextReceipt(deps.db, 2025),
      paidUntil: '2024-12-31',
    },
    {
      ...sent,
      reference: '9001234567891',
      ...decided,
      state: 'asked again',
      reason: `The picture is too dark. ${long.words}`,
    },
    { ...sent, reference: '9001234567892', ...decided, state: 'refused', reason: 'This payment is of another member.' },
    { ...sent, reference: '9001234567893', proofPath: proof.path },
  ])
  await writePaidUntil(deps.db, member.id, '2024-12-31')
  await seedBooks(deps, admin)
}

const aLine = (text: string, changes: Partial<typeof statementLines.$inferInsert> = {}) => ({
  id: randomUUID(),
  account: 'GCash',
  day: '2025-03-28',
  centavos: 500_00,
  text,
  mentions: [],
  sha256: createHash('sha256').update(text).digest('hex'),
  ...changes,
})

/** Receipts of three months, the last of them of today and one void; and a line of a statement in each state. */
async function seedBooks(deps: Deps, admin: Someone): Promise<void> {
  const now = deps.clock.now()
  const matched = aLine('Received, less than was asked for', { centavos: 400_00 })
  await deps.db
    .insert(statementLines)
    .values([
      matched,
      aLine('CASH DEPOSIT', { centavos: 10_300_00, setAside: 'Our own cash, taken to the bank.' }),
      aLine('Of a proof that waits', { mentions: ['9001234567893'] }),
      aLine('Of one that was asked for again', { mentions: ['9001234567891'] }),
      aLine('Of one that was refused', { mentions: ['9001234567892'] }),
      aLine('Of another amount', { mentions: ['8001234567802'], centavos: 400_00 }),
      aLine('Come twice', { mentions: ['8001234567801'] }),
      aLine('May be one', { centavos: 650_00 }),
      aLine(`INSTAPAY CR. ${long.words}`, { centavos: 123_45 }),
    ])
  for (let n = 0; n < 12; n++) {
    const payer = await aMember(deps, { lastName: `PAYER ${n}`, region: regions[n % 4] ?? 'NCR' })
    const isCash = n % 3 === 0
    const isWrong = n === 10
    const payment = {
      id: randomUUID(),
      memberId: payer.id,
      centavos: isWrong ? 5000_00 : n === 5 ? 650_00 : 500_00,
      paidOn: '2025-03-26',
      way: isCash ? 'cash' : 'GCash',
      reference: isCash ? null : `80012345678${String(n).padStart(2, '0')}`,
      lineId: n === 1 ? matched.id : null,
      sentBy: admin.id,
      decidedBy: admin.id,
      decidedAt: n < 8 ? now - (8 - n) * 240 * hour : now - (12 - n) * 60_000,
      ...accepted,
      receiptNumber: await nextReceipt(deps.db, 2025),
      paidUntil: '2025-12-31',
    }
    await deps.db.insert(duesPayments).values(payment)
    if (isWrong)
      await deps.db.insert(duesPayments).values({
        ...payment,
        id: randomUUID(),
        kind: 'void',
        voids: payment.id,
        centavos: -payment.centavos,
        reference: null,
        reason: 'The amount was typed wrongly.',
        receiptNumber: await nextReceipt(deps.db, 2025),
        paidUntil: '2024-12-31',
      })
    else await writePaidUntil(deps.db, payer.id, payment.paidUntil)
  }
}

async function seedPeople(deps: Deps, election: string): Promise<Association['people']> {
  const { words: _, ...everything } = long
  const member = await aMember(
    deps,
    {
      ...everything,
      rank: 'LTC',
      region: 'Mindanao',
      rruChecked: true,
      personnelAddress: long.unitAddress,
      height: '170 cm',
      weight: '70 kg',
      philhealthNumber: '19-123456789-0',
      contactPersonFirstName: long.firstName,
      contactPersonLastName: long.lastName,
      contactPersonNumber: '09181234567',
      contactPersonEmail: long.email,
      contactPersonRelationship: 'Spouse',
      privacyNoticeVersion: '2026-11',
      privacyNoticeAcceptedAt: Date.parse('2025-01-02T03:04:05Z'),
      healthConsentAt: Date.parse('2025-01-02T03:04:05Z'),
      emailRefusedAt: Date.parse('2025-01-02T03:04:05Z'),
    },
    'tatlong bituin at isang araw',
  )
  await documentsOf(deps, member, await pictures())
  const admin = await anAdmin(deps, { firstName: 'PILAR', lastName: long.lastName, email: `admin.${long.email}` })
  const lourdes = { firstName: 'LOURDES', lastName: 'Ramos', email: 'lourdes.ramos@example.org' }
  await anAdmin(deps, lourdes, 'long admin password', { jobs: ['content', 'elections'] })
  const invited = { firstName: 'Benjamin', lastName: long.lastName, email: `benjamin.${long.email}` }
  const { id: invitedId } = await anAdmin(deps, invited, 'long admin password', { jobs: ['membership'] })
  await deps.db.update(users).set({ ownPassword: false }).where(eq(users.id, invitedId))
  await deps.db.update(administrators).set({ invitedBy: admin.id }).where(eq(administrators.userId, invitedId))
  await confirmAccounts(deps)
  await confirmAccounts(deps)
  return {
    member,
    admin,
    newcomer: await aMember(deps, { firstName: 'PEDRO', lastName: 'PENDUKO', unitAssignment: null, bloodType: null }),
    observer: await anObserver(deps, election, admin, { firstName: 'LIZA', lastName: long.lastName }),
  }
}

const aPortrait = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: '#55663b' } })
    .jpeg()
    .toBuffer()

async function pictures(): Promise<Record<MemberFileKind, Buffer>> {
  const portrait = await aPortrait()
  const each = memberFileKinds.map((kind) => [kind, portrait] as const)
  return Object.fromEntries(each) as Record<MemberFileKind, Buffer>
}

async function seedContent(deps: Deps): Promise<void> {
  for (const section of linkSections) {
    await aLink(deps, { section, title: long.words })
    await aLink(deps, { section, title: 'Annual training guidance' })
  }
  await aDocument(deps, { section: 'Legalities', title: `By-laws, as amended. ${long.words}` })
  const text = `${long.words}.\n\n${long.unitAddress}\n${long.email.repeat(3)}\n\nBring your ID card.\n\nhttps://youtu.be/dQw4w9WgXcQ`
  const event = { startsAt: Date.parse('2025-04-05T08:00:00+08:00'), place: long.unitAddress }
  await aText(deps, { section: 'Events', title: `Muster. ${long.words}`, text, picture: await aPortrait(), ...event })
  await aText(deps, { section: 'Legalities', title: 'Resolution 7', text })
  const position = 'Trustee, Technical and Administrative Service, and Chairperson of the Committee on Elections'
  await aLeader(deps, { name: 'Maria Concepcion Asuncion Villanueva-Macapagal dela Cruz III', rank: 'BGEN', position })
  await aLeader(deps)
  await aLeader(deps, { group: 'Officers', name: 'Gloria P. Nuñez', position: 'Secretary General' })
  const frame = await aPortrait()
  await aVideo(deps, { title: long.words, pictures: [frame, frame] })
  await aLinkedVideo(deps)
  await aVideo(deps, { page: 'about', title: 'Who we are', pictures: [frame, frame] })
  await saveSettings(deps, {
    socialPages: 'https://www.facebook.example/associationofreservistsandretireesofthephilippines',
    contactEmail: long.email,
    contactPhone: '09171234567',
    walletName: 'Maria Concepcion V. dela Cruz',
    walletAccount: '09171234567',
  })
}

/** What waits for an administrator: applicants, requests, emails that came back. */
async function seedDesk(deps: Deps, member: Someone, admin: Someone): Promise<void> {
  const { words: _, email, ...everything } = long
  for (let n = 0; n < 3; n++) {
    const applicant = await anApplicant(deps, { ...everything, email: `${n}.${email}`, paymentReference: '9041228771' })
    if (n < 2) await documentsOf(deps, applicant, await pictures())
  }
  const now = deps.clock.now()
  const day = 24 * hour
  await deps.db.insert(privacyRequests).values([
    { memberId: member.id, kind: 'correction', details: `${long.words}. `.repeat(3), dueAt: now - 3 * day },
    { memberId: (await aMember(deps)).id, kind: 'erasure', dueAt: now + 2 * day },
    { memberId: member.id, kind: 'change', field: 'email', value: `new.${email}`, dueAt: now + 9 * day },
  ])
  await deps.db.insert(viewers).values({ userId: member.id, addedBy: admin.id })
  await confirmAccounts(deps)
  await deps.db.insert(emails).values({
    to: email,
    kind: 'approval',
    subject: long.words,
    body: 'Welcome.',
    attempts: 12,
    failedAt: now - day,
    lastError: `550 5.1.1 <${email}>: Recipient address rejected: User unknown in virtual mailbox table`,
  })
  await signedInPeople({ pool: deps.pool, siteKey: deps.siteKey }, 60)
  await seedMailings(deps, admin)
}

export const mailingUnderWay = '00000000-0000-4000-8000-00000000e001'

/** By their counts alone: an email that nobody is left to be sent stays as it is. */
async function seedMailings(deps: Deps, admin: Someone): Promise<void> {
  const body = `Good day,\n\n${long.words}. https://www.example.org/${long.email.repeat(2)}\n\n${long.unitAddress}`
  const written = {
    subject: long.words,
    body,
    sentBy: admin.id,
    audience: `Navy, Luzon, unit “${long.unitAssignment}”`,
  }
  const counts = { recipients: 10_000, sent: 6123, refused: 41, failed: 2, leftOut: 7, unsure: 1234 }
  const [at, later] = [Date.parse('2026-05-03T04:00:00Z'), Date.parse('2026-05-04T04:00:00Z')]
  const paused = { pausedUntil: Date.now() + 24 * hour, pauses: 3, lastError: 'refuses everybody (EENVELOPE 550)' }
  await deps.db.insert(mailings).values([
    { ...written, ...counts, ...paused, id: mailingUnderWay, sentAt: later },
    {
      ...written,
      ...counts,
      id: mailingUnderWay.replace(/1$/, '2'),
      sentAt: at,
      stoppedAt: later,
      stoppedBy: admin.id,
    },
    {
      ...written,
      id: mailingUnderWay.replace(/1$/, '3'),
      sentAt: at,
      subject: 'Muster',
      audience: '',
      recipients: 9,
      sent: 9,
    },
  ])
}

/** Three of each service, one of each with a long name; while nominations are open, some are not approved yet. */
async function seedSlate(deps: Deps, moment: Moment): Promise<Slate> {
  const slate: Slate = { PA: [], PN: [], PAF: [], TAS: [] }
  for (const [place, ms] of services.entries())
    for (let n = 0; n < (ms === 'PA' ? 5 : 3); n++) {
      const name =
        n === 0 ? { ...long, email: `${ms.toLowerCase()}.${long.email}` } : { firstName: ms, lastName: `NOMINEE ${n}` }
      const { words: _, ...given } = { words: '', ...name }
      slate[ms].push(await aNominee(deps, { ...given, ms, rank: 'LTC', region: regions[place] ?? 'NCR' }))
    }
  const pending = slate.PA.at(-1)
  if (moment === 'nomination' && pending)
    await deps.db.update(nominees).set({ status: 'pending' }).where(eq(nominees.id, pending))
  return slate
}

/** Forty ballots, and a tie between the first two of the Navy. */
async function seedVotes({ deps, url }: TestSite, election: string, slate: Slate): Promise<void> {
  await deps.db.update(users).set({ approvedAt: votingOpens - 365 * 24 * hour })
  await confirmAccounts(deps)
  const voters = await signedInPeople({ pool: deps.pool, siteKey: deps.siteKey }, 40, { withEmail: false })
  deps.elections.invalidate()
  const opening = await deps.elections.byId(election)
  if (opening) await ensureFrozen(deps, opening)
  await Promise.all(
    voters.map((voter, n) => {
      const choices = choicesFrom(slate, n % 3).map((chosen, place) =>
        place === 4 ? (slate.PN[n % 2] ?? null) : chosen,
      )
      return sendBallot(url, voter, election, { choices })
    }),
  )
}

/** Until the site's own jobs have counted everything and removed the traces. */
async function untilCounted(deps: Deps): Promise<void> {
  for (let looks = 0; looks < 300; looks++) {
    await countNow(deps)
    deps.elections.invalidate()
    if ((await deps.elections.current())?.tracesPurgedAt) return
    await wait(100)
  }
  throw new Error('the ballots were not counted')
}

/** Longer than any name, unit or address a designer would think of, and all of them allowed. */
export const long = {
  firstName: 'MARIA CONCEPCION ASUNCION',
  middleName: 'EVANGELISTA-BUENAVENTURA',
  lastName: 'VILLANUEVA-MACAPAGAL DELA CRUZ',
  suffix: 'III',
  email: 'maria.concepcion.asuncion.villanueva-macapagal@mail.example.org',
  unitAssignment: '1302ND READY RESERVE INFANTRY BATTALION, 13TH REGIONAL COMMUNITY DEFENSE GROUP, CALABARZON',
  unitAddress: 'Camp General Macario Sakay, Barangay Bagong Kalsada-Pansol, Los Baños, Laguna 4030',
  words: 'Memorandum Circular 2025-017: revised guidelines on annual active duty training for ready reservists',
} as const
