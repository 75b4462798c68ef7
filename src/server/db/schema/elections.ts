import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
import { nomineeAnswers, nomineeStatuses } from '#shared/elections/candidacy/candidacy.ts'
import { candidatePhotos, maxStatementLength } from '#shared/elections/candidacy/profile.ts'
import type { Certificate } from '#shared/elections/closing/certificate.ts'
import { electionKinds, resultsVisible } from '#shared/elections/lifecycle.ts'
import type { Region, Service } from '#shared/members/enums.ts'
import { createdAt, instantColumn, newId, oneOf } from './columns.ts'
import { uploads } from './files.ts'
import { users } from './members.ts'

interface Seat {
  slot: string
  ms: Service
}

/** What a nomination stores about a person, with the column names of the members' table. */
export interface NomineeSnapshot {
  id: string
  first_name: string
  middle_name: string | null
  last_name: string
  suffix: string | null
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
    nominationOpens: instantColumn('nomination_opens').notNull(),
    nominationCloses: instantColumn('nomination_closes').notNull(),
    adminNominationCloses: instantColumn('admin_nomination_closes').notNull(),
    candidacyOpens: instantColumn('candidacy_opens').notNull(),
    candidacyCloses: instantColumn('candidacy_closes').notNull(),
    voteLinkOpens: instantColumn('vote_link_opens').notNull(),
    voteLinkCloses: instantColumn('vote_link_closes').notNull(),
    votingOpens: instantColumn('voting_opens').notNull(),
    votingCloses: instantColumn('voting_closes').notNull(),
    resultsVisible: text('results_visible', { enum: resultsVisible }).notNull().default('while voting'),
    kind: text({ enum: electionKinds }).notNull().default('election'),
    /**
     * The election it rehearses: it has a copy of its settings, and the same nominees. A rehearsal has its own box and
     * board, which are wiped with this row; lists, jobs and emails ignore it.
     */
    rehearsalOf: uuid('rehearsal_of').references((): AnyPgColumn => elections.id),
    /** In preparation: only administrators for elections see it until it is announced. */
    draft: boolean().notNull().default(false),
    /** Final. The signed cancellation says who cancelled it. */
    cancelledAt: instantColumn('cancelled_at'),
    cancelledReason: text('cancelled_reason'),
    candidacyFiling: boolean('candidacy_filing').notNull().default(false),
    /** Whether nominees are asked to accept; then only those who accepted are on the ballot. */
    nomineesAccept: boolean('nominees_accept').notNull().default(false),
    /** True if each voter sees the candidates in a random order of their own, false if by name. */
    candidatesByLot: boolean('candidates_by_lot').notNull().default(false),
    proxyNeedsSecondAdmin: boolean('proxy_needs_second_admin').notNull().default(false),
    /** Members as of this date are on the roll; null means when voting opens. */
    eligibilityDate: instantColumn('eligibility_date'),
    /** Only members in good standing on that day, while the association has dues. */
    goodStandingOnly: boolean('good_standing_only').notNull().default(false),
    /** True if the audit package is public, false if only administrators and observers may open it. */
    packagePublic: boolean('package_public').notNull().default(true),
    rollFrozenAt: instantColumn('roll_frozen_at'),
    /** When the freeze record was signed. From then on its content changes only by a public correction. */
    frozenAt: instantColumn('frozen_at'),
    /** When all ballots were counted and every trace of their order was overwritten. */
    countClosedAt: instantColumn('count_closed_at'),
    /** When the old rows were removed from the disk too. Nothing is certified before. */
    tracesPurgedAt: instantColumn('traces_purged_at'),
    certifiedAt: instantColumn('certified_at'),
    certifiedBy: uuid('certified_by').references(() => users.id),
    /** The numbers and names as certified; nothing changes them later. */
    certificate: jsonb().$type<Certificate>(),
    /** When the sealed ballots of a certified election were cleared and their key destroyed. */
    keyDestroyedAt: instantColumn('key_destroyed_at'),
    publishedAt: instantColumn('published_at'),
    /** When an administrator last stated how the election continues after a restore. */
    rolledBackAt: instantColumn('rolled_back_at'),
    /** When reminders were last requested: everybody who had not voted then gets one. */
    remindersRequestedAt: instantColumn('reminders_requested_at'),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    /** In emails, lists and certificates only the title identifies an election. */
    uniqueIndex('elections_title_unique')
      .on(sql`fold_text(btrim(regexp_replace(${t.title}, '[[:space:]]+', ' ', 'g')))`)
      .where(sql`kind = 'election'`),
    unique('elections_one_rehearsal').on(t.rehearsalOf),
    check('elections_kind_check', oneOf(t.kind, electionKinds)),
    check(
      'elections_rehearsal_of_another',
      sql`(${t.kind} = 'rehearsal') = (${t.rehearsalOf} is not null) and ${t.rehearsalOf} <> ${t.id}`,
    ),
    /** Prevents making a rehearsal of a begun election: its ballots and signed statements could then be deleted. */
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
    check('elections_results_visible_check', oneOf(t.resultsVisible, resultsVisible)),
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

export const election = () =>
  uuid('election_id')
    .notNull()
    .references(() => elections.id)

export const personColumn = (column: string) =>
  uuid(column)
    .notNull()
    .references(() => users.id)

export const nominees = pgTable(
  'nominees',
  {
    id: newId(),
    electionId: election(),
    userId: personColumn('user_id'),
    nominatedBy: personColumn('nominated_by'),
    /** The person's data at the time of the nomination. */
    data: jsonb().$type<NomineeSnapshot>().notNull(),
    /** Only the approved are on the ballot. */
    status: text({ enum: nomineeStatuses }).notNull().default('approved'),
    /** Why an administrator set it back to pending; the nominator can read it. */
    pendingReason: text('pending_reason'),
    /** The nominee's answer, if nominees are asked; whoever files for candidacy has accepted. */
    answer: text({ enum: nomineeAnswers }),
    answeredAt: instantColumn('answered_at'),
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

/** A candidate's text and picture for voters. A trigger forbids changes after the freeze; deleted with the nominee. */
export const candidateProfiles = pgTable(
  'candidate_profiles',
  {
    nomineeId: uuid('nominee_id')
      .primaryKey()
      .references(() => nominees.id, { onDelete: 'cascade' }),
    statement: text().notNull().default(''),
    photo: text({ enum: candidatePhotos }).notNull().default('profile picture'),
    ownPhotoPath: text('own_photo_path').references(() => uploads.path),
    updatedAt: instantColumn('updated_at').notNull(),
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
    userId: personColumn('user_id'),
    filepath: text()
      .notNull()
      .references(() => uploads.path),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.userId] })],
)

/** Changes of times after the announcement, for the public schedule. */
export const scheduleChanges = pgTable(
  'schedule_changes',
  {
    id: newId(),
    electionId: election(),
    field: text().notNull(),
    before: instantColumn('before').notNull(),
    after: instantColumn('after').notNull(),
    /** Set if the whole election was postponed. */
    reason: text(),
    changedAt: instantColumn('changed_at').notNull(),
  },
  (t) => [index('schedule_changes_election').on(t.electionId, t.changedAt)],
)

/** Who observes an election, and who invited them. */
export const observers = pgTable(
  'observers',
  {
    electionId: election(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    invitedBy: personColumn('invited_by'),
    invitedAt: instantColumn('invited_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.userId] }), index('observers_user').on(t.userId)],
)
