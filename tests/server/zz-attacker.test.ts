import { afterAll, beforeAll, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { elections, auditLog, users, ballots } from '#server/db/schema.ts'
import { eq } from 'drizzle-orm'
import { aMember, anAdmin, anApplicant, aViewer, papersOf, untilHeard } from '#tests/support/factories.ts'
import { aNonce, aSlate, changeElection, choicesFrom, countNow, theElection, vote, votingCloses, votingOpens, type Slate } from '#tests/support/election.ts'
import { saveElection } from '#server/elections/admin/save-election.ts'
import { certify } from '#server/elections/closing/certify.ts'
import { testSite, type TestSite } from '#tests/support/test-site.ts'
// @ts-ignore
import { bomb } from '/tmp/attacker/zip.mjs'

let site: TestSite
let now = votingOpens
let election: string
let slate: Slate
const say = (...x: unknown[]) => process.stderr.write('>> ' + x.map((y) => typeof y === 'string' ? y : JSON.stringify(y)).join(' ') + '\n')
beforeAll(async () => {
  site = await testSite({ clock: { now: () => now } })
  election = await theElection(site.deps)
  slate = await aSlate(site.deps)
}, 60000)
afterAll(() => site.stop())
const aVoter = async () => site.signedIn(await aMember(site.deps))
const put = (who: any, path: string, bytes: Uint8Array, headers = {}) => fetch(site.url + path, { method: 'PUT', headers: { origin: site.url, cookie: [...who.cookies].map(([k, v]: any) => `${k}=${v}`).join('; '), ...headers }, body: bytes })

test('A zip bomb of entries blocks the loop', async () => {
  now = manila('2025-03-05', '08:00')
  await changeElection(site.deps, { candidacyFiling: true })
  const v = await aVoter()
  const sent = put(v, '/api/candidate-documents', new Uint8Array(bomb(5_000_000)), { 'x-file-name': 'a.docx' })
  await new Promise((r) => setTimeout(r, 300))
  const t = Date.now()
  const h = await fetch(site.url + '/healthz').catch((e) => ({ status: String(e) }))
  say('A health after', Date.now() - t, 'ms', h.status, 'upload', (await sent).status)
}, 60000)

test('B same nonce, same choice', async () => {
  now = votingOpens
  await changeElection(site.deps, { candidacyFiling: false })
  const [a, b] = [await aVoter(), await aVoter()]
  const nonce = aNonce()
  say('B', (await vote(a, election, { choices: choicesFrom(slate), nonce })).status, (await vote(b, election, { choices: choicesFrom(slate), nonce })).status)
  for (let i = 0; i < 5; i++) await vote(await aVoter(), election, { choices: choicesFrom(slate, i) })
  now = votingCloses + 61_000
  const r = await countNow(site.deps).then(() => 'counted', (e) => 'THROWS ' + e.message.slice(0, 200))
  const { rows } = await site.deps.pool.query('select count(*) filter (where mixed) mixed, count(*) from ballots')
  say('B count:', r, rows, (await site.deps.pool.query('select shuffled_at from elections')).rows)
  const reader = await aVoter()
  const res: any = await reader.json(reader.get(`/api/elections/${election}/results`))
  say('B results', res.phase, res.cast, res.counted)
  // clean up
  await site.deps.pool.query('delete from ballots'); await site.deps.pool.query('delete from turnout'); await site.deps.pool.query('delete from votes'); await site.deps.pool.query('delete from tallies')
}, 60000)

test('C reopen after shuffle', async () => {
  now = votingOpens
  await untilHeard(site.deps, 'elections', () => site.deps.db.update(elections).set({ shuffledAt: null }))
  for (let i = 0; i < 3; i++) await vote(await aVoter(), election, { choices: choicesFrom(slate, i) })
  now = votingCloses + 61_000
  await untilHeard(site.deps, 'elections', () => countNow(site.deps))
  const e = (await site.deps.elections.byId(election))!
  const admin = await anAdmin(site.deps)
  const person = { id: admin.id, role: 'admin', name: 'X' } as any
  const { id, shuffledAt, certifiedAt, publishedAt, version, ...form } = e as any
  say('C shuffled', shuffledAt)
  await untilHeard(site.deps, 'elections', () => saveElection(site.deps, person, election, { election: { ...form, votingCloses: now + 3600_000 }, version, movesConfirmed: true }))
  say('C late vote', (await vote(await aVoter(), election, { choices: choicesFrom(slate, 1) })).status)
  now += 3600_000 + 61_000
  await countNow(site.deps)
  say('C', (await site.deps.pool.query('select count(*) filter (where mixed) mixed, count(*) from ballots where not rehearsal')).rows)
  say('C certify', await certify(site.deps, person, election).then(() => 'ok', (e) => e.code ?? e.message))
}, 60000)

test('D rehearsal seats/nominee change poisons', async () => {
  await site.deps.pool.query('delete from ballots'); await site.deps.pool.query('delete from turnout'); await site.deps.pool.query('delete from votes'); await site.deps.pool.query('delete from tallies')
  now = votingOpens - 3600_000
  await changeElection(site.deps, { rehearsal: true, shuffledAt: null, votingCloses: new Date(votingCloses) })
  const admin = await anAdmin(site.deps)
  const ad = await site.signedIn(admin)
  const v = await aVoter()
  say('D test vote', (await vote(v, election, { choices: choicesFrom(slate), test: true })).status)
  const before = (await site.deps.pool.query('select mixed from ballots')).rows
  const del = await ad.send('DELETE', `/api/nominees/${slate.PA[0]}`)
  say('D delete nominee of uncounted rehearsal ballot', before, del.status, await del.text())
  say('D count', await countNow(site.deps).then(() => 'ok', (e) => 'THROWS ' + e.message))
  now = votingOpens
  await new Promise((r) => setTimeout(r, 300))
  say('D real vote', (await vote(await aVoter(), election, { choices: choicesFrom({ ...slate, PA: slate.PA.slice(1) }) })))
  now = votingCloses + 61_000
  say('D real count', await countNow(site.deps).then(() => 'ok', (e) => 'THROWS ' + e.message), (await site.deps.pool.query('select rehearsal, mixed from ballots')).rows)
}, 60000)

test('E uppercase ids hide from audit', async () => {
  const m = await aMember(site.deps)
  const papers = await papersOf(site.deps, m)
  const admin = await site.signedIn(await anAdmin(site.deps))
  say('E file', (await admin.get(`/api/files/${papers.paymentProof.toUpperCase()}`)).status)
  say('E zip', (await admin.get(`/api/members/${m.id.toUpperCase()}/data.zip`)).status)
  say('E audit', (await site.deps.pool.query('select subject, action from audit_log order by seq desc limit 2')).rows)
  const own = await site.signedIn(m)
  const mine: any = await own.json(own.get('/api/my-data'))
  say('E my-data openings', mine.openings ?? Object.keys(mine))
  await admin.get(`/api/members/${m.id}/data.zip`)
  const mine2: any = await own.json(own.get('/api/my-data'))
  say('E my-data openings after honest', mine2.openings ?? Object.keys(mine2))
}, 60000)

test('F member fills the audit log', async () => {
  const m = await aMember(site.deps)
  const own = await site.signedIn(m)
  const t = Date.now()
  let n = 0
  await Promise.all(Array.from({ length: 6 }, async () => { while (Date.now() - t < 3000) { const r = await own.send('HEAD', `/api/members/${m.id}/data.zip`); if (r.status === 200) n++ } }))
  say('F audit entries by HEAD data.zip in 3 s:', n)
  let k = 0
  const t2 = Date.now()
  while (Date.now() - t2 < 2000) { if ((await own.post(`/api/members/${m.id}/health-consent`, { consent: k % 2 === 0 })).status === 200) k++ }
  say('F consent toggles in 2 s', k)
  const z = Date.now()
  const b = await (await own.get(`/api/members/${m.id}/data.zip`)).arrayBuffer()
  say('F data.zip bytes', b.byteLength, Date.now() - z, 'ms')
}, 60000)

test('G photo queue', async () => {
  const m = await aMember(site.deps)
  const sharp = (await import('sharp')).default
  const { aPictureOf } = await import('#tests/support/factories.ts')
  await aPictureOf(site.deps, m, 'profilePicture', await sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } }).jpeg().toBuffer())
  const [{ card_token: token }] = (await site.deps.pool.query('select card_token from users where id=$1', [m.id])).rows as any
  const t = Date.now()
  let flood = 0
  const stop = Promise.all(Array.from({ length: 80 }, async () => { while (Date.now() - t < 2500) { await (await fetch(`${site.url}/api/cards/${token}/photo`)).arrayBuffer(); flood++ } }))
  await new Promise((r) => setTimeout(r, 500))
  const others: number[] = []
  for (let i = 0; i < 15; i++) { others.push((await fetch(`${site.url}/api/cards/${token}/photo`)).status) }
  await stop
  say('G others while one floods', others, 'flood', flood)
}, 60000)
