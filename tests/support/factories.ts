import { randomUUID, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { hash } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import sharp from 'sharp'
import { hashPassword, sealHash } from '#server/accounts/passwords.ts'
import { writePassword } from '#server/accounts/queries.ts'
import { appendAudits } from '#server/audit/audit.ts'
import { runningClock } from '#server/clock.ts'
import { inTransaction, type Database } from '#server/db/database.ts'
import {
  passwords,
  administrators,
  leaders,
  links,
  observers,
  settings,
  uploads,
  users,
  videos,
  viewers,
  elections,
} from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { addToRoll, asVoter, type VoterToList } from '#server/elections/roll/freeze.ts'
import { isPresentMember } from '#server/elections/roll/queries.ts'
import { walkAccounts, writeMarks } from '#server/http/account-mark.ts'
import { receiveUpload, type IncomingFile } from '#server/storage/uploads.ts'
import { slugOf } from '#shared/content/entries.ts'
import type { VideoPage } from '#shared/content/schemas.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { birthdayPassword } from '#shared/members/birthday.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { memberFileKinds, memberFiles, type MemberFileKind } from '#shared/members/files.ts'
import { mainJobs as jobs, type Job } from '#shared/permissions.ts'
import { stillVideo } from '../../scripts/still-video.ts'
import { nextLinkIn, signCorrection } from './corrections.ts'

/** People and things for tests, complete and valid unless told otherwise. */

type NewUser = typeof users.$inferInsert
/** With the key of the board, whoever is made joins the rolls that are frozen already. */
type Whose = Pick<Deps, 'db'> & Partial<Pick<Deps, 'boardKey' | 'siteKey'>>
let made = 0

/** A hash says what it costs to check: these cost next to nothing, for hundreds log in during a run of the tests. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

export interface Someone {
  id: string
  serial: string
  email: string
  password: string
}

async function make(
  deps: Whose,
  values: Partial<NewUser>,
  password?: string,
  given: { jobs: readonly Job[] } = { jobs },
): Promise<Someone> {
  const n = ++made
  const user: NewUser = {
    firstName: 'JUAN',
    lastName: `DELA CRUZ ${n}`,
    email: `member${n}-${randomUUID().slice(0, 8)}@example.org`,
    militarySerial: `O-${100_000 + n}`,
    birthday: '1964-10-05',
    region: 'NCR',
    ms: 'PA',
    rank: 'CPT',
    militaryStatus: 'Reservist',
    reservistType: 'Ready Reserve',
    unitAssignment: '1302ND RRIBN',
    cellphoneNumber: '09171234567',
    bloodType: 'O+',
    ...values,
  }
  const [row] = await deps.db.insert(users).values(user).returning({ id: users.id })
  if (!row) throw new Error('nobody was made')
  if (user.isAdmin)
    await deps.db.insert(administrators).values({ userId: row.id, jobs: [...given.jobs], invitedAt: Date.now() })
  await enrol(deps, [row.id])
  const first = password ?? birthdayPassword(user.birthday ?? '1964-10-05')
  const siteKey = deps.siteKey ?? 'nobody logs in'
  const sealed = sealHash({ siteKey, userId: row.id }, await hash(first, cheap))
  await writePassword({ siteKey }, deps.db, row.id, { hash: sealed, own: password !== undefined })
  await writeMarks(siteKey, deps.db, [row.id])
  return { id: row.id, serial: user.militarySerial ?? '', email: user.email ?? '', password: first }
}

/** For tests that compare times: from now on a try at this password takes as long as on the site itself. */
export async function costlyPassword(deps: Pick<Deps, 'db' | 'siteKey'>, { id, password }: Someone): Promise<void> {
  await deps.db
    .update(passwords)
    .set({ hash: await hashPassword({ siteKey: deps.siteKey, userId: id }, password) })
    .where(eq(passwords.userId, id))
}

/** After a test has changed accounts by itself, past the site. */
export async function confirmAccounts({ db, siteKey }: Pick<Deps, 'db' | 'siteKey'>): Promise<void> {
  for await (const { stopped } of walkAccounts(siteKey, db)) await writeMarks(siteKey, db, stopped)
}

/** Before any election of a test. */
const longMember = Date.parse('2020-01-01T00:00:00+08:00')

let numbered = 0
function nextIdNumber(): string {
  numbered++
  return `ARRAPI-${String(500 + Math.floor(numbered / 999)).padStart(3, '0')}-${String((numbered % 999) + 1).padStart(3, '0')}`
}

export const aMember = (deps: Whose, values: Partial<NewUser> = {}, password?: string) =>
  make(
    deps,
    { approved: true, approvedAt: longMember, memberSince: '2020-01-01', idNumber: nextIdNumber(), ...values },
    password,
  )

export const anApplicant = (deps: Whose, values: Partial<NewUser> = {}) => make(deps, { approved: false, ...values })

/** With every job, unless told otherwise. */
export const anAdmin = (
  deps: Whose,
  values: Partial<NewUser> = {},
  password = 'long admin password',
  given?: { jobs: readonly Job[] },
) => make(deps, { approved: true, isAdmin: true, militarySerial: null, birthday: null, ...values }, password, given)

/** Somebody who was invited to observe this election and has chosen a password. */
export async function anObserver(
  deps: Pick<Deps, 'db'>,
  electionId: string,
  invitedBy: Pick<Someone, 'id'>,
  values: Partial<NewUser> = {},
): Promise<Someone> {
  const nothing = Object.fromEntries(notOfObservers.map((name) => [name, null]))
  const observer = await make(deps, { ...nothing, isObserver: true, ...values }, 'long observer password')
  await deps.db
    .insert(observers)
    .values({ electionId, userId: observer.id, invitedBy: invitedBy.id, invitedAt: Date.now() })
  return observer
}
const notOfObservers = [
  'militarySerial',
  'birthday',
  'region',
  'ms',
  'rank',
  'militaryStatus',
  'reservistType',
  'unitAssignment',
  'cellphoneNumber',
  'bloodType',
] as const

/** A member whom an administrator let open any profile. */
export async function aViewer(deps: Pick<Deps, 'db' | 'siteKey'>): Promise<Someone> {
  const viewer = await aMember(deps)
  await deps.db.insert(viewers).values({ userId: viewer.id })
  await confirmAccounts(deps)
  return viewer
}

/** 500 pesos for each calendar year from 2025 on, with thirty days of grace; the first period is paid with the registration. */
export const aDuesPlan = (changes: Partial<DuesPlan> = {}): DuesPlan => ({
  rates: [{ from: '2025-01-01', centavos: 500_00 }],
  yearStarts: '01-01',
  graceDays: 30,
  firstPeriodCovered: true,
  exemptStatuses: ['Civilian Human Resource (CHR)'],
  accounts: [{ name: 'GCash', number: '0917 123 4567', holder: '', qr: '' }],
  ...changes,
})

export async function saveSettings(deps: Deps, changed: Record<string, unknown>): Promise<void> {
  const value = { ...(await deps.settings()), ...changed }
  await untilHeard(deps, () =>
    deps.db
      .insert(settings)
      .values({ value })
      .onConflictDoUpdate({ target: settings.id, set: { value, version: sql`${settings.version} + 1` } }),
  )
}

/** Writes, and waits until this node has been told of it: notices come in the order of what was committed, and ours is the last. */
export async function untilHeard(deps: Deps, write: () => PromiseLike<unknown>): Promise<void> {
  await write()
  const mark = randomUUID()
  const heard = new Promise<void>((resolve) =>
    deps.changes.on((table) => (table === mark || table === '*') && resolve()),
  )
  await deps.pool.query(`select pg_notify('site_changed', $1)`, [mark])
  await heard
}

export async function aLink(deps: Deps, values: Partial<typeof links.$inferInsert> = {}): Promise<void> {
  const link = {
    section: 'Whats New' as const,
    title: 'Annual training guidance',
    link: 'https://example.org/guidance',
    ...values,
  }
  await untilHeard(deps, () => deps.db.insert(links).values(link))
}

/** A written announcement, with a picture if one is given. */
export async function aText(
  deps: Deps,
  { picture, ...values }: Partial<typeof links.$inferInsert> & { title: string; text: string; picture?: Buffer },
): Promise<void> {
  const store = async (format: 'avif' | 'webp') =>
    aFile(deps, {
      bucket: 'announcements',
      mime: `image/${format}`,
      bytes: await sharp(picture).toFormat(format).toBuffer(),
    })
  const paths = picture && { pictureAvifPath: await store('avif'), pictureWebpPath: await store('webp') }
  await aLink(deps, { kind: 'text', link: '', slug: slugOf(values.title, new Set()), ...values, ...paths })
}

/** A PDF among the entries of a section. */
export async function aDocument(deps: Deps, values: Partial<typeof links.$inferInsert> & { title: string }) {
  const bytes = Buffer.from('%PDF-1.7\nmade for a test\n%%EOF\n')
  const documentPath = await aFile(deps, { bucket: 'announcements', mime: 'application/pdf', bytes })
  await aLink(deps, { kind: 'document', link: '', slug: slugOf(values.title, new Set()), documentPath, ...values })
}

export async function aLeader(deps: Deps, values: Partial<typeof leaders.$inferInsert> = {}): Promise<void> {
  const group = values.group ?? 'Board of Trustees'
  const there = await deps.db.select({ id: leaders.id }).from(leaders).where(eq(leaders.group, group))
  const leader = {
    name: 'Maria de la Peña',
    rank: 'COL',
    position: 'Trustee',
    order: there.length + 1,
    ...values,
    group,
  }
  await untilHeard(deps, () => deps.db.insert(leaders).values(leader))
}

interface NewVideo {
  title?: string
  page?: VideoPage
  /** With a frame of it to show before it plays. */
  poster?: boolean
  /** Pictures of which it consists, and how long each is shown; half a minute of one colour when left out. */
  pictures?: Buffer[]
  secondsEach?: number
}

/** A video that really plays, on its page, behind those that are there. */
export async function aVideo(deps: Deps, given: NewVideo = {}): Promise<void> {
  const { title = 'Relief work in Bicol', page = 'featured_stories', poster = true, secondsEach = 1 } = given
  const pictures = given.pictures ?? (await thirtyColours())
  const film = await stillVideo(pictures, secondsEach)
  const url = await aFile(deps, { bucket: 'videos', mime: 'video/webm', bytes: film })
  const store = async (format: 'avif' | 'webp') =>
    aFile(deps, {
      bucket: 'media',
      mime: `image/${format}`,
      bytes: await sharp(pictures[Math.floor(pictures.length / 2)])
        .toFormat(format)
        .toBuffer(),
    })
  const posters = poster ? { posterAvifPath: await store('avif'), posterWebpPath: await store('webp') } : {}
  const there = await deps.db.select({ id: videos.id }).from(videos).where(eq(videos.page, page))
  await untilHeard(deps, () => deps.db.insert(videos).values({ title, page, url, order: there.length + 1, ...posters }))
}

/** A video on YouTube, unless it is told otherwise, on its page behind those that are there. */
export async function aLinkedVideo(deps: Deps, given: Partial<typeof videos.$inferInsert> = {}): Promise<void> {
  const values = { title: 'Relief work in Bicol', ...given }
  const page = given.page ?? 'featured_stories'
  const there = await deps.db.select({ id: videos.id }).from(videos).where(eq(videos.page, page))
  await untilHeard(deps, () =>
    deps.db.insert(videos).values({ host: 'youtube', hostId: 'dQw4w9WgXcQ', ...values, order: there.length + 1 }),
  )
}

type NewFile = Pick<IncomingFile, 'bucket' | 'mime'> & Partial<IncomingFile> & { bytes: Buffer }

/** A stored file that a record uses. */
export async function storeFile(deps: Deps, { bytes, ...file }: NewFile): Promise<{ id: string; path: string }> {
  const incoming = { ownerId: null, originalName: 'made for a test', maxBytes: bytes.length, ...file }
  const upload = await receiveUpload(deps, { ...incoming, stream: Readable.from([bytes]) })
  await deps.db.update(uploads).set({ claimedAt: Date.now() }).where(eq(uploads.id, upload.id))
  return upload
}
const aFile = async (deps: Deps, file: NewFile) => (await storeFile(deps, file)).path

function thirtyColours(): Promise<Buffer[]> {
  const frame = (n: number) =>
    sharp({ create: { width: 320, height: 180, channels: 3, background: { r: n * 8, g: 60, b: 240 - n * 8 } } })
  return Promise.all(Array.from({ length: 30 }, (_, n) => frame(n).png().toBuffer()))
}

/** A file of a member's record. */
async function giveFile(deps: Deps, ownerId: string, kind: MemberFileKind, file: Omit<NewFile, 'bucket'>) {
  const upload = await storeFile(deps, { ...file, bucket: memberFiles[kind].bucket, ownerId })
  const column: keyof NewUser = `${kind}Path`
  await deps.db
    .update(users)
    .set({ [column]: upload.path })
    .where(eq(users.id, ownerId))
  return upload
}

/** Gives a member a picture; answers its path. */
export const aPictureOf = async (deps: Deps, { id }: Pick<Someone, 'id'>, kind: MemberFileKind, bytes: Buffer) =>
  (await giveFile(deps, id, kind, { mime: 'image/jpeg', bytes })).path

/** Gives somebody all five files, each of its own content unless told otherwise; returns the ids they are opened with. */
export async function documentsOf(
  deps: Deps,
  { id }: Pick<Someone, 'id'>,
  contents: Partial<Record<MemberFileKind, string | Buffer>> = {},
): Promise<Record<MemberFileKind, string>> {
  const ids: Partial<Record<MemberFileKind, string>> = {}
  for (const kind of memberFileKinds) {
    const bytes = Buffer.from(contents[kind] ?? `${kind} of ${id}`)
    ids[kind] = (await giveFile(deps, id, kind, { mime: 'image/jpeg', bytes })).id
  }
  return ids as Record<MemberFileKind, string>
}

const frozen = `select id from elections
  where roll_frozen_at is not null and num_nonnulls(count_closed_at, certified_at, cancelled_at) = 0`

/** Tests make members as they need them: whoever comes after a roll was frozen is added to it by a signed correction. */
export async function enrol(
  deps: Pick<Deps, 'db'> & Partial<Pick<Deps, 'boardKey' | 'vault' | 'clock'>>,
  ids: string[],
): Promise<void> {
  const { db, boardKey, vault } = deps
  const { rows } = await db.$client.query<{ id: string }>(frozen)
  for (const { id: election } of rows) {
    if (!boardKey || !vault) return enrolUnsigned(db.$client, ids)
    const rollKey = await vault.keyOf(election, 'roll')
    await inTransaction({ db, lock: 'counting' }, async (_tx, client) => {
      const { rows: voters } = await client.query<VoterToList>(
        `select ${asVoter('u')} from users u where u.id = any($1::uuid[]) and ${isPresentMember('u')}`,
        [ids],
      )
      const link = await nextLinkIn(client, election)
      if (voters.length === 0 || !link) return
      const lines = await addToRoll(client, rollKey, election, voters, link.number)
      const added = lines.map(({ line, region }) => ({ line: toHex(line), region }))
      const reason = `Joined late: ${randomUUID()}`
      await signCorrection(client, boardKey, election, deps.clock?.now() ?? Date.now(), { reason, added })
    })
  }
}

/** Where a test has the database alone: on the roll, though nothing was signed. */
export async function enrolUnsigned(pool: Pick<pg.Pool, 'query'>, ids: readonly string[]): Promise<void> {
  await pool.query(
    `insert into roll (election_id, voter_id, region, line)
     select e.id, u.id, coalesce(u.region, 'Not stated'), sha256(convert_to(e.id || ' ' || u.id, 'UTF8'))
     from (${frozen}) e, users u where u.id = any($1::uuid[]) and ${isPresentMember('u')}
     on conflict do nothing`,
    [ids],
  )
}

/** A member of whom everything is known: every column filled, each with words that occur nowhere else. */

interface WholeMember extends Someone {
  /** Every value by which the person could be recognised. */
  personal: string[]
  files: Record<MemberFileKind, { id: string; path: string; bytes: Buffer }>
}

export async function aWholeMember(deps: Deps, mark = randomUUID().slice(0, 8)): Promise<WholeMember> {
  const upper = mark.toUpperCase()
  const values = {
    firstName: `ZORAIDA${upper}`,
    middleName: `YLAGAN${upper}`,
    lastName: `XAVIER${upper}`,
    suffix: `JR${upper}`,
    email: `zoraida.${mark}@example.org`,
    militarySerial: `Q-${upper}`,
    unitAssignment: `UNIT ${upper}`,
    unitAddress: `Unit street ${mark}`,
    rank: `RANK${upper}`,
    birthday: '1957-02-17',
    height: `171 cm ${mark}`,
    weight: `81 kg ${mark}`,
    bloodType: `AB-${mark}`,
    philhealthNumber: `PH-${mark}`,
    personnelAddress: `Home street ${mark}`,
    cellphoneNumber: '09998887766',
    contactPersonFirstName: `WENDELL${upper}`,
    contactPersonMiddleName: `VIRAY${upper}`,
    contactPersonLastName: `UMALI${upper}`,
    contactPersonNumber: '09995554433',
    contactPersonEmail: `wendell.${mark}@example.org`,
    contactPersonRelationship: `Cousin ${mark}`,
    paymentReference: `REF${upper}`,
    twoFactorName: `Phone of ${mark}`,
  }
  const member = await aMember(deps, {
    ...values,
    memberSince: '1983-06-12',
    privacyNoticeVersion: '2026-11',
    privacyNoticeAcceptedAt: Date.parse('2026-01-02T03:04:05Z'),
    healthConsentAt: Date.parse('2026-01-03T03:04:05Z'),
  })
  const files = {} as WholeMember['files']
  for (const kind of memberFileKinds) {
    const bytes = Buffer.from(`${kind} of ${mark} `.repeat(2000))
    const file = { bytes, mime: 'image/png', originalName: `name-${mark}.png` }
    files[kind] = { ...(await giveFile(deps, member.id, kind, file)), bytes }
  }
  return { ...member, personal: [...Object.values(values), `name-${mark}`], files }
}

/** An association with members, an election under way and a log, with every kind of value that is hard to write down. */
export async function fillDatabase(db: Database): Promise<void> {
  const deps = { db }
  const admin = await anAdmin(deps)
  const voters = [
    await aMember(deps, { firstName: 'ÑAÑO', middleName: 'tab\tand\nline', lastName: 'back\\slash \\N \\.' }),
    await aMember(deps, { suffix: null, region: 'Visayas' }),
    await aMember(deps, { lastName: '漢字 🗳', unitAddress: '' }),
  ]
  await anApplicant(deps)
  const [election] = await db.insert(elections).values(defaultElection).returning({ id: elections.id })
  for (const [place, { id }] of voters.entries()) {
    await db.execute(sql`insert into nominees (election_id, user_id, nominated_by, data)
      values (${election?.id}, ${id}, ${voters[0]?.id}, ${JSON.stringify({ name: 'ÑAÑO "quoted" \\ back', place })})`)
    await db.execute(sql`insert into ballots (election_id, voter_id, voter_region, sealed, counted)
      values (${election?.id}, ${id}, 'NCR', ${randomBytes(300)}, ${place > 0})`)
  }
  await db.execute(sql`insert into board_tiles (election_id, tile, leaves)
    select election_id, 0, string_agg('\\x01'::bytea || uuid_send(id) || uuid_send(gen_random_uuid()), '')
    from nominees cross join generate_series(1, 5) number group by election_id`)
  await db.execute(sql`insert into tallies (election_id, nominee_id, votes) select election_id, id, 5 from nominees`)
  await appendAudits(
    db,
    runningClock(),
    voters.map(({ id }) => ({ actor: admin.id, action: 'member approved', subject: id, detail: { note: 'a\\b' } })),
  )
}
