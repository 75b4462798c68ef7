import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Certificate } from '#shared/elections/closing/certificate.ts'
import { regions, services, type Region, type Service } from '#shared/members/enums.ts'
import { createdAt, instant, newId, oneOf } from './columns.ts'
import { uploads } from './files.ts'
import { users } from './members.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

interface Seat {
  slot: string
  ms: Service
}

/** What a nomination keeps of a person, in the words of the members' table. */
export interface NomineeSnapshot {
  id: string
  first_name: string
  middle_name: string | null
  last_name: string
  rank: string | null
  military_serial: string | null
  ms: Service
  region: Region
  unit_assignment: string | null
  profile_picture_path: string | null
  is_admin: boolean
}

/** Windows are half open: the opening instant is inside, the closing one is not. */
export const elections = pgTable(
  'elections',
  {
    id: newId(),
    title: text().notNull(),
    seats: jsonb().$type<Seat[]>().notNull(),
    nominationOpens: instant('nomination_opens').notNull(),
    nominationCloses: instant('nomination_closes').notNull(),
    adminNominationCloses: instant('admin_nomination_closes').notNull(),
    candidacyOpens: instant('candidacy_opens').notNull(),
    candidacyCloses: instant('candidacy_closes').notNull(),
    voteLinkOpens: instant('vote_link_opens').notNull(),
    voteLinkCloses: instant('vote_link_closes').notNull(),
    votingOpens: instant('voting_opens').notNull(),
    votingCloses: instant('voting_closes').notNull(),
    resultsVisible: text('results_visible', { enum: ['while voting', 'after close'] })
      .notNull()
      .default('while voting'),
    rehearsal: boolean().notNull().default(false),
    candidacyFiling: boolean('candidacy_filing').notNull().default(false),
    proxyNeedsSecondAdmin: boolean('proxy_needs_second_admin').notNull().default(false),
    /** When all ballots were in and counted, and every trace of the order they came in was rewritten. */
    countClosedAt: instant('count_closed_at'),
    /** When the disk, too, had been cleared of the rows as they were. Nothing is certified before. */
    tracesPurgedAt: instant('traces_purged_at'),
    certifiedAt: instant('certified_at'),
    certifiedBy: uuid('certified_by').references(() => users.id),
    /** The numbers and names as certified; nothing that happens later changes them. */
    certificate: jsonb().$type<Certificate>(),
    /** When the sealed ballots of a certified election were emptied and their key destroyed. */
    keyDestroyedAt: instant('key_destroyed_at'),
    publishedAt: instant('published_at'),
    /** Once set, everybody who has not voted gets one reminder. */
    remindersRequestedAt: instant('reminders_requested_at'),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    /** Emails, lists and certificates name an election by its title alone. */
    uniqueIndex('elections_title_unique').on(
      sql`fold_text(btrim(regexp_replace(${t.title}, '[[:space:]]+', ' ', 'g')))`,
    ),
    check('elections_results_visible_check', oneOf(t.resultsVisible, ['while voting', 'after close'])),
    check(
      'elections_certified_whole',
      sql`num_nonnulls(${t.certifiedAt}, ${t.certifiedBy}, ${t.certificate}) in (0, 3)`,
    ),
    check(
      'elections_windows_in_order',
      sql`${t.nominationOpens} < ${t.nominationCloses} and ${t.candidacyOpens} < ${t.candidacyCloses} and ${t.voteLinkOpens} < ${t.voteLinkCloses} and ${t.votingOpens} < ${t.votingCloses} and ${t.nominationCloses} <= ${t.votingOpens}`,
    ),
  ],
)

const election = () =>
  uuid('election_id')
    .notNull()
    .references(() => elections.id)

export const nominees = pgTable(
  'nominees',
  {
    id: newId(),
    electionId: election(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    nominatedBy: uuid('nominated_by')
      .notNull()
      .references(() => users.id),
    /** The person as they were when nominated. */
    data: jsonb().$type<NomineeSnapshot>().notNull(),
    status: text({ enum: ['approved', 'pending'] })
      .notNull()
      .default('approved'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('nominees_once_per_election').on(t.electionId, t.userId),
    check('nominees_status_check', oneOf(t.status, ['approved', 'pending'])),
  ],
)

export const candidatesFiles = pgTable(
  'candidates_files',
  {
    electionId: election(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    filepath: text()
      .notNull()
      .references(() => uploads.path),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.userId] })],
)

/**
 * Who has voted, and their ballot sealed under a key that is not in this database. The primary key is the rule
 * "one ballot per voter and election"; rehearsal ballots are kept apart by it.
 */
