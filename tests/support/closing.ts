import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { lockKeys } from '#server/db/locks.ts'
import { users } from '#server/db/schema.ts'
import { castBallot } from '#server/elections/voting/cast-ballot.ts'
import type { Closing } from '#server/elections/closing/read-closing.ts'
import { jobs } from '#shared/permissions.ts'
import type { Region } from '#shared/members/enums.ts'
import type { Person } from '#server/http/session.ts'
import { type Slate, aSecret, aSlate, choicesFrom, rehearsalId, theElection, votingOpens } from './election.ts'
import { aMember, anAdmin, type Someone } from './factories.ts'
import { testSite, type TestSite } from './test-site.ts'
import type { Visitor } from './visitor.ts'

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
export const longAgo = new Date(votingOpens - 365 * 24 * 60 * 60_000)

export async function aClosingSite(): Promise<ClosingSite> {
  const time = { now: votingOpens }
  const site = await testSite({ clock: { now: () => time.now } })
  // As if another node were counting: the site's own job leaves it alone.
  const held = new pg.Client(site.database.config)
  await held.connect()
  await held.query('select pg_advisory_lock($1, hashtext($2))', [lockKeys.jobs, 'count ballots'])
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
    closing: () => desk.json<Closing>(desk.get(`/api/elections/${election}/closing`)),
    keyFile: () => existsSync(join(site.dataDir, 'vault', `${election}.key`)),
    async stop() {
      await held.end()
      await site.stop()
    },
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
  twoFactor: false,
  firstStep: null,
  helped: false,
  helpedAt: null,
  session: { token: '', expiresAt: 0 },
})
