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
import { createdAt, instant, newId, oneOf } from './columns.ts'
import { uploads } from './files.ts'
import { users } from './members.ts'

interface Seat {
  slot: string
  ms: Service
}

/** What a nomination stores about a person, named as in the members' table. */
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
    resultsVisible: text('results_visible', { enum: resultsVisible }).notNull().default('while voting'),
    kind: text({ enum: electionKinds }).notNull().default('election'),
    /**
     * The election it rehearses: its settings are copied, its nominees are voted for. A rehearsal has its own box and board,
     * which are wiped with this row; lists, jobs and emails ignore it.
     */
    rehearsalOf: uuid('rehearsal_of').references((): AnyPgColumn => elections.id),
    /** Being prepared: visible only to those who run elections until it is announced. */
    draft: boolean().notNull().default(false),
    /** Final. The signed cancellation says who did it. */
    cancelledAt: instant('cancelled_at'),
    cancelledReason: text('cancelled_reason'),
    candidacyFiling: boolean('candidacy_filing').notNull().default(false),
    /** Whether nominees are asked to accept; only those who did are then on the ballot. */
    nomineesAccept: boolean('nominees_accept').notNull().default(false),
    /** Whether each voter sees the candidates in their own random order, or everybody by name. */
    candidatesByLot: boolean('candidates_by_lot').notNull().default(false),
    proxyNeedsSecondAdmin: boolean('proxy_needs_second_admin').notNull().default(false),
    /** Members as of this date are on the roll; null means when voting opens. */
    eligibilityDate: instant('eligibility_date'),
    /** Of these, only members in good standing on that day; while the association has dues. */
    goodStandingOnly: boolean('good_standing_only').notNull().default(false),
    /** Whether the audit package is public, or only for administrators and observers. */
    packagePublic: boolean('package_public').notNull().default(true),
    rollFrozenAt: instant('roll_frozen_at'),
    /** When the freeze record was signed. From then on nothing in it changes without a public correction. */
    frozenAt: instant('frozen_at'),
    /** When all ballots were counted, and every trace of their order was rewritten. */
    countClosedAt: instant('count_closed_at'),
    /** When the old rows were also removed from the disk. Nothing is certified before. */
    tracesPurgedAt: instant('traces_purged_at'),
    certifiedAt: instant('certified_at'),
    certifiedBy: uuid('certified_by').references(() => users.id),
    /** The numbers and names as certified; nothing that happens later changes them. */
    certificate: jsonb().$type<Certificate>(),
    /** When the sealed ballots of a certified election were cleared and their key destroyed. */
    keyDestroyedAt: instant('key_destroyed_at'),
    publishedAt: instant('published_at'),
    /** When an administrator last stated how it continues after a restore. */
    rolledBackAt: instant('rolled_back_at'),
    /** When reminders were last requested: from then on everybody who has not voted gets one. */
    remindersRequestedAt: instant('reminders_requested_at'),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    /** Emails, lists and certificates identify an election by its title alone. */
    uniqueIndex('elections_title_unique')
      .on(sql`fold_text(btrim(regexp_replace(${t.title}, '[[:space:]]+', ' ', 'g')))`)
      .where(sql`kind = 'election'`),
    unique('elections_one_rehearsal').on(t.rehearsalOf),
    check('elections_kind_check', oneOf(t.kind, electionKinds)),
    check(
      'elections_rehearsal_of_another',
      sql`(${t.kind} = 'rehearsal') = (${t.rehearsalOf} is not null) and ${t.rehearsalOf} <> ${t.id}`,
    ),
    /** So an election that has begun cannot be turned into a rehearsal, whose ballots and signed statements can be deleted. */
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

export const person = (column: string) =>
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
    /** The nominee's answer, where nominees are asked; somebody who files for candidacy has accepted. */
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

/** What a candidate tells voters. A trigger prevents changes once the election is frozen; it is deleted with the nominee. */
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

/** Times that changed after the election was announced, for the public schedule. */
export const scheduleChanges = pgTable(
  'schedule_changes',
  {
    id: newId(),
    electionId: election(),
    field: text().notNull(),
    before: instant('before').notNull(),
    after: instant('after').notNull(),
    /** Set if the whole election was postponed. */
    reason: text(),
    changedAt: instant('changed_at').notNull(),
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
    invitedBy: person('invited_by'),
    invitedAt: instant('invited_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.userId] }), index('observers_user').on(t.userId)],
)
