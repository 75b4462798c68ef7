import { eq, sql } from 'drizzle-orm'
import { hashPassword } from '#server/accounts/passwords.ts'
import { writePassword } from '#server/accounts/queries.ts'
import { inTransaction } from '#server/db/database.ts'
import { lockForConnection, unlockConnection, type Lock } from '#server/db/locks.ts'
import { passwords, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import { returnApplication } from '#server/members/approval/return.ts'
import type { Site } from '#server/site.ts'
import { demoAdministrator } from './demo-administrator.ts'
import { fillDemoContent } from './demo-content.ts'
import { fillDemoDues } from './demo-dues.ts'
import { fillEarlierElection } from './demo-earlier-election.ts'
import { fillDemoElection } from './demo-election.ts'
import {
  applicantDocuments,
  insertUploads,
  memberDocuments,
  pathsByOwner,
  storeFiles,
  type Papers,
} from './demo-files.ts'
import { demoMember, demoPeople } from './demo-logins.ts'
import { applicantCount, memberCount, somebody } from './demo-people.ts'

/** Fills an empty site once; a later start finds it filled. */
export async function fillDemo({ deps }: Site): Promise<void> {
  const already = await deps.db.execute(sql`select 1 from users where military_serial = ${demoMember.serial}`)
  if (already.rows.length > 0) return
  await withoutJobs(deps, async () => {
    await fillPeople(deps)
    await returnOne(deps)
    await fillDemoContent(deps)
    await fillDemoDues(deps)
    await fillEarlierElection(deps)
    await fillDemoElection(deps)
  })
}

/** What the site does by itself about elections waits until they are as they shall be. */
async function withoutJobs(deps: Deps, fill: () => Promise<void>): Promise<void> {
  const held: Lock[] = [
    ['jobs', 'freeze elections'],
    ['jobs', 'count ballots'],
  ]
  const client = await deps.pool.connect()
  try {
    for (const lock of held) await lockForConnection(client, lock)
    await fill()
  } finally {
    for (const lock of held) await unlockConnection(client, lock)
    client.release()
  }
}

async function fillPeople(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const people = Array.from({ length: memberCount + applicantCount }, (_, n) => somebody(n, clock.now()))
  const documents = people.map(documentsOf)
  const files = [
    ...(await memberDocuments(
      documents.slice(0, memberCount).filter(({ n }) => n + 1 !== demoPeople.withoutDocuments.number),
    )),
    ...(await applicantDocuments(documents.slice(memberCount))),
  ]
  await storeFiles(deps, files)
  const paths = pathsByOwner(files)
  const voter = people.find(({ militarySerial }) => militarySerial === demoPeople.voter.serial)
  const ownHash = voter && (await hashPassword({ siteKey: deps.siteKey, userId: voter.id }, demoPeople.voter.password))
  await inTransaction({ db }, async (tx) => {
    await insertUploads(tx, files)
    // Every row of a list to insert has the columns of the first.
    const rows = people.map((person) => ({
      ...noPapers,
      ...person,
      updatedAt: person.createdAt,
      ...paths.get(person.id),
    }))
    const ids = people.map(({ id }) => id)
    await changeAccounts(deps, tx, ids, () => tx.insert(users).values(rows))
    // Without a hash, as after an import: the first login takes the birthday.
    await tx.insert(passwords).values(ids.map((userId) => ({ userId })))
    if (voter && ownHash) await writePassword(deps, tx, voter.id, { hash: ownHash, own: true })
  })
}

/** One applicant is asked for a better picture, as an administrator would ask. */
async function returnOne(deps: Deps): Promise<void> {
  const { serial } = demoPeople.returned
  const [applicant] = await deps.db.select({ id: users.id }).from(users).where(eq(users.militarySerial, serial))
  if (!applicant) throw new Error(`${serial} is no applicant`)
  await returnApplication(deps, await demoAdministrator(deps), {
    id: applicant.id,
    items: ['profilePicture'],
    message: 'Your picture is too dark. Please send a 2x2 picture in which your face can be seen well.',
    version: 1,
  })
}

const noPapers = {
  profilePicturePath: null,
  photoUploadPath: null,
  commissionDocumentPath: null,
  paymentProofPath: null,
  signaturePath: null,
}

const documentsOf = (person: ReturnType<typeof somebody>, n: number): Papers => ({
  ownerId: person.id,
  n,
  name: `${person.firstName} ${person.lastName}`,
  rank: person.rank,
  serial: person.militarySerial,
  reference: person.paymentReference,
})
