import { eq } from 'drizzle-orm'
import type { Seat } from '#shared/elections/ballot.ts'
import { currentOf, eachTime, type Schedule } from '#shared/elections/phases.ts'
import type { Region, Service } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import type { Database } from '#server/db/database.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import { elections, nominees, type NomineeSnapshot } from '#server/db/schema.ts'

/** An election as the rules read it. */
export interface Election extends Schedule {
  id: string
  title: string
  seats: Seat[]
  resultsVisible: 'while voting' | 'after close'
  rehearsal: boolean
  candidacyFiling: boolean
  proxyNeedsSecondAdmin: boolean
  shuffledAt: Instant | null
  rewrittenAt: Instant | null
  certifiedAt: Instant | null
  burnedAt: Instant | null
  publishedAt: Instant | null
  remindersAskedAt: Instant | null
  version: number
}

/** A nominee whom one can vote for, as they were when nominated. */
export interface ApprovedNominee {
  id: string
  name: string
  rank: string
  ms: Service
  region: Region
  unit: string
  hasPhoto: boolean
}

/** Elections and their approved nominees, read once and again whenever any node changes them: a ballot costs no look-up. */
export interface ElectionsAtHand {
  all(): Promise<Election[]>
  byId(id: string): Promise<Election | null>
  current(): Promise<Election | null>
  approved(electionId: string): Promise<ReadonlyMap<string, ApprovedNominee>>
}

export function keepElectionsAtHand(db: Database, changes: Pick<SiteChanges, 'on'>): ElectionsAtHand {
  const known = new Map<string, Promise<unknown>>()
  changes.on((table) => {
    if (table === 'elections' || table === 'nominees' || table === '*') known.clear()
  })
  /** A reading that failed is not kept. */
  function once<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const found = known.get(key) as Promise<Value> | undefined
    if (found) return found
    const reading = read()
    known.set(key, reading)
    reading.catch(() => known.get(key) === reading && known.delete(key))
    return reading
  }
  const all = () => once('elections', () => readElections(db))
  return {
    all,
    byId: async (id) => (await all()).find((one) => one.id === id) ?? null,
    current: async () => currentOf(await all()),
    approved: (electionId) => once(`nominees ${electionId}`, () => readApproved(db, electionId)),
  }
}

async function readElections(db: Database): Promise<Election[]> {
  const rows = await db
    .select({
      id: elections.id,
      title: elections.title,
      seats: elections.seats,
      ...times,
      resultsVisible: elections.resultsVisible,
      rehearsal: elections.rehearsal,
      candidacyFiling: elections.candidacyFiling,
      proxyNeedsSecondAdmin: elections.proxyNeedsSecondAdmin,
      shuffledAt: elections.shuffledAt,
      rewrittenAt: elections.rewrittenAt,
      certifiedAt: elections.certifiedAt,
      burnedAt: elections.burnedAt,
      publishedAt: elections.publishedAt,
      remindersAskedAt: elections.remindersAskedAt,
      version: elections.version,
    })
    .from(elections)
  return rows.map((row) => ({
    ...row,
    ...eachTime((field) => row[field].getTime()),
    shuffledAt: row.shuffledAt?.getTime() ?? null,
    rewrittenAt: row.rewrittenAt?.getTime() ?? null,
    certifiedAt: row.certifiedAt?.getTime() ?? null,
    burnedAt: row.burnedAt?.getTime() ?? null,
    publishedAt: row.publishedAt?.getTime() ?? null,
    remindersAskedAt: row.remindersAskedAt?.getTime() ?? null,
  }))
}

const times = {
  nominationOpens: elections.nominationOpens,
  nominationCloses: elections.nominationCloses,
  adminNominationCloses: elections.adminNominationCloses,
  candidacyOpens: elections.candidacyOpens,
  candidacyCloses: elections.candidacyCloses,
  voteLinkOpens: elections.voteLinkOpens,
  voteLinkCloses: elections.voteLinkCloses,
  votingOpens: elections.votingOpens,
  votingCloses: elections.votingCloses,
} satisfies Record<keyof Schedule, unknown>

async function readApproved(db: Database, electionId: string): Promise<ReadonlyMap<string, ApprovedNominee>> {
  const rows = await db
    .select({ id: nominees.id, status: nominees.status, data: nominees.data })
    .from(nominees)
    .where(eq(nominees.electionId, electionId))
  return new Map(rows.filter(({ status }) => status === 'approved').map(({ id, data }) => [id, asNominee(id, data)]))
}

export function asNominee(id: string, data: NomineeSnapshot): ApprovedNominee {
  return {
    id,
    name: `${data.first_name} ${data.last_name}`.trim(),
    rank: data.rank ?? '',
    ms: data.ms,
    region: data.region,
    unit: data.unit_assignment ?? '',
    hasPhoto: data.profile_picture_path !== null,
  }
}
