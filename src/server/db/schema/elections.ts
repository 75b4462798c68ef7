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
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { Certificate } from '#shared/elections/closing/certificate.ts'
import { candidatePhotos, maxStatementLength } from '#shared/elections/candidacy/profile.ts'
import { nomineeAnswers, nomineeStatuses } from '#shared/elections/candidacy/candidacy.ts'
import type { StatementType } from '#shared/elections/board/statements.ts'
import { electionKinds } from '#shared/elections/lifecycle.ts'
import { services, type Region, type Service, rollRegions } from '#shared/members/enums.ts'
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
    kind: text({ enum: electionKinds }).notNull().default('election'),
    /**
     * The election that is rehearsed: its settings are copied, its nominees are voted for. A rehearsal has a box and a board
     * of its own, which are wiped with this row; no list, job or email knows it.
     */
    rehearsalOf: uuid('rehearsal_of').references((): AnyPgColumn => elections.id),
    /** Being prepared: seen by those who run elections, and by nobody else, until it is announced. */
    draft: boolean().notNull().default(false),
    /** For good. The signed cancellation says by whom. */
    cancelledAt: instant('cancelled_at'),
    cancelledReason: text('cancelled_reason'),
    candidacyFiling: boolean('candidacy_filing').notNull().default(false),
    /** Whether nominees are asked to accept; only those who did are then on the ballot. */
    nomineesAccept: boolean('nominees_accept').notNull().default(false),
    proxyNeedsSecondAdmin: boolean('proxy_needs_second_admin').notNull().default(false),
    /** Who is a member by then is on the roll; null for the opening of voting. */
    eligibilityDate: instant('eligibility_date'),
    /** Whether the audit package is for everybody, or for administrators and observers only. */
    packagePublic: boolean('package_public').notNull().default(true),
    rollFrozenAt: instant('roll_frozen_at'),
    /** When the freeze record was signed. From then on nothing in it changes without a public correction. */
    frozenAt: instant('frozen_at'),
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
    /** When reminders were last asked for: from then on everybody who has not voted gets one. */
    remindersRequestedAt: instant('reminders_requested_at'),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    /** Emails, lists and certificates name an election by its title alone. */
    uniqueIndex('elections_title_unique')
      .on(sql`fold_text(btrim(regexp_replace(${t.title}, '[[:space:]]+', ' ', 'g')))`)
      .where(sql`kind = 'election'`),
    unique('elections_one_rehearsal').on(t.rehearsalOf),
    check('elections_kind_check', oneOf(t.kind, electionKinds)),
    check(
      'elections_rehearsal_of_another',
      sql`(${t.kind} = 'rehearsal') = (${t.rehearsalOf} is not null) and ${t.rehearsalOf} <> ${t.id}`,
    ),
    /** So neither is an election that has begun made a rehearsal, whose ballots and signed statements can be deleted. */
    check(
      'elections_rehearsals_untouched',
      sql`${t.kind} = 'election' or not ${t.draft} and num_nonnulls(${sql.join(
        [
          t.rollFrozenAt,
          t.frozenAt,
          t.countClosedAt,
          t.certifiedAt,
          t.cancelledAt,
          t.keyDestroyedAt,
          t.publishedAt,
          t.remindersRequestedAt,
        ],
        sql`, `,
      )}) = 0`,
    ),
    check('elections_eligible_before_voting', sql`${t.eligibilityDate} <= ${t.votingOpens}`),
    check('elections_roll_before_record', sql`${t.frozenAt} is null or ${t.rollFrozenAt} is not null`),
    check(
      'elections_drafts_untouched',
      sql`not ${t.draft} or num_nonnulls(${t.rollFrozenAt}, ${t.frozenAt}, ${t.countClosedAt}, ${t.certifiedAt}, ${t.cancelledAt}) = 0`,
    ),
    check(
      'elections_cancelled_whole',
      sql`(${t.cancelledAt} is null) = (${t.cancelledReason} is null) and coalesce(btrim(${t.cancelledReason}) <> '', true)`,
    ),
    check(
      'elections_cancelled_uncounted',
      sql`${t.cancelledAt} is null or num_nonnulls(${t.countClosedAt}, ${t.certifiedAt}) = 0`,
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

const person = (column: string) =>
  uuid(column)
    .notNull()
    .references(() => users.id)

export const nominees = pgTable(
  'nominees',
  {
    id: newId(),
    electionId: election(),
    userId: person('user_id'),
    nominatedBy: person('nominated_by'),
    /** The person as they were when nominated. */
    data: jsonb().$type<NomineeSnapshot>().notNull(),
    /** Only the approved are on the ballot. */
    status: text({ enum: nomineeStatuses }).notNull().default('approved'),
    /** Why an administrator set them back to pending, for the nominator to read. */
    pendingReason: text('pending_reason'),
    /** What the nominee said, where nominees are asked; who files for candidacy has accepted. */
    answer: text({ enum: nomineeAnswers }),
    answeredAt: instant('answered_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('nominees_once_per_election').on(t.electionId, t.userId),
    check('nominees_reason_while_pending', sql`${t.pendingReason} is null or ${t.status} = 'pending'`),
    check('nominees_status_check', oneOf(t.status, nomineeStatuses)),
    check('nominees_answer_check', oneOf(t.answer, nomineeAnswers)),
    check('nominees_answered_whole', sql`num_nonnulls(${t.answer}, ${t.answeredAt}) in (0, 2)`),
    check(
      'nominees_answer_fits',
      sql`case ${t.status} when 'asked' then ${t.answer} is null when 'declined' then coalesce(${t.answer}, '') = 'declined' when 'approved' then coalesce(${t.answer}, '') <> 'declined' else true end`,
    ),
  ],
)

/** What a candidate tells voters. A trigger lets nobody change it once the election is frozen; it goes with the nominee. */
export const candidateProfiles = pgTable(
  'candidate_profiles',
  {
    nomineeId: uuid('nominee_id')
      .primaryKey()
      .references(() => nominees.id, { onDelete: 'cascade' }),
    statement: text().notNull().default(''),
    photo: text({ enum: candidatePhotos }).notNull().default('profile picture'),
    ownPhotoPath: text('own_photo_path').references(() => uploads.path),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('candidate_profiles_short', sql`char_length(${t.statement}) <= ${sql.raw(`${maxStatementLength}`)}`),
    check('candidate_profiles_photo_check', oneOf(t.photo, candidatePhotos)),
    check('candidate_profiles_own_photo', sql`(${t.photo} = 'own') = (${t.ownPhotoPath} is not null)`),
    index('candidate_profiles_own_photo_path')
      .on(t.ownPhotoPath)
      .where(sql`own_photo_path is not null`),
  ],
)

export const candidatesFiles = pgTable(
  'candidates_files',
  {
    electionId: election(),
    userId: person('user_id'),
    filepath: text()
      .notNull()
      .references(() => uploads.path),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.userId] })],
)

