import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { uploads } from '#server/db/schema.ts'
import { networksOf } from '#server/http/address.ts'
import { sumUnclaimed } from '#server/members/registration/queries.ts'
import { checkRoom, registrationLimits } from '#server/members/registration/register.ts'
import { releaseUploads } from '#server/storage/uploads.ts'
import { errorText } from '#shared/text.ts'
import { manila } from '#shared/time.ts'
import { applyingAt } from '#tests/support/applying.ts'
import { type Answer, testSite } from '#tests/support/site.ts'

let now = Date.now()
const site = await testSite({ clock: { now: () => now } })
const { put, aForm, post, expectNothingOf } = applyingAt(site)

afterAll(() => site.stop())
beforeEach(() => {
  now = Date.now()
})

describe('when registration closes', () => {
  const closes = manila('2030-03-29', '09:00')

  // Shows registration-10
  test.each([
    [closes - 1, 201],
    [closes, 403],
    [closes + 1, 403],
  ])('at %d the answer is %d', async (instant, status) => {
    const form = await aForm()
    now = instant
    const answer = await post(form)
    expect(answer.status).toBe(status)
    const file = await put('signature')
    expect(file.status).toBe(status)
    if (status === 403)
      for (const refused of [answer, file])
        expect(refused).toMatchObject({ code: 'registration-closed', message: 'Registration Closed' })
  })

  // Shows registration-10
  test('the settings decide, not the default', async () => {
    const form = await aForm()
    await site.saveSettings({ registrationCloses: now - 1 })
    expect((await post(form)).code).toBe('registration-closed')
    await site.saveSettings({ registrationCloses: closes })
    expect((await post(form)).status).toBe(201)
  })
})

