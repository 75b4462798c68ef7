import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
const admin = await site.asAdmin()
afterAll(() => site.stop())

const change = (json: { field: string; value: unknown }, query: string, who = admin) =>
  who.post<{ changed: number }>(`/api/members/changes?${query}`, json)
const region = (value: unknown) => ({ field: 'region', value })
const recordOf = async ({ id }: { id: string }) => (await site.rowsOf(users, { id }))[0]!

test('whoever is ticked gets the region, and the log says it of each', async () => {
  const [one, other, third] = [
    await site.aMember({ region: 'NCR' }),
    await site.aMember({ region: null }),
    await site.aMember({ region: 'NCR' }),
  ]
  const ticked = `ids=${one.id},${other.id}`
  expect(await change(region('Luzon'), ticked)).toMatchObject({ status: 200, changed: 2 })
  expect(await recordOf(one)).toMatchObject({ region: 'Luzon', version: 2 })
  expect(await recordOf(other)).toMatchObject({ region: 'Luzon', version: 2 })
  expect(await recordOf(third)).toMatchObject({ region: 'NCR', version: 1 })
  expect(await site.lastAct()).toMatchObject({
    actor: admin.id,
    action: 'member edited',
    detail: { changed: 'region', together: true },
  })
  // Once more there is nothing to do, and nothing is written down.
  const entry = await site.lastAct()
  expect(await change(region('Luzon'), ticked)).toMatchObject({ changed: 0 })
  expect(await site.lastAct()).toEqual(entry)
  expect(await change({ field: 'unitAssignment', value: ' 1302nd  RRIBN ' }, ticked)).toMatchObject({ changed: 2 })
  expect(await recordOf(one)).toMatchObject({ unitAssignment: '1302nd RRIBN' })
})

test.each([
  region('Sabah'),
  region(''),
  region(null),
  { field: 'unitAssignment', value: '' },
  { field: 'unitAssignment', value: 'x'.repeat(201) },
  { field: 'militarySerial', value: 'O-1' },
  { field: 'birthday', value: '1964-10-05' },
])('%j is refused', async (wrong) => {
  const member = await site.aMember()
  expect((await change(wrong, `ids=${member.id}`)).status).toBe(400)
  expect(await recordOf(member)).toMatchObject({ version: 1 })
})

test('administrators, applicants and those who are not meant stay as they are', async () => {
  const alsoAdmin = await site.aMember({ isAdmin: true, region: 'NCR' })
  const applicant = await site.anApplicant({ region: 'NCR' })
  const withdrawn = await site.aMember({ region: 'NCR', withdrawnAt: Date.now() })
  await change(region('Mindanao'), 'region=NCR')
  await change(region('Mindanao'), `ids=${alsoAdmin.id},${applicant.id}`)
  for (const person of [alsoAdmin, applicant, withdrawn])
    expect(await recordOf(person)).toMatchObject({ region: 'NCR', version: 1 })
  const member = await site.signedIn(await site.aMember())
  expect((await change(region('NCR'), 'region=none', member)).status).toBe(403)
})

test('of many some at a time, by two administrators at once, each once', async () => {
  await site.db.execute(sql`
    insert into ${users} (first_name, last_name, military_serial, birthday, approved, id_number)
    select 'JUAN', 'CRUZ', 'MANY-' || n, '1964-10-05', true, 'MANY-' || lpad((n / 1000)::text, 3, '0') || '-' || lpad((n % 1000)::text, 3, '0')
    from generate_series(1, 1200) n`)
  const all = async (who = admin) => {
    let changed = 0
    for (;;) {
      const part = await change(region('Visayas'), 'searchQuery=MANY-&region=none', who)
      expect(part.status).toBe(200)
      changed += part.changed
      if (part.changed === 0) return changed
    }
  }
  const counts = await Promise.all([all(), all(await site.asAdmin())])
  expect(counts[0] + counts[1]).toBe(1200)
  const { rows } = await site.db.execute<{ people: number }>(
    sql`select count(*)::int as people from users where military_serial like 'MANY-%' and region = 'Visayas' and version = 2`,
  )
  expect(rows[0]!.people).toBe(1200)
})