/**
 * Who has voted, and their ballot sealed under a key that is not in this database. The primary key is the rule
 * "one ballot per voter and election".
 */
export const ballots = pgTable(
  'ballots',
  {
    electionId: election(),
    voterId: person('voter_id'),
    /** The administrator who cast it on the voter's behalf; null for the voter's own. */
    proxyBy: uuid('proxy_by').references(() => users.id),
    /** The second administrator, where the election asked for one. */
    confirmedBy: uuid('confirmed_by').references(() => users.id),
    /** By what right, in the administrator's words, and the signed form if there is one. */
    authority: text(),
    authorityPath: text('authority_path').references(() => uploads.path),
    voterRegion: text('voter_region', { enum: rollRegions }).notNull(),
    sealed: bytes().notNull(),
    counted: boolean().notNull().default(false),
    /**
     * Of the receipt's secret, under the vault key: two ballots with one secret would share their leaves. Emptied when the count
     * is closed; null as well for ballots older than receipts.
     */
    receiptMark: bytes('receipt_mark'),
  },
  (t) => [
    /** The voter first: the same index tells, when somebody is to be deleted, that they have no ballot. */
    primaryKey({ columns: [t.voterId, t.electionId] }),
    check('ballots_region_check', oneOf(t.voterRegion, rollRegions)),
    unique('ballots_receipt_once').on(t.electionId, t.receiptMark),
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
      .on(t.electionId)
      .where(sql`not counted`),
  ],
)

/**
 * The public board: one leaf for each seat of a counted ballot, blanks too. Anonymous on purpose: no voter, no time, and no order
 * but that of the tree. That each is for a nominee of its election is seen to by a trigger, for all that come together.
 */
export const votes = pgTable(
  'votes',
  {
    electionId: uuid('election_id').notNull(),
    /** In the tree, from 0. */
    position: integer().notNull(),
    service: text({ enum: services }).notNull(),
    /** Null for a seat left blank. */
    nomineeId: uuid('nominee_id'),
    nonce: bytes().notNull(),
    commitment: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.electionId, t.position] }),
    /** A nonce belongs to one seat of one ballot. Who checks a receipt without telling which leaf is theirs looks here, too. */
    unique('votes_nonce_once').on(t.electionId, t.nonce),
    check('votes_service_check', oneOf(t.service, services)),
    check('votes_sizes', sql`${t.position} >= 0 and length(${t.nonce}) = 16 and length(${t.commitment}) = 32`),
  ],
)

