import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { militaryStatuses, regions, reservistTypes, services } from '#shared/members/enums.ts'
import { privacyOutcomes, privacyRequestKinds } from '#shared/members/privacy/privacy.ts'
import { changeFields, type ChangeField } from '#shared/members/profile/changes.ts'
import { createdAt, instantColumn, newId, now, oneOf } from './columns.ts'
import { uploads } from './files.ts'

const rejectedPaymentKinds = ['reference', 'picture'] as const

/** The sort keys before the ID number, for each order of the list. */
export const listOrders = {
  name: 'name',
  // A null would break pages that continue after a row; the day is before any that may be written.
  joined: `coalesce(member_since, '1949-12-31')`,
  region: `array_position(array[${regions.map((region) => `'${region}'`).join(', ')}, null], region)`,
}

/** SQL for who is listed as a member: no administrators without a serial number, and no deleted people. */
export const isListedSql = (user = '') =>
  `${user}approved and ${user}military_serial is not null and ${user}erased_at is null`
/** The same condition for a row of `member_lines`. */
export const listedMembers = `state in ('member', 'withdrawn')`

/** Conditions that apply to few members. */
export const listedFlags = {
  missing_document: 'missing_document',
  missing_payment: 'missing_payment',
  missing_signature: 'missing_signature',
  missing_picture: 'missing_picture',
  birthday_password: 'not own_password',
  email_none: 'email is null',
  email_refused: 'email_refused',
}

