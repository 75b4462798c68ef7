import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createApi } from '#server/app.ts'
import { runningClock } from '#server/clock.ts'
import { elections, nominees, users } from '#server/db/schema.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import { aSnapshot, votingOpens } from '#tests/support/election.ts'
import {
  aMember,
  anAdmin,
  anApplicant,
  anObserver,
  aViewer,
  documentsOf,
  type Someone,
} from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

/** What nobody may learn of another member, in words that occur nowhere else. */
const secret = {
  email: 'mark-of-an-email@example.org',
  militarySerial: 'MARKOFASERIAL',
  birthday: '1931-12-29',
  personnelAddress: 'mark of an address',
  unitAddress: 'mark of a unit address',
  cellphoneNumber: '09179990001',
  bloodType: 'markedtype',
  philhealthNumber: 'mark of philhealth',
  height: 'markedheight',
  weight: 'markedweight',
  contactPersonFirstName: 'MARKOFAFRIEND',
  contactPersonMiddleName: 'MARKOFAMIDDLE',
  contactPersonLastName: 'MARKOFAFAMILY',
  contactPersonNumber: '09179990002',
  contactPersonEmail: 'mark-of-a-friend@example.org',
  contactPersonRelationship: 'markedrelationship',
  paymentReference: 'MARKOFAPAYMENT',
} as const

/** Everything there is to know, by what it is. */
const known: { what: string; value: string }[] = []
const others: { someone: Someone; documents: Record<MemberFileKind, string>; cardToken: string }[] = []

/** The same for several people, told apart by a figure. */
function marked(n: number): typeof secret {
  const mark = (value: string) =>
    /^\d/.test(value) ? value.replace('99', `8${n}`).replace('-29', `-2${n}`) : value.replace(/mark/i, `$&${n}`)
  return Object.fromEntries(Object.entries(secret).map(([column, value]) => [column, mark(value)])) as typeof secret
}

// While voting is open, when the most is shown of an election.
const site = await testSite({ clock: runningClock(votingOpens + 3_600_000) })
const { deps } = site
const member = await site.signedIn(await aMember(deps))
const viewer = await site.signedIn(await aViewer(deps))
const admin = await site.signedIn(await anAdmin(deps))
const made = {
  'a member': await aMember(deps, { ...marked(1), lastName: 'VISIBLE' }),
  'an applicant': await anApplicant(deps, { ...marked(2), lastName: 'APPLICANT' }),
  'one who left': await aMember(deps, { ...marked(3), lastName: 'LEAVER', withdrawnAt: Date.now() }),
  'a nominee': await aMember(deps, { ...marked(4), lastName: 'NOMINATED' }),
}
for (const [n, [who, someone]] of Object.entries(made).entries()) {
  const documents = await documentsOf(deps, someone)
  const [{ cardToken } = { cardToken: '' }] = await deps.db
    .select({ cardToken: users.cardToken })
    .from(users)
    .where(eq(users.id, someone.id))
  others.push({ someone, documents, cardToken })
  for (const [what, value] of Object.entries({ ...marked(n + 1), ...documents, cardToken, id: someone.id }))
    known.push({ what: `${what} of ${who}`, value })
}
const [election] = await deps.db.select({ id: elections.id }).from(elections)
const electionId = election?.id ?? ''
const militarySerial = marked(4).militarySerial
await deps.db.insert(nominees).values({
  electionId,
  userId: made['a nominee'].id,
  nominatedBy: made['a member'].id,
  data: aSnapshot({ last_name: 'NOMINATED', military_serial: militarySerial }),
})
afterAll(() => site.stop())

