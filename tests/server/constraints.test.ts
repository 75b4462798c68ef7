import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { linkSections } from '#shared/content/defaults.ts'
import { buckets } from '#shared/file-access.ts'
import { scratchDatabase } from '#tests/support/database.ts'

/** The database has the last word: these hold even if every check before it is forgotten. */

const scratch = await scratchDatabase()
const pool = new pg.Pool(scratch.config)
afterAll(async () => {
  await pool.end()
  await scratch.drop()
})

type Row = Record<string, unknown>
let n = 0

async function insert(table: string, row: Row): Promise<string> {
  const names = Object.keys(row)
  const values = names.map((_, i) => `$${i + 1}`).join(', ')
  const { rows } = await pool.query<Row>(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${values}) returning *`,
    Object.values(row),
  )
  return String(rows[0]?.id)
}

const member = (changes: Row = {}): Row => {
  n++
  return {
    first_name: 'JUAN',
    last_name: 'CRUZ',
    military_serial: `S-${n}`,
    email: `m${n}@example.org`,
    birthday: '1964-10-05',
    ...changes,
  }
}

const broken = (table: string, row: Row) =>
  insert(table, row).then(
    () => null,
    (error: { constraint?: string }) => error.constraint,
  )

describe('an administrator', () => {
  const admin = (changes: Row = {}) =>
    member({ military_serial: null, birthday: null, is_admin: true, approved: true, ...changes })

  test.each([
    [{ jobs: ['content'] }, null],
    [{ jobs: ['membership', 'content', 'elections', 'settings'] }, null],
    [{ jobs: [] }, 'administrators_jobs_check'],
    [{ jobs: ['everything'] }, 'administrators_jobs_check'],
    [{ jobs: ['content'], former_email: 'a@b.ph' }, 'administrators_former_when_removed'],
  ])('with %o', async (changes, constraint) => {
    const user_id = await insert('users', admin())
    const row = { user_id, invited_at: new Date(), ...changes }
    expect((await broken('administrators', row)) ?? null).toBe(constraint)
  })

  test.each([
    [{}, null],
    [{ is_admin: true }, 'users_former_admins_apart'],
    [{ email: 'left@example.org' }, 'users_former_admins_apart'],
    [{ is_observer: true }, 'users_former_admins_apart'],
    [{ military_serial: 'FORMER-1' }, 'users_former_admins_apart'],
  ])('who was removed, with %o', async (changes, constraint) => {
    const former = admin({ is_admin: false, approved: false, email: null, former_admin: true, ...changes })
    expect((await broken('users', former)) ?? null).toBe(constraint)
  })
})

describe('an email to members', () => {
  const mailing = (changes: Row = {}) => ({
    id: randomUUID(),
    subject: 'Muster',
    body: 'Good day',
    audience: '',
    sent_at: new Date(),
    recipients: 2,
    ...changes,
  })

  test.each([
    [{}, null],
    [{ subject: ' ' }, 'mailings_written'],
    [{ body: '\n\t ' }, 'mailings_written'],
    [{ recipients: 0 }, 'mailings_have_recipients'],
    [{ sent: 1, refused: 1 }, null],
    [{ sent: 2, left_out: 1 }, 'mailings_counts'],
    [{ sent: -1 }, 'mailings_counts'],
    [{ sent: 1, unsure: 1 }, null],
    [{ sent: 2, unsure: 1 }, 'mailings_counts'],
  ])('with %o', async (changes, constraint) => {
    expect((await broken('mailings', mailing(changes))) ?? null).toBe(constraint)
  })

  test('is stopped by somebody only when it is stopped', async () => {
    const stopped_by = await insert('users', member())
    expect(await broken('mailings', mailing({ stopped_by }))).toBe('mailings_stopped_by_somebody')
  })

  test('has each member once, and an outcome with its time', async () => {
    const row = { mailing_id: await insert('mailings', mailing()), member_id: await insert('users', member()) }
    await insert('mailing_recipients', row)
    expect(await broken('mailing_recipients', row)).toBe('mailing_recipients_once')
    const other = { ...row, member_id: await insert('users', member()) }
    expect(await broken('mailing_recipients', { ...other, outcome: 'sent' })).toBe('mailing_recipients_settled')
    const odd = { ...other, outcome: 'lost', settled_at: new Date() }
    expect(await broken('mailing_recipients', odd)).toBe('mailing_recipients_outcome_check')
  })

  test('an address that is refused is there, and the next one is not refused', async () => {
    const refused = member({ email: null, email_refused_at: new Date() })
    expect(await broken('users', refused)).toBe('users_refused_address_is_there')
    const id = await insert('users', member({ email_refused_at: new Date() }))
    const refusedAt = async (change: string) =>
      (await pool.query(`update users set ${change} where id = $1 returning email_refused_at as at`, [id])).rows[0].at
    expect(await refusedAt(`email = email, first_name = 'ANA'`)).toBeTypeOf('number')
    expect(await refusedAt(`email = 'new.' || email`)).toBeNull()
  })
})

describe('dues', async () => {
  const member_id = await insert('users', member())
  const decided = { decided_by: member_id, decided_at: new Date() }
  const waiting = (changes: Row = {}) => ({
    member_id,
    sent_by: member_id,
    centavos: 50000,
    paid_on: '2026-01-05',
    way: 'cash',
    ...changes,
  })
  let receipt = 0
  const accepted = (changes: Row = {}) => ({
    ...waiting(decided),
    state: 'accepted',
    receipt_year: 2026,
    receipt_number: ++receipt,
    paid_until: '2026-12-31',
    credit: 0,
    ...changes,
  })
  const noReceipt = { receipt_year: null, receipt_number: null }

  test.each([
    [waiting(), null],
    [accepted(), null],
    [accepted({ kind: 'brought forward', centavos: 0, ...noReceipt }), null],
    [waiting({ ...decided, state: 'refused', reason: 'Not ours' }), null],
    [waiting({ kind: 'gift' }), 'dues_payments_amount'],
    [waiting({ centavos: 0 }), 'dues_payments_amount'],
    [waiting({ centavos: -1 }), 'dues_payments_amount'],
    [waiting({ kind: 'brought forward', centavos: 0 }), 'dues_payments_only_payments_wait'],
    [waiting({ ...decided, state: 'lost' }), 'dues_payments_state_check'],
    [waiting({ ...decided, state: 'refused' }), 'dues_payments_reason'],
    [waiting({ reason: 'Not ours' }), 'dues_payments_reason'],
    [waiting(decided), 'dues_payments_decided_by_somebody'],
    [waiting({ receipt_year: 2026, receipt_number: 9000 }), 'dues_payments_receipt_when_accepted'],
    [waiting({ reference: '' }), 'dues_payments_reference_form'],
    [waiting({ voided: true }), 'dues_payments_payment_is_voided'],
    [accepted(noReceipt), 'dues_payments_receipt_when_accepted'],
    [accepted({ paid_until: null }), 'dues_payments_settled_when_accepted'],
    [accepted({ decided_by: null }), 'dues_payments_decided_by_somebody'],
    [accepted({ kind: 'void', centavos: -50000, reason: 'Twice' }), 'dues_payments_void_names_its_payment'],
  ])('with %o', async (row, constraint) => {
    expect((await broken('dues_payments', row)) ?? null).toBe(constraint)
  })

  test('a receipt has its number alone, and a reference comes once, unless it was refused or voided', async () => {
    await insert('dues_payments', accepted({ receipt_number: 7001 }))
    expect(await broken('dues_payments', accepted({ receipt_number: 7001 }))).toBe('dues_payments_receipt_unique')
    await insert('dues_payments', waiting({ ...decided, reference: 'REF1', state: 'refused', reason: 'Blurred' }))
    const voids = await insert('dues_payments', accepted({ reference: 'REF1' }))
    await insert('dues_payments', waiting({ reference: 'REF1' }))
    expect(await broken('dues_payments', accepted({ reference: 'REF1' }))).toBe('dues_payments_reference_once')
    await insert('dues_payments', accepted({ reference: 'REF1', reason: 'One transfer for two' }))
    await insert('dues_payments', accepted({ kind: 'void', voids, centavos: -50000, reason: 'Wrong member' }))
    await insert('dues_payments', accepted({ reference: 'REF1' }))
  })

  test('a void takes back one accepted payment of the same member, once', async () => {
    const voidOf = (voids: string, changes: Row = {}) =>
      broken('dues_payments', accepted({ kind: 'void', voids, centavos: -50000, reason: 'Wrong', ...changes }))
    expect(await voidOf(await insert('dues_payments', waiting()))).toBe('dues_payments_void_of_payment')
    const payment = await insert('dues_payments', accepted())
    expect(await voidOf(payment, { centavos: -100 })).toBe('dues_payments_void_of_payment')
    const other = await insert('users', member())
    expect(await voidOf(payment, { member_id: other })).toBe('dues_payments_void_of_payment')
    expect(await voidOf(payment)).toBeNull()
    expect(await voidOf(payment)).toBe('dues_payments_voided_once')
  })

  // Shows dues-06
  test('what was accepted is neither changed nor removed; what is personal may be emptied', async () => {
    const id = await insert('dues_payments', accepted({ reference: 'REF2' }))
    const change = (statement: string) =>
      pool.query(statement, [id]).then(
        () => null,
        (error: { constraint?: string }) => error.constraint,
      )
    const stays = 'dues_payments_stay_once_accepted'
    expect(await change('delete from dues_payments where id = $1')).toBe(stays)
    for (const set of [
      'centavos = 1',
      `state = 'waiting'`,
      'receipt_number = 9999',
      `reference = 'OTHER'`,
      `paid_until = '2030-12-31'`,
    ])
      expect(await change(`update dues_payments set ${set} where id = $1`), set).toBe(stays)
    expect(await change('update dues_payments set reference = null where id = $1')).toBeNull()
    expect(await change('update dues_payments set voided = true where id = $1')).toBeNull()
    expect(await change('update dues_payments set voided = false where id = $1')).toBe(stays)
  })

  test('receipts are counted up by one', async () => {
    const gap = 'dues_receipts_without_gap'
    expect(await broken('dues_receipts', { year: 2030, last: 2 })).toBe(gap)
    await insert('dues_receipts', { year: 2030, last: 1 })
    const set = (statement: string) => pool.query(statement).catch((error: { constraint?: string }) => error.constraint)
    expect(await set('update dues_receipts set last = 3 where year = 2030')).toBe(gap)
    expect(await set('update dues_receipts set last = 1 where year = 2030')).toBe(gap)
    expect(await set('delete from dues_receipts where year = 2030')).toBe(gap)
    expect(await set('update dues_receipts set last = 2 where year = 2030')).toMatchObject({ rowCount: 1 })
  })

  test('exemptions have a reason, reminders go out once, statement lines come once, and only a receipt has one', async () => {
    const exemption = { member_id, given_by: member_id, given_at: new Date() }
    expect(await broken('dues_exemptions', { ...exemption, reason: ' ' })).toBe('dues_exemptions_reason_present')
    const reminder = { member_id, paid_until: '2026-12-31', kind: 'due' }
    await insert('dues_reminders', reminder)
    expect(await broken('dues_reminders', reminder)).toBe('dues_reminders_member_id_paid_until_kind_pk')
    expect(await broken('dues_reminders', { ...reminder, kind: 'never' })).toBe('dues_reminders_kind_check')
    const line = (changes: Row = {}) => ({
      account: 'Bank',
      day: '2026-01-05',
      centavos: 50000,
      text: 'TRANSFER',
      mentions: [],
      sha256: randomBytes(32).toString('hex'),
      ...changes,
    })
    const sha256 = 'a'.repeat(64)
    const line_id = await insert('statement_lines', line({ sha256 }))
    expect(await broken('statement_lines', line({ sha256 }))).toBe('statement_lines_once')
    expect(await broken('statement_lines', line({ set_aside: ' ' }))).toBe('statement_lines_reason_present')
    expect(await broken('statement_lines', line({ centavos: -1 }))).toBe('statement_lines_came_in')
    expect(await broken('statement_lines', line({ sha256: 'x' }))).toBe('statement_lines_sha256_form')
    await insert('dues_payments', accepted({ line_id }))
    expect(await broken('dues_payments', waiting({ line_id }))).toBe('dues_payments_line_of_receipt')
    expect(await broken('dues_payments', accepted({ voided: true, line_id }))).toBe('dues_payments_line_of_receipt')
  })
})

describe('an observer', () => {
  const observer = (changes: Row = {}) =>
    member({ military_serial: null, birthday: null, is_observer: true, ...changes })

  test.each([
    [{}, null],
    [{ email: null }, null],
    [{ approved: true, is_admin: true }, 'users_observers_apart'],
    [{ approved: true, id_number: 'ARRAPI-710-001' }, 'users_observers_apart'],
    [{ military_serial: 'OBSERVING' }, 'users_observers_apart'],
    [{ birthday: '1964-10-05' }, 'users_observers_apart'],
  ])('with %o', async (changes, constraint) => {
    expect((await broken('users', observer(changes))) ?? null).toBe(constraint)
  })

  test('observes an election once', async () => {
    const { rows } = await pool.query<Row>(
      `insert into elections (title, seats, nomination_opens, nomination_closes, admin_nomination_closes, candidacy_opens,
         candidacy_closes, vote_link_opens, vote_link_closes, voting_opens, voting_closes)
       values ('Observed', '[]', now(), now() + interval '1 day', now() + interval '1 day', now(), now() + interval '1 day',
         now() + interval '2 days', now() + interval '3 days', now() + interval '2 days', now() + interval '3 days')
       returning id`,
    )
    const user_id = await insert('users', observer())
    const row = { election_id: rows[0]?.['id'], user_id, invited_by: user_id, invited_at: new Date() }
    await insert('observers', row)
    expect(await broken('observers', row)).toBe('observers_election_id_user_id_pk')
  })
})

describe('a member', () => {
  test('never gets a number that somebody else had before', async () => {
    const number = { approved: true, id_number: 'ARRAPI-700-001' }
    const first = await insert('users', member(number))
    await pool.query(`update users set id_number = 'ARRAPI-700-002' where id = $1`, [first])
    expect(await broken('users', member(number))).toBe('users_id_number_unique')
    await pool.query(`update users set id_number = 'ARRAPI-700-001' where id = $1`, [first])
    await pool.query('delete from users where id = $1', [first])
    expect(await broken('users', member(number))).toBe('users_id_number_unique')
  })

  // Shows registration-38, numbering-04
  test('is unique by serial, e-mail and number', async () => {
    await insert(
      'users',
      member({ military_serial: 'DUP', email: 'dup@example.org', approved: true, id_number: 'ARRAPI-000-001' }),
    )
    expect(await broken('users', member({ military_serial: 'DUP' }))).toBe('users_military_serial_unique')
    expect(await broken('users', member({ email: 'dup@example.org' }))).toBe('users_email_unique')
    expect(await broken('users', member({ approved: true, id_number: 'ARRAPI-000-001' }))).toBe(
      'users_id_number_unique',
    )
  })

  // Shows registration-23, registration-33, numbering-02, numbering-03
  test.each([
    [{ region: 'ncr' }, 'users_region_check'],
    [{ ms: 'ARMY' }, 'users_ms_check'],
    [{ military_status: 'Retired' }, 'users_military_status_check'],
    [{ reservist_type: 'Sleeping' }, 'users_reservist_type_check'],
    [{ military_serial: 'lower-1' }, 'users_serial_normalised'],
    [{ military_serial: 'WITH SPACE' }, 'users_serial_normalised'],
    [{ military_serial: 'O–200270' }, 'users_serial_normalised'],
    [{ email: 'Mixed@Example.org' }, 'users_email_normalised'],
    [{ first_name: '' }, 'users_names_present'],
    [{ member_since: '1949-12-31' }, 'users_member_since_plausible'],
    [{ birthday: null }, 'users_can_log_in'],
    [{ military_serial: null, is_admin: true, email: null }, 'users_can_log_in'],
    [{ id_number: 'ARRAPI-000-002' }, 'users_numbered_when_approved'],
    [{ approved: true }, 'users_members_approved_numbered'],
    [{ approved: true, id_number: 'ARRAPI-1-2' }, 'users_id_number_format'],
    [{ application_reference: 'K7QX-2M9P-T4WD' }, 'users_application_reference_form'],
    [{ returned_at: 'now' }, 'users_returned_whole'],
    [{ returned_at: 'now', return_items: ['height'] }, 'users_returned_whole'],
    [{ returned_at: 'now', return_items: [], return_message: 'x' }, 'users_returned_whole'],
    [
      { returned_at: 'now', corrected_at: 'now', return_items: ['height'], return_message: 'x' },
      'users_returned_whole',
    ],
    [
      {
        corrected_at: 'now',
        return_items: ['height'],
        return_message: 'x',
        approved: true,
        id_number: 'ARRAPI-000-009',
      },
      'users_returned_is_applicant',
    ],
    [{ photo_upload_path: 'user_photos/not-there.jpg' }, 'users_photo_upload_path_uploads_path_fk'],
  ])('with %j is refused', async (changes, constraint) => {
    expect(await broken('users', member(changes))).toBe(constraint)
  })
})

describe('what somebody did is kept with an account that is there', () => {
  test('of a page, a setting and a one-time code', async () => {
    const nobody = randomUUID()
    const code = { user_id: await insert('users', member()), code_hash: 'h', expires_at: new Date(), given_by: nobody }
    expect(await broken('pages', { page: 'home', content: '{}', updated_by: nobody })).toBe(
      'pages_updated_by_users_id_fk',
    )
    expect(await broken('page_versions', { page: 'home', version: 1, content: '{}', saved_by: nobody })).toBe(
      'page_versions_saved_by_users_id_fk',
    )
    expect(await broken('settings', { value: '{}', updated_by: nobody })).toBe('settings_updated_by_users_id_fk')
    expect(await broken('one_time_codes', code)).toBe('one_time_codes_given_by_users_id_fk')
  })

  test('of a privacy request: its outcome, when and by whom, or none of them', async () => {
    const asked = { member_id: await insert('users', member()), kind: 'correction', due_at: new Date() }
    const whole = { outcome: 'done', answered_at: new Date(), answered_by: await insert('users', member()) }
    for (const missing of Object.keys(whole))
      expect(await broken('privacy_requests', { ...asked, ...whole, [missing]: null })).toBe(
        'privacy_requests_answered_whole',
      )
    expect(await broken('privacy_requests', { ...asked, ...whole, answered_by: randomUUID() })).toBe(
      'privacy_requests_answered_by_users_id_fk',
    )
    await insert('privacy_requests', { ...asked, ...whole })
  })
})

describe('content', () => {
  const soon = '2025-03-29T08:00:00+08:00'

  // Shows content-09, content-14, content-15, files-01
  test.each([
    ['links', { section: 'Gossip', title: 'x', link: '#' }, 'links_section_check'],
    ['links', { section: 'Events', title: ' ', link: '#' }, 'links_title_present'],
    ['links', { section: 'Events', title: 'x', link: 'javascript:alert(1)' }, 'links_link_safe'],
    ['links', { section: 'Events', title: 'x', link: ' https://example.org' }, 'links_link_safe'],
    ['links', { section: 'Events', title: 'x', link: '//example.org' }, 'links_link_safe'],
    ['links', { section: 'Events', title: 'x', link: '/about' }, 'links_link_safe'],
    ['links', { section: 'Events', kind: 'gossip', title: 'x', link: '', slug: 'x' }, 'links_kind_check'],
    [
      'links',
      { section: 'Events', kind: 'text', title: 'x', link: '#', slug: 'x', text: 'x' },
      'links_only_links_lead_away',
    ],
    ['links', { section: 'Events', kind: 'text', title: 'x', link: '', text: 'x' }, 'links_others_have_a_slug'],
    ['links', { section: 'Events', kind: 'text', title: 'x', link: '', slug: '../x', text: 'x' }, 'links_slug_safe'],
    [
      'links',
      { section: 'Events', kind: 'text', title: 'x', link: '', slug: 'x', text: ' \n' },
      'links_only_texts_are_written',
    ],
    ['links', { section: 'Events', title: 'x', link: '#', text: 'x' }, 'links_only_texts_are_written'],
    [
      'links',
      { section: 'Events', kind: 'document', title: 'x', link: '', slug: 'x' },
      'links_only_documents_have_one',
    ],
    ['links', { section: 'Events', title: 'x', link: '#', picture_webp_path: 'x' }, 'links_only_texts_have_pictures'],
    ['links', { section: 'Whats New', title: 'x', link: '#', starts_at: soon }, 'links_events_have_dates'],
    ['links', { section: 'Events', title: 'x', link: '#', ends_at: soon }, 'links_event_starts'],
    ['links', { section: 'Events', title: 'x', link: '#', draft: true, publish_at: soon }, 'links_drafts_have_no_time'],
    ['links', { section: 'Events', title: 'x', link: '#', place: 'Cebu' }, 'links_event_starts'],
    [
      'links',
      { section: 'Events', title: 'x', link: '#', starts_at: soon, ends_at: soon },
      'links_event_ends_after_start',
    ],
    ['pages', { page: 'contact', content: '{}' }, 'pages_page_check'],
    ['settings', { id: 2, value: '{}' }, 'settings_one_row'],
    ['uploads', { path: 'files/a', bucket: 'elsewhere', mime: 'x' }, 'uploads_bucket_check'],
    ['uploads', { path: 'files/b', bucket: 'files', mime: 'x', state: 'stored' }, 'uploads_stored_is_known'],
    ['uploads', { path: 'files/c', bucket: 'files', mime: 'x', state: 'lost' }, 'uploads_state_check'],
    [
      'uploads',
      { path: 'files/d', bucket: 'files', mime: 'x', state: 'discarded', owner_id: randomUUID() },
      'uploads_discarded_is_nobodys',
    ],
  ])('%s %j is refused', async (table, row, constraint) => {
    expect(await broken(table, row)).toBe(constraint)
  })

  // Shows content-14, files-01
  test('sections and buckets have the names of the specification', async () => {
    expect(linkSections).toEqual(['Whats New', 'Events', 'Programs and Projects', 'Legalities'])
    const named = ['files', 'user_photos', 'signatures', 'videos', 'media', 'candidate_documents']
    expect(buckets).toEqual([...named, 'announcements', 'mailings', 'dues_proofs'])
    for (const section of linkSections) await insert('links', { section, title: 'x', link: '#' })
    for (const bucket of buckets) await insert('uploads', { path: `${bucket}/named`, bucket, mime: 'x' })
  })

  // Shows videos-18
  test('videos keep distinct places, but may swap them within one transaction', async () => {
    for (const path of ['videos/1', 'videos/2']) await insert('uploads', { path, bucket: 'videos', mime: 'video/mp4' })
    await insert('videos', { title: 'one', url: 'videos/1', order: 1 })
    await insert('videos', { title: 'two', url: 'videos/2', order: 2 })
    await pool.query(`update videos set "order" = 3 - "order"`)
    expect(await broken('videos', { title: 'three', url: 'videos/1', order: 1 })).toBe('videos_page_order_unique')
    expect(await broken('videos', { title: 'zero', url: 'videos/1', order: 0 })).toBe('videos_order_from_one')
  })

  test('a video is a file or a link, with the number of one of the two hosts, once on a page', async () => {
    await insert('uploads', { path: 'videos/3', bucket: 'videos', mime: 'video/mp4' })
    const youtube = { title: 'x', order: 7, host: 'youtube', host_id: 'dQw4w9WgXcQ' }
    await insert('videos', youtube)
    expect(await broken('videos', { ...youtube, order: 8 })).toBe('videos_link_once')
    expect(await broken('videos', { title: 'x', order: 8 })).toBe('videos_file_or_link')
    expect(await broken('videos', { ...youtube, order: 8, url: 'videos/3' })).toBe('videos_file_or_link')
    expect(await broken('videos', { ...youtube, order: 8, host_id: null })).toBe('videos_file_or_link')
    for (const bad of [{ host_id: 'dQw4w9WgXcQ"' }, { host: 'facebook' }, { host: 'vimeo' }])
      expect(await broken('videos', { ...youtube, order: 8, ...bad })).toBe('videos_host_id_safe')
  })
})

describe('an election', () => {
  const windows = {
    nomination_opens: '2025-03-01',
    nomination_closes: '2025-03-15',
    admin_nomination_closes: '2025-03-25',
    candidacy_opens: '2025-03-01',
    candidacy_closes: '2025-03-14',
    vote_link_opens: '2025-03-29',
    vote_link_closes: '2025-03-30',
    voting_opens: '2025-03-29',
    voting_closes: '2025-03-30',
  }
  const election = (changes: Row = {}) => ({ title: `election ${++n}`, seats: '[]', ...windows, ...changes })

  // Shows election-02
  test('has its windows in order', async () => {
    expect(await broken('elections', election({ voting_closes: '2025-03-29' }))).toBe('elections_windows_in_order')
    expect(await broken('elections', election({ nomination_closes: '2025-04-01' }))).toBe('elections_windows_in_order')
    expect(await broken('elections', election({ results_visible: 'never' }))).toBe('elections_results_visible_check')
  })

  test('is certified by somebody, with a certificate, or not at all', async () => {
    const whole = { certified_at: new Date(), certified_by: await insert('users', member()), certificate: '{}' }
    for (const missing of Object.keys(whole))
      expect(await broken('elections', election({ ...whole, [missing]: null }))).toBe('elections_certified_whole')
    expect(await broken('elections', election({ ...whole, certified_by: randomUUID() }))).toBe(
      'elections_certified_by_users_id_fk',
    )
    await insert('elections', election(whole))
  })

  test('is a draft while nothing was done with it, and is cancelled for a reason, uncounted', async () => {
    const at = new Date()
    await insert('elections', election({ title: 'A draft', draft: true }))
    expect(await broken('elections', election({ draft: true, roll_frozen_at: at }))).toBe('elections_drafts_untouched')
    const cancelled = { cancelled_at: at, cancelled_reason: 'A typhoon is on its way.' }
    await insert('elections', election({ title: 'A cancelled one', ...cancelled }))
    for (const reason of [null, ' '])
      expect(await broken('elections', election({ ...cancelled, cancelled_reason: reason }))).toBe(
        'elections_cancelled_whole',
      )
    expect(await broken('elections', election({ ...cancelled, count_closed_at: at }))).toBe(
      'elections_cancelled_uncounted',
    )
  })

  test('has a title of its own, however it is spaced and written', async () => {
    await insert('elections', election({ title: 'Board of Peñafrancia 2031' }))
    for (const title of ['Board of Peñafrancia 2031', ' BOARD  of\u00a0PEÑAFRANCIA 2031 '])
      expect(await broken('elections', election({ title }))).toBe('elections_title_unique')
    await insert('elections', election({ title: 'Board of Peñafrancia 2032' }))
  })

  // Shows rehearsal-07
  test('has one rehearsal at most, which rehearses another and has begun nothing that must stay', async () => {
    const title = 'Board of rehearsals'
    const rehearsal_of = await insert('elections', election({ title }))
    const rehearsal = { title, kind: 'rehearsal', rehearsal_of }
    const id = await insert('elections', election(rehearsal))
    expect(await broken('elections', election(rehearsal))).toBe('elections_one_rehearsal')
    expect(await broken('elections', election({ kind: 'trial' }))).toMatch(
      /^elections_(kind_check|rehearsal_of_another)$/,
    )
    for (const half of [{ kind: 'rehearsal' }, { rehearsal_of: id }])
      expect(await broken('elections', election(half))).toBe('elections_rehearsal_of_another')
    const begun = { ...rehearsal, rehearsal_of: id, roll_frozen_at: new Date() }
    expect(await broken('elections', election(begun))).toBe('elections_rehearsals_untouched')
    expect(await broken('elections', election({ ...begun, roll_frozen_at: null, draft: true }))).toBe(
      'elections_rehearsals_untouched',
    )
    const statement = { type: 'head/2', statement: '{}', signature: Buffer.from('') }
    for (const election_id of [id, rehearsal_of]) await insert('signed_statements', { ...statement, election_id })
    const remove = (of: string) => pool.query('delete from signed_statements where election_id = $1', [of])
    await expect(remove(rehearsal_of)).rejects.toMatchObject({ constraint: 'signed_statements_stay' })
    expect((await remove(id)).rowCount).toBe(1)
  })

  // Shows nomination-26, nomination-27, voting-26, proxy-19, counting-18
  test('takes one nomination per person, one ballot per voter whoever casts it', async () => {
    const electionId = await insert('elections', election())
    const [voter, admin] = [await insert('users', member()), await insert('users', member())]
    const nominee = { election_id: electionId, user_id: voter, nominated_by: admin, data: '{}' }
    const nomineeId = await insert('nominees', nominee)
    expect(await broken('nominees', nominee)).toBe('nominees_once_per_election')
    expect(await broken('nominees', { ...nominee, user_id: admin, status: 'maybe' })).toBe('nominees_status_check')
    expect(await broken('nominees', { ...nominee, user_id: admin, nominated_by: randomUUID() })).toBe(
      'nominees_nominated_by_users_id_fk',
    )

    const ballot = { election_id: electionId, voter_id: voter, voter_region: 'NCR', sealed: Buffer.from('x') }
    await insert('ballots', ballot)
    expect(await broken('ballots', ballot)).toBe('ballots_voter_id_election_id_pk')
    expect(
      await broken('ballots', { ...ballot, proxy_by: admin, authority: 'a letter', sealed: Buffer.from('y') }),
    ).toBe('ballots_voter_id_election_id_pk')
    expect(await broken('ballots', { ...ballot, voter_id: admin, voter_region: 'ncr' })).toBe('ballots_region_check')

    const tile = { election_id: electionId, tile: 0, leaves: randomBytes(33) }
    await insert('board_tiles', tile)
    expect(await broken('board_tiles', tile)).toBe('board_tiles_election_id_tile_pk')
    const [full, root] = [randomBytes(256 * 33), randomBytes(32)]
    for (const wrong of [
      { tile: -1 },
      { leaves: randomBytes(34) },
      { leaves: Buffer.alloc(0) },
      { leaves: full },
      { root },
      { leaves: full, root: randomBytes(31) },
      { leaves: randomBytes(257 * 33), root },
    ])
      expect(await broken('board_tiles', { ...tile, tile: 1, ...wrong }), JSON.stringify(wrong).slice(0, 40)).toBe(
        'board_tiles_sizes',
      )
    await insert('board_tiles', { ...tile, tile: 1, leaves: full, root })
    const grow = (text: string) => pool.query(`update board_tiles set ${text} where tile = 0`)
    await grow('leaves = leaves || leaves')
    for (const other of [
      'leaves = substring(leaves for 33)',
      'leaves = set_byte(leaves, 40, 255 - get_byte(leaves, 40))',
    ])
      await expect(grow(other)).rejects.toMatchObject({ constraint: 'board_tiles_grow' })
    await expect(grow('tile = 7')).rejects.toMatchObject({ constraint: 'board_tiles_grow' })

    const tally = { election_id: electionId, nominee_id: nomineeId, votes: 1 }
    for (const nobody of [{ nominee_id: randomUUID() }, { election_id: await insert('elections', election()) }])
      expect(await broken('tallies', { ...tally, ...nobody })).toBe('votes_for_nominees')
    expect(await broken('tallies', { ...tally, votes: -1 })).toBe('tallies_not_negative')
  })

  test('takes a ballot by proxy from somebody else, by an authority, confirmed by a second one', async () => {
    const electionId = await insert('elections', election())
    const [voter, admin, second] = await Promise.all([1, 2, 3].map(() => insert('users', member())))
    const ballot = { election_id: electionId, voter_id: voter, voter_region: 'NCR', sealed: Buffer.from('x') }
    const proxy = { ...ballot, proxy_by: admin, authority: 'a letter' }
    const refused: [Row, string][] = [
      [{ ...proxy, proxy_by: voter }, 'ballots_proxy_by_another'],
      [{ ...ballot, proxy_by: admin }, 'ballots_proxy_by_authority'],
      [{ ...ballot, authority: 'a letter' }, 'ballots_proxy_by_authority'],
      [{ ...proxy, helped: true }, 'ballots_helped_are_own'],
      [{ ...proxy, confirmed_by: admin }, 'ballots_confirmed_by_a_second'],
      [{ ...ballot, confirmed_by: admin }, 'ballots_confirmed_by_a_second'],
      [{ ...proxy, proxy_by: randomUUID() }, 'ballots_proxy_by_users_id_fk'],
      [{ ...proxy, confirmed_by: randomUUID() }, 'ballots_confirmed_by_users_id_fk'],
    ]
    for (const [row, constraint] of refused) expect(await broken('ballots', row)).toBe(constraint)
    await insert('ballots', { ...proxy, confirmed_by: second })
  })

  test('is named by an email to its voters, and by no other', async () => {
    const electionId = await insert('elections', election())
    const message = { to: 'ana@example.ph', subject: 's', body: 'b' }
    await insert('emails', { ...message, kind: 'reminder', election_id: electionId })
    expect(await broken('emails', { ...message, kind: 'gossip' })).toBe('emails_kind_check')
    expect(await broken('emails', { ...message, kind: 'reminder' })).toBe('emails_about_an_election')
    expect(await broken('emails', { ...message, kind: 'approval', election_id: electionId })).toBe(
      'emails_about_an_election',
    )
    expect(await broken('emails', { ...message, kind: 'reminder', election_id: randomUUID() })).toBe(
      'emails_election_id_elections_id_fk',
    )
  })

  // Shows counting-16
  test('a vote says nothing about who cast it or when', async () => {
    const { rows } = await pool.query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_name = 'board_tiles' order by 1`,
    )
    expect(rows.map((row) => row.column_name)).toEqual(['election_id', 'leaves', 'root', 'tile'])
  })
})
