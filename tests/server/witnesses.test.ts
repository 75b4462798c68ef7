import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { asStored } from '#server/elections/board/statements.ts'
import type { PublicSchedule } from '#server/elections/settings/schedule.ts'
import type { Board } from '#shared/elections/board/board.ts'
import type { Signed, Witness } from '#shared/elections/board/statements.ts'
import { votingCloses, votingOpens } from '#tests/support/election.ts'
import { choicesFrom, aSecret } from '#tests/support/election.ts'
import { anObserver } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'
import { sendBallot, signedInPeople } from '#tests/support/voters.ts'
import { aWitness } from '#tests/support/witness.ts'

let now = votingOpens - 60_000
const site = await testSite({ clock: { now: () => now }, holds: ['count ballots'] })
afterAll(() => site.stop())
const election = await site.theElection()
const slate = await site.aSlate()
const admin = await site.anAdmin({ firstName: 'PILAR', lastName: 'PEÑA' })
const desk = await site.signedIn(admin)
const early = await site.signedIn(await anObserver(site, election, admin, { firstName: 'LIZA', lastName: 'SANTOS' }))
const late = await site.signedIn(await anObserver(site, election, admin, { firstName: 'RAMON', lastName: 'CRUZ' }))

const liza = await aWitness(early, election)
now = votingOpens
for (const voter of await signedInPeople(site, 12))
  expect((await sendBallot(site.url, voter, election, { choices: choicesFrom(slate), secret: aSecret() })).status).toBe(
    201,
  )
now += 61_000
await site.countNow()

const board = () => site.visitor().get<Board>(`/api/elections/${election}/board`)
const headNow = async () => {
  const head = (await board()).head!
  return {
    number: JSON.parse(head.statement).number as number,
    hash: asStored<'head/2'>({ type: 'head/2', ...head }).hash,
  }
}
const witnesses = async () => (await board()).witnesses.map(({ statement }) => JSON.parse(statement) as Witness)

// Shows observers-04
test('who registers before voting is in the freeze record; others are listed on the board', async () => {
  expect(liza.registered.status).toBe(201)
  const { record } = await board()
  expect(JSON.parse(record!.statement).witnesses).toEqual([{ name: 'LIZA SANTOS', key: liza.key.publicKey }])
  const ramon = await aWitness(late, election)
  const pilar = await aWitness(desk, election)
  expect(await witnesses()).toMatchObject([
    { number: 0, name: 'LIZA SANTOS', role: 'observer', key: liza.key.publicKey },
    { number: 1, name: 'RAMON CRUZ', role: 'observer', key: ramon.key.publicKey },
    { number: 2, name: 'PILAR PEÑA', role: 'administrator', key: pilar.key.publicKey },
  ])
  for (const signed of (await board()).witnesses) expect(site.boardKey.isSigned('witness/1', signed)).toBe(true)
})

test('a key is registered once: again by its owner it is the same, by anybody else it is refused', async () => {
  const path = `/api/elections/${election}/board/witnesses`
  const before = await witnesses()
  const { status, statement } = await early.post<Signed>(path, { key: liza.key.publicKey })
  expect({ status, statement }).toEqual({ status: 201, statement: liza.registered.statement })
  expect(await late.post(path, { key: liza.key.publicKey })).toMatchObject({ status: 409, code: 'witness-key-taken' })
  expect(await witnesses()).toEqual(before)
})

test.each([
  ['a visitor', async () => site.visitor(), 401],
  ['a member', async () => site.signedIn(await site.aMember()), 403],
  [
    'an administrator without elections',
    async () => site.signedIn(await site.anAdmin({}, undefined, { jobs: ['membership'] })),
    403,
  ],
  [
    'an observer of nothing',
    async () => {
      const other = await site.signedIn(await anObserver(site, election, admin))
      await site.pool.query('delete from observers where user_id = $1', [other.id])
      return other
    },
    403,
  ],
])('%s registers no key', async (_who, visitor, status) => {
  expect((await aWitness(await visitor(), election)).registered.status).toBe(status)
})

test('a person has so many keys, and no more', async () => {
  const many = await site.signedIn(await anObserver(site, election, admin))
  for (let n = 0; n < 20; n++) expect((await aWitness(many, election)).registered.status).toBe(201)
  expect((await aWitness(many, election)).registered).toMatchObject({ status: 409, code: 'witness-keys-full' })
})

/** The state that Liza signed first: another may follow it at any time. */
let followedFrom = -1