/** Every address that can be read, with everything for `:id` and the like that a curious member could come by. */
function addresses(): string[] {
  const paths = new Set(
    createApi(site)
      .routes.filter(({ method }) => method === 'GET')
      .map(({ path }) => path),
  )
  expect(paths.size).toBeGreaterThan(30)
  const ids = [
    electionId,
    ...others.flatMap(({ someone, documents, cardToken }) => [someone.id, cardToken, ...Object.values(documents)]),
  ]
  const queries = [
    '',
    '?page=featured_stories',
    `?ids=${others[0]?.someone.id}`,
    '?page=1&searchQuery=visible',
    '?searchQuery=nominated',
    '?query=visible',
    '?q=visible',
    '?q=MARK1OFASERIAL',
    '?approved=false',
  ]
  return [...paths].flatMap((path) => {
    if (!path.includes(':')) return queries.map((query) => path + query)
    const filled = ids.flatMap((id) =>
      ['front.webp', 'back.png', 'home'].map((name) => path.replace(/:(id|token|tracker)\b/, id).replace(/:\w+/, name)),
    )
    return [...new Set(filled)].flatMap((address) => [
      address,
      ...(path.endsWith('nominatable') ? queries.map((q) => address + q) : []),
    ])
  })
}

/** Who is nominated or voted for is named by their id, and shown with their picture. */
const namesPeople = /^\/api\/elections\//
const isName = (what: string) => /^(id|profilePicture|photoUpload) of/.test(what)

/** What of all that is known stands in the answers this visitor gets, and where. */
async function learnt(visitor: Visitor, where = addresses()): Promise<string[]> {
  const found = new Set<string>()
  for (const address of where) {
    const response = await visitor.get(address)
    const words = response.bytes.toString('latin1').toLowerCase()
    for (const { what, value } of known) {
      // What was asked with is not learnt.
      if (address.includes(value) || !words.includes(value.toLowerCase())) continue
      if (!(namesPeople.test(address) && isName(what))) found.add(`${what}: ${address.replace(/\?.*/, '')}`)
    }
  }
  return [...found]
}

// Shows listing-15, privacy-27, nomination-08
test('no address tells a member anything of another that the list does not show', async () => {
  expect(await learnt(member)).toEqual([])
}, 120_000)

// Shows privacy-27
test('an administrator learns it all at the same addresses, so the walk above would have found it', async () => {
  // Cards take long to draw and are pictures.
  const where = addresses().filter((address) => !/\/cards?\b/.test(address))
  const found = (await learnt(admin, where)).map((line) => line.split(':')[0])
  const missing = known.filter(({ what }) => !found.includes(what) && !what.startsWith('cardToken'))
  expect(missing.map(({ what }) => what)).toEqual([])
}, 120_000)

test('an observer learns the serial numbers on the roll of their election, and nothing else of anybody', async () => {
  const { deps } = site
  const [adminRow] = await deps.db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1)
  const observer = await site.signedIn(await anObserver(deps, electionId, { id: adminRow?.id ?? '' }))
  await freezeElections(deps)
  expect((await learnt(observer)).toSorted()).toEqual([
    `militarySerial of a member: /api/observing/${electionId}/roll`,
    `militarySerial of a member: /api/observing/${electionId}/roll.csv`,
    `militarySerial of a nominee: /api/observing/${electionId}/roll`,
    `militarySerial of a nominee: /api/observing/${electionId}/roll.csv`,
  ])
}, 120_000)

// Shows privacy-27
test('a search for what may not be seen finds nobody', async () => {
  for (const who of [member, viewer])
    for (const { what, value } of known) {
      const answer = await who.get(`/api/members?searchQuery=${encodeURIComponent(value)}`)
      expect([answer['count'], answer['users']], what).toEqual([0, []])
    }
  const answer = await admin.get(`/api/members?searchQuery=${marked(1).militarySerial}`)
  expect(answer['count']).toBe(1)
})

// Shows files-02, files-04
test('every document and photo of another is not there for a member, documents not for a viewer either', async () => {
  const photos: MemberFileKind[] = ['profilePicture', 'photoUpload']
  for (const { documents } of others)
    for (const kind of memberFileKinds) {
      const status = async (who: Visitor) => (await who.get(`/api/files/${documents[kind]}`)).status
      expect([kind, await status(site.visitor()), await status(member)]).toEqual([kind, 404, 404])
      expect([kind, await status(viewer)]).toEqual([kind, photos.includes(kind) ? 200 : 404])
      expect([kind, await status(admin)]).toEqual([kind, 200])
    }
})