/** Everybody with an account: applicants, members and administrators. */
export const users = pgTable(
  'users',
  {
    id: newId(),
    approved: boolean().notNull().default(false),
    idNumber: text('id_number').unique('users_id_number_unique'),
    militarySerial: text('military_serial').unique('users_military_serial_unique'),
    withdrawnAt: instantColumn('withdrawn_at'),
    /** Set if the person asked for deletion: the row then has a number and nothing about a person. */
    erasedAt: instantColumn('erased_at'),
    firstName: text('first_name').notNull(),
    middleName: text('middle_name'),
    lastName: text('last_name').notNull(),
    suffix: text(),
    fullName: text('full_name')
      .notNull()
      .generatedAlwaysAs(sql`btrim(first_name || ' ' || last_name)`),
    email: text().unique('users_email_unique'),
    emailVerified: boolean('email_verified').notNull().default(false),
    unitAssignment: text('unit_assignment'),
    unitAddress: text('unit_address'),
    region: text({ enum: regions }),
    rank: text(),
    ms: text({ enum: services }),
    militaryStatus: text('military_status', { enum: militaryStatuses }),
    reservistType: text('reservist_type', { enum: reservistTypes }),
    rruChecked: boolean('rru_checked').notNull().default(false),
    aruChecked: boolean('aru_checked').notNull().default(false),
    birthday: date({ mode: 'string' }),
    height: text(),
    weight: text(),
    bloodType: text('blood_type'),
    philhealthNumber: text('philhealth_number'),
    personnelAddress: text('personnel_address'),
    cellphoneNumber: text('cellphone_number'),
    contactPersonFirstName: text('contact_person_first_name'),
    contactPersonMiddleName: text('contact_person_middle_name'),
    contactPersonLastName: text('contact_person_last_name'),
    contactPersonNumber: text('contact_person_number'),
    contactPersonEmail: text('contact_person_email'),
    contactPersonRelationship: text('contact_person_relationship'),
    photoUploadPath: text('photo_upload_path').references(() => uploads.path),
    profilePicturePath: text('profile_picture_path').references(() => uploads.path),
    commissionDocumentPath: text('commission_document_path').references(() => uploads.path),
    paymentProofPath: text('payment_proof_path').references(() => uploads.path),
    signaturePath: text('signature_path').references(() => uploads.path),
    /** With the birthday it opens the page of the application (`src/shared/members/registration/reference.ts`). */
    applicationReference: text('application_reference').unique('users_application_reference_unique'),
    /** When an application was returned to its applicant for correction. */
    returnedAt: instantColumn('returned_at'),
    /** When the applicant had corrected it; the administrators review it again. */
    correctedAt: instantColumn('corrected_at'),
    /** The items to correct, and the message that was sent. Both are cleared by the decision. */
    returnItems: text('return_items').array(),
    returnMessage: text('return_message'),
    approvedAt: instantColumn('approved_at'),
    /** The day on the card. Imported days may be from before this site; rolls and dues use the approval only. */
    memberSince: date('member_since', { mode: 'string' }),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** Invited to observe an election: a name for the log, not a member. Cannot log in any more without an email. */
    isObserver: boolean('is_observer').notNull().default(false),
    /** A removed administrator who is not a member: the log needs the name, but nobody can log in with it. */
    formerAdmin: boolean('former_admin').notNull().default(false),
    /** False while the password is still the birthdate. */
    ownPassword: boolean('own_password').notNull().default(false),
    /** When the member's own password was chosen. */
    ownPasswordAt: instantColumn('own_password_at'),
    /** When an administrator last did something that could let somebody else in (`src/shared/accounts/login.ts`). */
    loginHelpedAt: instantColumn('login_helped_at'),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    twoFactorName: text('two_factor_name'),
    /** Which privacy notice the person accepted at registration, and when. */
    privacyNoticeVersion: text('privacy_notice_version'),
    privacyNoticeAcceptedAt: instantColumn('privacy_notice_accepted_at'),
    /** As on the receipt, without spaces and hyphens, so that a repeated reference is recognised. */
    paymentReference: text('payment_reference'),
    /** When the member allowed printing the blood type on the card; null without consent. */
    healthConsentAt: instantColumn('health_consent_at'),
    /** The content of the card's QR code. It reveals nothing by itself, and can be replaced when a card is lost. */
    cardToken: uuid('card_token').notNull().defaultRandom().unique('users_card_token_unique'),
    /** When the member unsubscribed from emails that are not about their own account (`src/server/members/mailing`). */
    unsubscribedAt: instantColumn('unsubscribed_at'),
    /** When a mail server last rejected the address as unknown. A trigger clears it when the address changes. */
    emailRefusedAt: instantColumn('email_refused_at'),
    /** Until when dues are paid; null without any payment (`src/shared/members/dues/dues.ts`). */
    duesPaidUntil: date('dues_paid_until', { mode: 'string' }),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: instantColumn('updated_at').notNull().default(now),
  },
  (t) => [
    check('users_region_check', oneOf(t.region, regions)),
    check('users_ms_check', oneOf(t.ms, services)),
    check('users_military_status_check', oneOf(t.militaryStatus, militaryStatuses)),
    check('users_reservist_type_check', oneOf(t.reservistType, reservistTypes)),
    check('users_id_number_format', sql`${t.idNumber} ~ '^[A-Z0-9]{1,12}-[0-9]{3}-[0-9]{3}$'`),
    check(
      'users_serial_normalised',
      sql`${t.militarySerial} = upper(${t.militarySerial}) and ${t.militarySerial} !~ '[\\s\\u2010-\\u2015\\u2212]'`,
    ),
    check('users_member_since_plausible', sql`${t.memberSince} >= '1950-01-01'`),
    check('users_email_normalised', sql`${t.email} = lower(btrim(${t.email}))`),
    check('users_names_present', sql`${t.firstName} <> '' and ${t.lastName} <> ''`),
    /**
     * To log in, a member needs a serial number and a birthday, an administrator an email address, and an observer an
     * email address as long as they observe.
     */
    check(
      'users_can_log_in',
      sql`(${t.isAdmin} and ${t.email} is not null) or ${t.isObserver} or ${t.formerAdmin} or (${t.militarySerial} is not null and ${t.birthday} is not null) or ${t.erasedAt} is not null`,
    ),
    /** An observer has no field that makes a member, so that no list, count, roll or card can include one. */
    check(
      'users_observers_apart',
      sql`not ${t.isObserver} or (not ${t.isAdmin} and not ${t.approved} and num_nonnulls(${t.militarySerial}, ${t.birthday}, ${t.idNumber}) = 0)`,
    ),
    check(
      'users_former_admins_apart',
      sql`not ${t.formerAdmin} or (not ${t.isAdmin} and not ${t.isObserver} and not ${t.approved} and num_nonnulls(${t.email}, ${t.militarySerial}, ${t.idNumber}) = 0)`,
    ),
    check('users_refused_address_is_there', sql`${t.emailRefusedAt} is null or ${t.email} is not null`),
    check('users_erased_is_withdrawn', sql`${t.erasedAt} is null or ${t.withdrawnAt} is not null`),
    /** The approval assigns the number, in one step. */
    check('users_numbered_when_approved', sql`${t.idNumber} is null or ${t.approved}`),
    check('users_members_approved_numbered', sql`not ${t.approved} or ${t.isAdmin} or ${t.idNumber} is not null`),
    check('users_application_reference_form', sql`${t.applicationReference} ~ '^[0-9A-HJKMNP-TV-Z]{12}$'`),
    /** Either returned or corrected, with items and message; or neither. */
    check(
      'users_returned_whole',
      sql`num_nonnulls(${t.returnedAt}, ${t.correctedAt}) = num_nonnulls(${t.returnItems}) and num_nonnulls(${t.returnItems}) = num_nonnulls(${t.returnMessage}) and cardinality(${t.returnItems}) > 0`,
    ),
    /** A member has nothing left to correct: the approval clears it. */
    check('users_returned_is_applicant', sql`${t.returnItems} is null or not ${t.approved}`),
    /** Used when a file is released. */
    index('users_photo_upload_path')
      .on(t.photoUploadPath)
      .where(sql`photo_upload_path is not null`),
    index('users_profile_picture_path')
      .on(t.profilePicturePath)
      .where(sql`profile_picture_path is not null`),
    index('users_commission_document_path')
      .on(t.commissionDocumentPath)
      .where(sql`commission_document_path is not null`),
    index('users_payment_proof_path')
      .on(t.paymentProofPath)
      .where(sql`payment_proof_path is not null`),
    index('users_signature_path')
      .on(t.signaturePath)
      .where(sql`signature_path is not null`),
    index('users_applied')
      .on(t.createdAt)
      .where(sql`not approved`),
    index('users_returned')
      .on(t.createdAt)
      .where(sql`returned_at is not null`),
    /** Somebody who applies twice under two serial numbers has the same name and birthday. */
    index('users_same_person')
      .on(t.birthday, sql`fold_text(first_name || ' ' || last_name)`)
      .where(sql`birthday is not null`),
    index('users_payment_reference')
      .on(t.paymentReference)
      .where(sql`payment_reference is not null`),
  ],
)