// Shows observers-05
test('a witness signs a head, once or many times', async () => {
  const { number, hash: head } = await headNow()
  expect((await liza.cosign(head)).status).toBe(201)
  expect((await liza.cosign(head)).status).toBe(201)
  followedFrom = number
  // The signature tells whose it is, not who brings it.
  const path = `/api/elections/${election}/board/cosignatures`
  expect((await site.visitor().post(path, liza.cosignature(head))).status).toBe(201)
  const { rows } = await site.pool.query('select number, witness, hash from cosignatures')
  expect(rows).toEqual([{ number, witness: liza.key.publicKey, hash: head }])
})

test('no other signature is kept', async () => {
  const { hash: head } = await headNow()
  const stranger = await aWitness(site.visitor(), election)
  const { statement, signature } = liza.cosignature(head)
  const of = (content: object) =>
    liza.key.sign({ type: 'cosignature/1', election, head, witness: liza.key.publicKey, ...content })
  const elsewhere = { ...of({ election: '00000000-0000-4000-8000-000000000000' }) }
  const table: [what: string, sent: object, code: string][] = [
    ['of a key that nobody registered', stranger.cosignature(head), 'witness-unknown'],
    ['in the name of another key', { statement, signature: stranger.cosignature(head).signature }, 'signature-wrong'],
    ['of a head that the site does not have', liza.cosignature('a'.repeat(64)), 'head-unknown'],
    ['of another election', elsewhere, 'signature-wrong'],
    ['with a word more', of({ more: 1 }), 'signature-wrong'],
    ['in another spelling', { statement: ` ${statement}`, signature }, 'signature-wrong'],
    ['of nothing', { statement: 'null', signature }, 'signature-wrong'],
    ['that is none', { statement, signature: 'ab' }, 'invalid-input'],
  ]
  const before = await site.pool.query('select * from cosignatures')
  const path = `/api/elections/${election}/board/cosignatures`
  for (const [what, sent, code] of table) expect(await site.visitor().post(path, sent), what).toMatchObject({ code })
  expect((await site.pool.query('select * from cosignatures')).rows).toEqual(before.rows)
})

test('a key that somebody wrote into the database is none of the site’s witnesses', async () => {
  const forged = await aWitness(site.visitor(), election)
  const content = { election, number: 99, name: 'NOBODY', role: 'observer', key: forged.key.publicKey } as const
  const { statement, signature } = forged.key.sign({ type: 'witness/1', ...content, at: new Date(now).toISOString() })
  await site.pool.query(
    `insert into signed_statements (election_id, type, number, statement, signature)
     values ($1, 'witness/1', 99, $2, decode($3, 'hex'))`,
    [election, statement, signature],
  )
  expect(await forged.cosign((await headNow()).hash)).toMatchObject({ status: 403, code: 'witness-unknown' })
})

// Shows observers-06, closing-20
test('certificate and audit package say who followed the board, from which state to which', async () => {
  now = votingCloses + 120_000
  await site.countNow()
  await site.changeElection({ tracesPurgedAt: now })
  const { hash: head, number: last } = await headNow()
  expect((await liza.cosign(head)).status).toBe(201)
  const certified = await desk.post(`/api/elections/${election}/certification`)
  expect(certified.status, JSON.stringify(certified)).toBe(201)
  const certificate = JSON.parse((await board()).certificate!.statement)
  expect(certificate.witnesses).toEqual([
    { name: 'LIZA SANTOS', key: liza.key.publicKey, from: followedFrom, to: last },
  ])
  expect(certificate.certifiedBy).toBe('PILAR PEÑA')
  // Everybody reads who was elected, with the votes, and no address.
  const { election: shown } = await site.visitor().get<{ election: PublicSchedule }>('/api/schedule')
  expect(shown.certified).toMatchObject({ ballots: 12, certifiedBy: 'PILAR PEÑA', packagePublic: true })
  expect(shown.certified?.elected.map(({ votes }) => votes)).toEqual(Array(7).fill(12))
  expect(shown.certified?.elected.map(({ name }) => name)).toContain('CPT PN NOMINEE 0')
  const { bytes } = await site.visitor().get(`/api/elections/${election}/board/package.zip`)
  const files = unzipSync(bytes)
  const lines = (name: string) =>
    Buffer.from(files[name]!)
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Signed)
  expect(lines('cosignatures.ndjson').at(-1)).toEqual(liza.cosignature(head))
  expect(lines('witnesses.ndjson')).toEqual((await board()).witnesses)
  expect(JSON.stringify(Object.values(files).map((one) => Buffer.from(one).toString()))).not.toContain('@')
})