/** What is needed to add leaves to the tree of an election: the roots of its full subtrees, the largest first. */
export const boardTrees = pgTable('board_trees', {
  electionId: election().primaryKey(),
  size: integer().notNull(),
  roots: bytes().notNull(),
})

export const statementTypes = [
  'freeze/1',
  'correction/1',
  'head/1',
  'certificate/1',
  'countersignature/1',
  'cancellation/1',
] as const satisfies StatementType[]

/** What the site has signed, word for word. A trigger lets nobody change or remove a line of it, but for a rehearsal's. */
export const signedStatements = pgTable(
  'signed_statements',
  {
    electionId: election(),
    type: text({ enum: statementTypes }).notNull(),
    number: integer().notNull().default(0),
    statement: text().notNull(),
    signature: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.electionId, t.type, t.number] }),
    check('signed_statements_type_check', oneOf(t.type, statementTypes)),
  ],
)

/** Who may vote in an election, and where they are counted: drawn up once, then only corrected. */
export const roll = pgTable(
  'roll',
  {
    electionId: election(),
    voterId: person('voter_id'),
    /** What is published: a hash over salt and serial number. */
    line: bytes().notNull(),
    /** Both removed a while after certification, and when a member is erased. */
    salt: bytes(),
    serial: text(),
    region: text({ enum: rollRegions }).notNull(),
    /** The numbers of the corrections that added and struck the line. */
    added: integer(),
    struck: integer(),
  },
  (t) => [
    /** The voter first: who is to be deleted is looked for here. */
    primaryKey({ columns: [t.voterId, t.electionId] }),
    unique('roll_line_once').on(t.electionId, t.line),
    check('roll_region_check', oneOf(t.region, rollRegions)),
    check('roll_salt_with_serial', sql`(${t.salt} is null) = (${t.serial} is null)`),
  ],
)

/** Running totals, so that showing results never counts votes. */
export const tallies = pgTable(
  'tallies',
  {
    electionId: election(),
    nomineeId: uuid('nominee_id')
      .notNull()
      .references(() => nominees.id),
    votes: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.nomineeId] }), check('tallies_not_negative', sql`${t.votes} >= 0`)],
)

/** How many have voted, and how many of those ballots are counted, by the voters' region. */
export const turnout = pgTable(
  'turnout',
  {
    electionId: election(),
    region: text({ enum: rollRegions }).notNull(),
    cast: integer().notNull().default(0),
    counted: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.electionId, t.region] }),
    check('turnout_region_check', oneOf(t.region, rollRegions)),
    check('turnout_counted_were_cast', sql`${t.counted} between 0 and ${t.cast}`),
  ],
)

/** How many had voted by the end of an hour, in all: no ballot carries a time, and this tells of no ballot. */
export const turnoutHours = pgTable(
  'turnout_hours',
  {
    electionId: election(),
    /** When it began. */
    hour: instant('hour').notNull(),
    cast: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.hour] }), check('turnout_hours_not_negative', sql`${t.cast} >= 0`)],
)

/** A proxy ballot, sealed, that waits for a second administrator. It is no ballot yet: the voter may still cast their own. */
export const pendingProxies = pgTable(
  'pending_proxies',
  {
    electionId: election(),
    voterId: person('voter_id'),
    askedBy: person('asked_by'),
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
    decidedBy: person('decided_by'),
    decidedAt: instant('decided_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.electionId, t.ms] }),
    check('tie_decisions_ms_check', oneOf(t.ms, services)),
    check('tie_decisions_explained', sql`btrim(${t.reason}) <> ''`),
  ],
)

/** Times that were changed after the election was announced, for the public schedule. */
export const scheduleChanges = pgTable(
  'schedule_changes',
  {
    id: newId(),
    electionId: election(),
    field: text().notNull(),
    before: instant('before').notNull(),
    after: instant('after').notNull(),
    /** Given where the whole election was postponed. */
    reason: text(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [index('schedule_changes_election').on(t.electionId, t.changedAt)],
)

export const voterEmailKinds = ['reminder', 'cast', 'proxy', 'cancelled'] as const

/** Which emails about an election were queued to whom: each once, whatever is interrupted. */
export const voterEmails = pgTable(
  'voter_emails',
  {
    electionId: election(),
    voterId: person('voter_id'),
    kind: text({ enum: voterEmailKinds }).notNull(),
  },
  (t) => [
    /** The voter first: who is to be deleted is looked for here. */
    primaryKey({ columns: [t.voterId, t.electionId, t.kind] }),
    check('voter_emails_kind_check', oneOf(t.kind, voterEmailKinds)),
  ],
)

/** Who observes an election, by whose invitation. */
export const observers = pgTable(
  'observers',
  {
    electionId: election(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    invitedBy: person('invited_by'),
    invitedAt: instant('invited_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.userId] }), index('observers_user').on(t.userId)],
)
