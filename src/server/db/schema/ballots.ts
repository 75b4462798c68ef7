import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { StatementType } from '#shared/elections/board/statements.ts'
import { rollRegions } from '#shared/members/enums.ts'
import { createdAt, instantColumn, oneOf } from './columns.ts'
import { election, personColumn, nominees } from './elections.ts'
import { uploads } from './files.ts'
import { users } from './members.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Who has voted, with their ballot, sealed with a key that is not in this database. The primary key enforces one ballot
 * per voter and election.
 */
export const ballots = pgTable(
  'ballots',
  {
    electionId: election(),
    voterId: personColumn('voter_id'),
    /** The administrator who cast it for the voter; null if the voter cast it. */
    proxyBy: uuid('proxy_by').references(() => users.id),
    /** The second administrator, where the election required one. */
    confirmedBy: uuid('confirmed_by').references(() => users.id),
    /** The reason why a proxy may vote, in the administrator's words, and the signed form if there is one. */
    authority: text(),
    authorityPath: text('authority_path').references(() => uploads.path),
    /** The voter cast it, but an administrator had helped with the login after the roll was frozen. */
    helped: boolean().notNull().default(false),
    voterRegion: text('voter_region', { enum: rollRegions }).notNull(),
    sealed: bytes().notNull(),
    counted: boolean().notNull().default(false),
    /**
     * A hash of the receipt's secret with the vault key: two ballots with the same secret would share their leaves.
     * Cleared when the count is closed; also null for ballots older than receipts.
     */
    receiptMark: bytes('receipt_mark'),
  },
  (t) => [
    /** The voter comes first, so that the same index shows whether a person to be deleted has a ballot. */
    primaryKey({ columns: [t.voterId, t.electionId] }),
    check('ballots_region_check', oneOf(t.voterRegion, rollRegions)),
    unique('ballots_receipt_once').on(t.electionId, t.receiptMark),
    check('ballots_proxy_by_another', sql`${t.proxyBy} <> ${t.voterId}`),
    check('ballots_helped_are_own', sql`not ${t.helped} or ${t.proxyBy} is null`),
    check('ballots_proxy_by_authority', sql`(${t.proxyBy} is null) = (${t.authority} is null)`),
    check(
      'ballots_confirmed_by_a_second',
      sql`${t.confirmedBy} is null or coalesce(${t.confirmedBy} <> ${t.proxyBy}, false)`,
    ),
    /** A partial index, as few ballots are by proxy. Used when a person is deleted or a file released. */
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
 * The public board: one leaf for each seat of a counted ballot, also for blanks, packed by `board/tiles.ts`. It is
 * anonymous on purpose: no voter, no time, and no order except the one of the tree.
 */
export const boardTiles = pgTable(
  'board_tiles',
  {
    electionId: uuid('election_id').notNull(),
    tile: integer().notNull(),
    leaves: bytes().notNull(),
    /** The root of the tree of its leaves, once the tile is full. */
    root: bytes(),
  },
  (t) => [
    primaryKey({ columns: [t.electionId, t.tile] }),
    check(
      'board_tiles_sizes',
      sql`${t.tile} >= 0 and length(${t.leaves}) between 33 and 8448 and length(${t.leaves}) % 33 = 0
        and (length(${t.leaves}) = 8448) = (${t.root} is not null) and length(${t.root}) = 32`,
    ),
  ],
)

/** All that is needed to append leaves to an election's tree: the roots of its full subtrees, the largest first. */
export const boardTrees = pgTable('board_trees', {
  electionId: election().primaryKey(),
  size: integer().notNull(),
  roots: bytes().notNull(),
})

export const statementTypes = [
  'freeze/2',
  'correction/1',
  'rollback/1',
  'head/2',
  'decision/1',
  'certificate/2',
  'witness/1',
  'countersignature/1',
  'cancellation/1',
] as const satisfies StatementType[]

/** Exactly what the site has signed. A trigger prevents changing or deleting it, except for a rehearsal's. */
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

/** Who may vote in an election, and in which region they count: written once, then only corrected. */
export const roll = pgTable(
  'roll',
  {
    electionId: election(),
    voterId: personColumn('voter_id'),
    /** The part that is published: a hash of salt and serial number. */
    line: bytes().notNull(),
    /** Both are deleted some time after certification, or when the member's data is deleted. */
    salt: bytes(),
    serial: text(),
    region: text({ enum: rollRegions }).notNull(),
    /** The numbers of the corrections that added and struck the line. */
    added: integer(),
    struck: integer(),
  },
  (t) => [
    /** The voter comes first, for the deletion of a person. */
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

/** How many have voted, and how many of those ballots are counted, by the voter's region. */
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

/** How many had voted by the end of each hour. Ballots have no time, and this reveals nothing about any ballot. */
export const turnoutHours = pgTable(
  'turnout_hours',
  {
    electionId: election(),
    hour: instantColumn('hour').notNull(),
    cast: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.hour] }), check('turnout_hours_not_negative', sql`${t.cast} >= 0`)],
)

/** A sealed proxy ballot that waits for a second administrator. The voter may still cast their own ballot. */
export const pendingProxies = pgTable(
  'pending_proxies',
  {
    electionId: election(),
    voterId: personColumn('voter_id'),
    askedBy: personColumn('asked_by'),
    authority: text().notNull(),
    authorityPath: text('authority_path').references(() => uploads.path),
    sealed: bytes().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.voterId] })],
)

/** Heads that a witness found consistent with all earlier ones, each signed with the witness's own key. */
export const cosignatures = pgTable(
  'cosignatures',
  {
    electionId: election(),
    number: integer().notNull(),
    /** The witness's public key in hexadecimal. */
    witness: text().notNull(),
    hash: text().notNull(),
    signature: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.electionId, t.number, t.witness] })],
)

export const voterEmailKinds = ['reminder', 'cast', 'proxy', 'cancelled', 'rollback'] as const

/** Which emails about an election were queued for whom, so that nobody gets one twice after an interruption. */
export const voterEmails = pgTable(
  'voter_emails',
  {
    electionId: election(),
    voterId: personColumn('voter_id'),
    kind: text({ enum: voterEmailKinds }).notNull(),
  },
  (t) => [
    /** The voter comes first, for the deletion of a person. */
    primaryKey({ columns: [t.voterId, t.electionId, t.kind] }),
    check('voter_emails_kind_check', oneOf(t.kind, voterEmailKinds)),
  ],
)