/**
 * The columns that lists and searches read, stored separately: a disk page holds forty of these lines, but only ten
 * rows of `users`. A trigger maintains them with `made_member_line` in `by-hand.sql`.
 */
export const memberLines = pgTable(
  'member_lines',
  {
    id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for administrators who are not members, and for observers. Deleted people have no line. */
    state: text({ enum: ['applicant', 'member', 'withdrawn'] }),
    createdAt: instantColumn('created_at').notNull(),
    memberSince: date('member_since', { mode: 'string' }),
    /** The day in Manila from which dues are counted. */
    joinedOn: date('joined_on', { mode: 'string' }).notNull(),
    duesPaidUntil: date('dues_paid_until', { mode: 'string' }),
    missingDocument: boolean('missing_document').notNull(),
    missingPayment: boolean('missing_payment').notNull(),
    missingSignature: boolean('missing_signature').notNull(),
    missingPicture: boolean('missing_picture').notNull(),
    ownPassword: boolean('own_password').notNull(),
    emailRefused: boolean('email_refused').notNull(),
    ms: text(),
    region: text(),
    rank: text(),
    militaryStatus: text('military_status'),
    idNumber: text('id_number'),
    /** The sort key. */
    name: text().notNull(),
    /** The searchable text; its parts are in `src/server/members/listing/search.ts` (`seenText` and others). */
    line: text().notNull(),
    email: text(),
    cellphoneNumber: text('cellphone_number'),
  },
  (t) => [
    /** Finds any combination of words, also in the middle of a word. */
    index('member_lines_search').using(
      'gin',
      t.line.op('gin_trgm_ops'),
      t.email.op('gin_trgm_ops'),
      t.cellphoneNumber.op('gin_trgm_ops'),
    ),
    /** The orders of the list, except that by number (see `by-hand.sql`). */
    ...(['name', 'joined', 'region'] as const).map((order) =>
      index(`member_lines_by_${order}`).on(sql.raw(listOrders[order]), t.idNumber).where(sql.raw(listedMembers)),
    ),
    index('member_lines_others')
      .on(t.state, t.createdAt)
      .where(sql`state <> 'member'`),
    /** Used by the filters: a thousand matches are counted from the index alone. */
    index('member_lines_service').on(t.ms, t.region, t.state, t.idNumber, t.id),
    index('member_lines_rank').on(t.rank, t.state, t.idNumber, t.id),
    index('member_lines_paid').on(t.duesPaidUntil, t.joinedOn),
    index('member_lines_military_status').on(t.militaryStatus),
    ...Object.entries(listedFlags).map(([name, condition]) =>
      index(`member_lines_${name}`).on(t.state, t.idNumber, t.id).where(sql.raw(condition)),
    ),
  ],
)

/** The last ID number of each prefix. It only increases, so that the number of a former member is not used again. */
export const idNumbering = pgTable('id_numbering', { prefix: text().primaryKey(), last: text().notNull() })