export const ballots = pgTable(
  'ballots',
  {
    electionId: election(),
    voterId: uuid('voter_id')
      .notNull()
      .references(() => users.id),
    rehearsal: boolean().notNull().default(false),
    /** The administrator who cast it on the voter's behalf; null for the voter's own. */
    proxyBy: uuid('proxy_by').references(() => users.id),
    /** The second administrator, where the election asked for one. */
    confirmedBy: uuid('confirmed_by').references(() => users.id),
    /** By what right, in the administrator's words, and the signed form if there is one. */
    authority: text(),
    authorityPath: text('authority_path').references(() => uploads.path),
    voterRegion: text('voter_region', { enum: regions }).notNull(),
    sealed: bytes().notNull(),
    counted: boolean().notNull().default(false),
  },
  (t) => [
    /** The voter first: the same index tells, when somebody is to be deleted, that they have no ballot. */
    primaryKey({ columns: [t.voterId, t.electionId, t.rehearsal] }),
    check('ballots_region_check', oneOf(t.voterRegion, regions)),
    check('ballots_proxy_by_another', sql`${t.proxyBy} <> ${t.voterId}`),
    check('ballots_proxy_by_authority', sql`(${t.proxyBy} is null) = (${t.authority} is null)`),
    check(
      'ballots_confirmed_by_a_second',
      sql`${t.confirmedBy} is null or coalesce(${t.confirmedBy} <> ${t.proxyBy}, false)`,
    ),
    /** Few ballots are by proxy. Whoever is to be deleted, and a file that is let go of, is looked for here. */
    index('ballots_proxy_by')
      .on(t.proxyBy)
      .where(sql`proxy_by is not null`),
    index('ballots_confirmed_by')
      .on(t.confirmedBy)
      .where(sql`confirmed_by is not null`),
    index('ballots_authority')
      .on(t.authorityPath)
      .where(sql`authority_path is not null`),
    index('ballots_uncounted')
      .on(t.electionId, t.rehearsal)
      .where(sql`not counted`),
  ],
)

/**
 * Anonymous on purpose: no voter, no time, no order. Two voters may choose the same nonce, so a tracker may be there twice;
 * that a ballot is counted once is the business of its own row. That each is for a nominee of its election is seen to by a
 * trigger, for all that come together.
 */
export const votes = pgTable(
  'votes',
  {
    electionId: uuid('election_id').notNull(),
    rehearsal: boolean().notNull().default(false),
    tracker: text().notNull(),
    contest: text().notNull(),
    nomineeId: uuid('nominee_id').notNull(),
    nomineeData: jsonb('nominee_data').$type<NomineeSnapshot>().notNull(),
    region: text({ enum: regions }).notNull(),
  },
  (t) => [index('votes_tracker').on(t.electionId, t.tracker), check('votes_region_check', oneOf(t.region, regions))],
)

/** Running totals, so that showing results never counts votes. */
export const tallies = pgTable(
  'tallies',
  {
    electionId: election(),
    rehearsal: boolean().notNull().default(false),
    nomineeId: uuid('nominee_id')
      .notNull()
      .references(() => nominees.id),
    votes: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.electionId, t.rehearsal, t.nomineeId] }),
    check('tallies_not_negative', sql`${t.votes} >= 0`),
  ],
)

/** How many have voted, and how many of those ballots are counted, by the voters' region. */
export const turnout = pgTable(
  'turnout',
  {
    electionId: election(),
    rehearsal: boolean().notNull().default(false),
    region: text({ enum: regions }).notNull(),
    cast: integer().notNull().default(0),
    counted: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.electionId, t.rehearsal, t.region] }),
    check('turnout_region_check', oneOf(t.region, regions)),
    check('turnout_counted_were_cast', sql`${t.counted} between 0 and ${t.cast}`),
  ],
)

/** A proxy ballot, sealed, that waits for a second administrator. It is no ballot yet: the voter may still cast their own. */
export const pendingProxies = pgTable(
  'pending_proxies',
  {
    electionId: election(),
    voterId: uuid('voter_id')
      .notNull()
      .references(() => users.id),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id),
    authority: text().notNull(),
    authorityPath: text('authority_path').references(() => uploads.path),
    sealed: bytes().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.voterId] })],
)

/** Who was chosen among those with equal votes, and how that was decided. */
export const tieDecisions = pgTable(
  'tie_decisions',
  {
    electionId: election(),
    ms: text({ enum: services }).notNull(),
    nomineeIds: jsonb('nominee_ids').$type<string[]>().notNull(),
    reason: text().notNull(),
    decidedBy: uuid('decided_by')
      .notNull()
      .references(() => users.id),
    decidedAt: instant('decided_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.electionId, t.ms] }),
    check('tie_decisions_ms_check', oneOf(t.ms, services)),
    check('tie_decisions_explained', sql`btrim(${t.reason}) <> ''`),
  ],
)

/** Moves of a window that had begun, for the public schedule. */
export const scheduleChanges = pgTable(
  'schedule_changes',
  {
    id: newId(),
    electionId: election(),
    field: text().notNull(),
    before: instant('before').notNull(),
    after: instant('after').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [index('schedule_changes_election').on(t.electionId, t.changedAt)],
)

export const voterEmailKinds = ['reminder', 'cast', 'proxy'] as const

/** Which emails about an election were queued to whom: each once, whatever is interrupted. */
export const voterEmails = pgTable(
  'voter_emails',
  {
    electionId: election(),
    voterId: uuid('voter_id')
      .notNull()
      .references(() => users.id),
    kind: text({ enum: voterEmailKinds }).notNull(),
  },
  (t) => [
    /** The voter first: who is to be deleted is looked for here. */
    primaryKey({ columns: [t.voterId, t.electionId, t.kind] }),
    check('voter_emails_kind_check', oneOf(t.kind, voterEmailKinds)),
  ],
)
