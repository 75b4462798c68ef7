import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { extractText } from 'unpdf'
import { inTransaction } from '#server/db/database.ts'
import { elections, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { decideTie } from '#server/elections/closing/final-count.ts'
import type { Closing } from '#server/elections/closing/read-closing.ts'
import { castProxy } from '#server/elections/proxy/cast-proxy.ts'
import { castBallot } from '#server/elections/voting/cast-ballot.ts'
import type { Person } from '#server/http/session.ts'
import type { Certificate } from '#shared/elections/closing/certificate.ts'
import type { Region } from '#shared/members/enums.ts'
import { mainJobs as jobs } from '#shared/permissions.ts'
import { signCorrection } from './corrections.ts'
import {
  type Slate,
  aSecret,
  aSlate,
  choicesFrom,
  rehearsalId,
  theElection,
  votingOpens,
  countNow,
  votingCloses,
} from './election.ts'
import { aMember, anAdmin, type Someone } from './factories.ts'
import { testSite, type TestSite, type Visitor } from './site.ts'
import { signedInPeople, type SignedIn } from './voters.ts'

/** An election to be closed: a site of its own, whose counting happens only when a test says so. */
export interface ClosingSite {
  site: TestSite
  election: string
  slate: Slate
  admin: Someone
  desk: Visitor
  /** What the server's clock shows; a test moves it. */
  time: { now: number }
  voters: Someone[]
  /** A ballot of a new member; `navy` is their choice among the Navy's nominees. */
  cast(ballot?: { navy?: number; region?: Region; test?: boolean }): Promise<Someone>
  closing(): Promise<Closing & { status: number }>
  keyFile(): boolean
  stop(): Promise<void>
}

/** When members were approved who could vote. */
export const longAgo = votingOpens - 365 * 24 * 60 * 60_000

export async function aClosingSite(): Promise<ClosingSite> {
  const time = { now: votingOpens }
  const site = await testSite({ clock: { now: () => time.now }, holds: ['count ballots'] })
  const { deps } = site
  const election = await theElection(deps)
  const slate = await aSlate(deps)
  await deps.db.update(users).set({ approvedAt: longAgo })
  const admin = await anAdmin(deps, { firstName: 'PILAR', lastName: 'PEÑA' })
  const desk = await site.signedIn(admin)
  const voters: Someone[] = []
  return {
    site,
    election,
    slate,
    admin,
    desk,
    time,
    voters,
    async cast({ navy = 0, region = 'NCR', test = false } = {}) {
      const member = await aMember(deps, { region })
      const choices = choicesFrom(slate).map((chosen, place) => (place === 4 ? (slate.PN[navy] ?? null) : chosen))
      const box = test ? await rehearsalId(deps, election) : election
      await castBallot(deps, asPerson(member, region), box, { choices, secret: aSecret(), blanksConfirmed: true })
      voters.push(member)
      return member
    },
    closing: () => desk.get<Closing>(`/api/elections/${election}/closing`),
    keyFile: () => existsSync(join(site.dataDir, 'vault', `${election}.key`)),
    stop: site.stop,
  }
}

export const asPerson = ({ id, email, serial }: Someone, region: Region | null = null): Person => ({
  id,
  role: region ? 'member' : 'admin',
  jobs: region ? [] : jobs,
  name: 'PILAR PEÑA',
  named: true,
  email,
  serial,
  region,
  ownPassword: true,
  passwordMade: false,
  twoFactor: false,
  firstStep: null,
  helped: false,
  helpedAt: null,
  session: { token: '', expiresAt: 0 },
})

export interface FinishedElection extends ClosingSite {
  voted: SignedIn[]
  abstained: SignedIn[]
}

const tenMinutes = 600_000
const asVoter = (one: SignedIn): Person => asPerson({ id: one.id, email: '', serial: '', password: '' }, one.region)

/**
 * An election of which everything there can be is there: batches and heads, blanks, proxies, corrections of roll and hours, a tie
 * and its decision. Counted and closed, not certified.
 */
export async function aFinishedElection(ballots = 45, abstainers = 8): Promise<FinishedElection> {
  const at = await aClosingSite()
  const { deps } = at.site
  const { pool } = deps
  const people = await signedInPeople({ pool, siteKey: deps.siteKey }, ballots + abstainers)
  const struck = people.at(-1)!
  const admin = asPerson(at.admin)
  const second = asPerson(await anAdmin(deps, { firstName: 'SALVADOR', lastName: 'SY' }))

  const cast = (voter: SignedIn, n: number) => castBallot(deps, asVoter(voter), at.election, ballotOf(at, n))
  const voted = people.slice(0, ballots)
  for (const [n, voter] of voted.slice(0, 25).entries()) await cast(voter, n)
  await countNow(deps)
  // The first correction adds them to the roll.
  await aMember(deps, { region: 'Visayas' })
  await correct(at, struck)
  for (const [n, voter] of voted.slice(25, -3).entries()) await cast(voter, 25 + n)
  for (const [n, voter] of voted.slice(-3).entries())
    await castProxy(deps, n === 1 ? second : admin, at.election, {
      ...ballotOf(at, n),
      voterId: voter.id,
      authority: 'signed letter of 20 March 2025',
    })
  at.time.now = votingCloses - 1
  await countNow(deps)
  at.time.now = votingCloses + tenMinutes + 60_000
  await countNow(deps)
  await settleTies(at, admin)
  return { ...at, voted, abstained: people.slice(ballots, -1) }
}

/** Every ballot another, some with blanks; between the first two of the Navy it ends in a tie. */
function ballotOf({ slate }: ClosingSite, n: number) {
  const choices = choicesFrom(slate, n % 3).map((chosen, place) =>
    place === 4 ? (slate.PN[n % 2] ?? null) : n % 5 === place ? null : chosen,
  )
  return { choices, secret: aSecret(), blanksConfirmed: true }
}

/** One person is struck, and the hours are made ten minutes longer: as public corrections do it. */
async function correct({ site: { deps }, election, time }: ClosingSite, struck: SignedIn): Promise<void> {
  const { db, boardKey } = deps
  await inTransaction({ db, lock: 'counting' }, async (_tx, client) => {
    const gone = await client.query<{ line: string }>(
      `update roll set struck = 2 where election_id = $1 and voter_id = $2 returning encode(line, 'hex') as line`,
      [election, struck.id],
    )
    const before = new Date(votingCloses).toISOString()
    const after = new Date(votingCloses + tenMinutes).toISOString()
    await client.query(
      'update elections set voting_closes = $2, vote_link_closes = greatest(vote_link_closes, $2) where id = $1',
      [election, after],
    )
    const parts = [
      { reason: 'is on it twice', struck: gone.rows.map((row) => row.line) },
      { reason: 'the power was out', changes: [{ field: 'times.votingCloses', before, after }] },
    ]
    for (const part of parts) await signCorrection(client, boardKey, election, time.now, part)
  })
  deps.elections.invalidate()
}

async function settleTies({ site: { deps }, election, closing }: ClosingSite, admin: Person): Promise<void> {
  deps.elections.invalidate()
  const { ties } = await closing()
  for (const { ms, seats, nominees } of ties)
    await decideTie(deps as Deps, admin, election, {
      ms,
      nomineeIds: nominees.slice(0, seats).map(({ nomineeId }) => nomineeId),
      reason: 'drawing of lots in public',
    })
}

/** The text of a PDF, as somebody who copies it from the screen gets it, every gap one space. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  // The library takes the bytes over, and the test may still want its own.
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

export const afterClose = votingCloses + 60_000

/** `navy`: for whom of the Navy each ballot is. */
export async function voted(at: ClosingSite, navy: number[]): Promise<void> {
  for (const one of navy) await at.cast({ navy: one, region: one === 1 ? 'Visayas' : 'NCR' })
}

export async function counted(at: ClosingSite): Promise<void> {
  at.time.now = afterClose
  await countUntilCleared(at, 'countClosedAt')
  // Whoever certifies at once does not wait until this node has heard of it.
  at.site.elections.invalidate()
}

const clearedBy = { countClosedAt: 'tracesPurgedAt', certifiedAt: 'keyDestroyedAt' } as const

/** While a test elsewhere on the database server writes, the job leaves what clears the disk after this step to its next run. */
export async function countUntilCleared(at: ClosingSite, step: keyof typeof clearedBy): Promise<void> {
  const isLeft = (done: string[]) => done.includes(step) && !done.includes(clearedBy[step])
  do await at.site.countNow()
  while (isLeft(await stateOf(at)))
}

export const certification = (at: ClosingSite) =>
  at.desk.post<Certificate & { code?: string; message?: string }>(`/api/elections/${at.election}/certification`)

export const stateOf = async ({ site: { deps }, election }: ClosingSite) => {
  const [row] = await deps.db
    .select({
      countClosedAt: elections.countClosedAt,
      tracesPurgedAt: elections.tracesPurgedAt,
      certifiedAt: elections.certifiedAt,
      keyDestroyedAt: elections.keyDestroyedAt,
    })
    .from(elections)
    .where(eq(elections.id, election))
  return Object.entries(row ?? {}).flatMap(([name, at]) => (at === null ? [] : [name]))
}

export const sealedRows = async ({ site: { deps }, election }: ClosingSite) =>
  (await deps.pool.query<{ sealed: Buffer }>('select sealed from ballots where election_id = $1', [election])).rows.map(
    ({ sealed }) => sealed,
  )

/** Whether these bytes lie anywhere in the files of a table, in rows that count or in rows that no longer do. */
export async function onDisk({ pool }: Pick<Deps, 'pool'>, table: string, bytes: Buffer): Promise<boolean> {
  await pool.query('checkpoint')
  const { rows } = await pool.query<{ found: boolean }>(
    'select position($2::bytea in pg_read_binary_file(pg_relation_filepath($1))) > 0 as found',
    [table, bytes],
  )
  return rows[0]?.found ?? false
}