/** Every number ever assigned, and to whom. A trigger prevents assigning it to somebody else. */
export const assignedNumbers = pgTable('assigned_numbers', {
  idNumber: text('id_number').primaryKey(),
  userId: uuid('user_id').notNull(),
})

/** How many people there are of each kind. Triggers maintain it, so that no screen counts a hundred thousand rows. */
export const memberCounts = pgTable('member_counts', {
  state: text({ enum: ['pending', 'approved', 'withdrawn'] }).primaryKey(),
  people: integer().notNull().default(0),
})

/** Members' requests about their own data. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: newId(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: privacyRequestKinds }).notNull(),
    details: text().notNull().default(''),
    /** For a change: the field and its new value. A picture waits in `file_path` until the request is answered. */
    field: text({ enum: changeFields as [ChangeField, ...ChangeField[]] }),
    value: text().notNull().default(''),
    filePath: text('file_path').references(() => uploads.path),
    createdAt: createdAt(),
    dueAt: instantColumn('due_at').notNull(),
    outcome: text({ enum: privacyOutcomes }),
    answer: text(),
    answeredAt: instantColumn('answered_at'),
    answeredBy: uuid('answered_by').references(() => users.id),
  },
  (t) => [
    check('privacy_requests_kind_check', oneOf(t.kind, privacyRequestKinds)),
    check('privacy_requests_outcome_check', oneOf(t.outcome, privacyOutcomes)),
    check(
      'privacy_requests_answered_whole',
      sql`num_nonnulls(${t.outcome}, ${t.answeredAt}, ${t.answeredBy}) in (0, 3)`,
    ),
    check('privacy_requests_field_check', oneOf(t.field, changeFields)),
    check('privacy_requests_field_of_change', sql`(${t.kind} = 'change') = (${t.field} is not null)`),
    check('privacy_requests_file_while_open', sql`${t.filePath} is null or ${t.outcome} is null`),
    uniqueIndex('privacy_requests_one_open')
      .on(t.memberId, t.kind, sql`coalesce(field, '')`)
      .where(sql`outcome is null`),
    index('privacy_requests_open')
      .on(t.dueAt)
      .where(sql`outcome is null`),
    index('privacy_requests_file_path')
      .on(t.filePath)
      .where(sql`file_path is not null`),
  ],
)

/** `MARIA SANTOS DE LA PEÑA JR`: the middle name often distinguishes people of the same name. */
export const wholeName = sql<string>`concat_ws(' ', ${users.firstName}, nullif(${users.middleName}, ''), ${users.lastName}, nullif(${users.suffix}, ''))`

/** Members who may open any profile but change nothing, and who added them; null if older than this table. */
export const viewers = pgTable('viewers', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  addedBy: uuid('added_by').references(() => users.id, { onDelete: 'set null' }),
  addedAt: instantColumn('added_at').notNull().default(now),
})

/** Payments of rejected applications, as hashes only: repeated ones are recognised, but no row leads to a person. */
export const rejectedPayments = pgTable(
  'rejected_payments',
  {
    kind: text({ enum: rejectedPaymentKinds }).notNull(),
    /** SHA-256 in hexadecimal: of the normalised reference, or of the picture. */
    sha256: text().notNull(),
    rejectedAt: instantColumn('rejected_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.sha256] }),
    check('rejected_payments_kind_check', oneOf(t.kind, rejectedPaymentKinds)),
    check('rejected_payments_sha256_form', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)

/**
 * Rejected applicants, as a hash of serial number and birthday with a key outside the database
 * (`src/server/members/applicants.ts`): a second application is recognised, but no row leads to a person.
 */
export const rejectedApplicants = pgTable(
  'rejected_applicants',
  { fingerprint: text().primaryKey(), rejectedAt: instantColumn('rejected_at').notNull() },
  (t) => [check('rejected_applicants_fingerprint_form', sql`${t.fingerprint} ~ '^[0-9a-f]{64}$'`)],
)

/** Administrators' notes about a member, for each other. Personal data: deleted with the member's. */
export const memberNotes = pgTable(
  'member_notes',
  {
    id: newId(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    writtenBy: uuid('written_by').references(() => users.id, { onDelete: 'set null' }),
    writtenAt: instantColumn('written_at').notNull().default(now),
    text: text().notNull(),
  },
  (t) => [
    check('member_notes_text_present', sql`btrim(${t.text}) <> ''`),
    index('member_notes_member').on(t.memberId, t.writtenAt),
  ],
)