test.each([
  ['2026-12-31T15:59:59Z', '2026-12-31', 201],
  ['2026-12-31T15:59:59Z', '2027-01-01', 400],
  ['2026-12-31T16:00:00Z', '2027-01-01', 201],
])('at %s a birthday of %s is answered with %d: the day is Manila’s', async (instant, birthday, status) => {
  const form = await aForm({ birthday })
  now = Date.parse(instant)
  const answer = await post(form)
  expect(answer.status).toBe(status)
  if (status === 400) expect(answer.fields).toEqual({ birthday: 'Birthday cannot be in the future' })
})
describe('too much', () => {
  const budgets = sql.raw(`delete from throttles where key like 'join%'`)
  beforeEach(async () => {
    await site.db.execute(budgets)
    return () => site.db.execute(budgets).then(() => undefined)
  })
  const spendTo = (kind: string, points: number) =>
    site.db.execute(sql`update throttles set points = ${points} where key like ${`${kind}:%`}`)

  /** Told to come back when its time is over. Less than a minute of it has passed, also on a busy machine. */
  function expectStopped(refused: Answer<object>, seconds: number) {
    expect(refused).toMatchObject({ status: 429, code: 'too-many-registrations' })
    expect(refused.retryAfter).toBeGreaterThan(seconds - 60)
    expect(refused.retryAfter).toBeLessThanOrEqual(seconds)
  }

  test('the 2,000th file of an address in an hour is taken, the next is not', async () => {
    await put('signature')
    await spendTo('joinfile', 1999)
    expect((await put('signature')).status).toBe(201)
    expectStopped(await put('signature'), 60 * 60)
  })

  test('the 4,000th file of an address in a day is taken, the next is not', async () => {
    await put('signature')
    await spendTo('joinfileday', 3999)
    expect((await put('signature')).status).toBe(201)
    expectStopped(await put('signature'), 24 * 60 * 60)
  })

  test('an address that has sent a gigabyte in a day sends no more, and is told so', async () => {
    const { id = '' } = await put('signature')
    const [stored] = await site.rowsOf(uploads, { id })
    const counted = await site.db.execute(sql`select points from throttles where key like 'joinbytes:%'`)
    expect(counted.rows).toEqual([{ points: Math.ceil(stored!.size / 1000) }])
    await spendTo('joinbytes', 999_999)
    expect((await put('signature')).status).toBe(201)
    const refused = await put('signature')
    expect(refused).toMatchObject({ status: 429, code: 'too-many-pictures', message: errorText['too-many-pictures'] })
    expect(refused.retryAfter).toBeGreaterThan(24 * 60 * 60 - 60)
  })

  test('what all of a network of IPv6 sends in a day leaves room for others', () => {
    const [, widest] = networksOf('2001:db8::1')
    const { bytesPerDay, unclaimedBytes } = registrationLimits
    expect(bytesPerDay * (widest?.times ?? 0)).toBeLessThan(unclaimedBytes)
  })

  test('the 400th registration of an address in an hour is taken, the next is not', async () => {
    await post(await aForm())
    await spendTo('join', 399)
    const [last, oneMore] = [await aForm(), await aForm()]
    expect((await post(last)).status).toBe(201)
    const refused = await expectNothingOf(oneMore, () => post(oneMore))
    expectStopped(refused, 60 * 60)
  })

  test('an address that asks again and again who is registered is stopped', async () => {
    const { email } = await site.anApplicant()
    const form = await aForm({ email })
    expect((await post(form)).code).toBe('email-taken')
    await spendTo('joinrefused', 60)
    expect((await post(form)).code).toBe('too-many-registrations')
  })

  test('a hall of 200 people fits', () => {
    expect(registrationLimits.filesPerHour).toBeGreaterThanOrEqual(200 * 5 * 2)
    expect(registrationLimits.registrationsPerHour).toBeGreaterThanOrEqual(200 * 2)
    expect(registrationLimits.unclaimedFiles).toBeGreaterThanOrEqual(5000 * 4)
  })

  describe('files that nobody claims cannot fill the disk', () => {
    const eightGigabytes = 8 * 1024 ** 3

    /** What is said while exactly so much lies there unclaimed. It is undone at once: so many files take long to sweep. */
    async function toldBeside(files: number, bytes: number): Promise<string> {
      let told = ''
      const undone = inTransaction(site, async (tx) => {
        await tx.update(uploads).set({ claimedAt: Date.now() })
        await tx.execute(sql`
          insert into uploads (path, bucket, mime, size, sha256, state)
          select 'files/' || gen_random_uuid(), 'files', 'image/jpeg',
            case n when 1 then ${bytes}::bigint - ${files}::int + 1 else 1 end, 'x', 'stored'
          from generate_series(1, ${files}::int) n`)
        told = await checkRoom(tx).then(
          () => 'come in',
          (error: { code: string }) => error.code,
        )
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      return told
    }

    test.each([
      [59_999, 1_000_000, 'come in'],
      [60_000, 1_000_000, 'site-busy'],
      [2, eightGigabytes - 1, 'come in'],
      [2, eightGigabytes, 'site-busy'],
    ])(
      'beside %i files of %i bytes in all, the next is told: %s',
      async (files, bytes, told) => {
        expect(await toldBeside(files, bytes)).toBe(told)
      },
      60_000,
    )

    test('a file that finds no room is turned away, until there is room again', async () => {
      await site.db.insert(uploads).values({
        path: `files/${randomUUID()}.jpg`,
        bucket: 'files',
        mime: 'image/jpeg',
        size: eightGigabytes,
        sha256: 'x',
        state: 'stored',
      })
      expect(await put('signature')).toMatchObject({ status: 503, code: 'site-busy' })
      await site.db.delete(uploads).where(and(eq(uploads.sha256, 'x'), eq(uploads.bucket, 'files')))
      expect((await put('signature')).status).toBe(201)
    })
  })

  test('files that members let go of take no room from those who register', async () => {
    const before = await sumUnclaimed(site.db)
    const { id = '' } = await put('signature')
    expect((await sumUnclaimed(site.db)).files).toBe(before.files + 1)
    await releaseUploads(site.db, eq(uploads.id, id))
    expect(await sumUnclaimed(site.db)).toEqual(before)
  })
})
