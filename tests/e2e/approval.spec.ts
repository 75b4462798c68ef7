import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { emails, uploads, users } from '#server/db/schema.ts'
import { expect, expectSound, test, signIn, holdRequests } from '#tests/support/browser.ts'
import { aMember, anAdmin, anApplicant, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'
import { applicantDocuments, insertUploads, pathsByOwner, storeFiles } from '../../scripts/demo-files.ts'

const minute = 60_000
let made = 0

/** Applicants in the order in which they applied, and nobody else in the queue. */
async function aQueueOf(site: TestSite, names: string[]): Promise<Someone[]> {
  await site.deps.db.delete(users).where(and(eq(users.approved, false), isNotNull(users.militarySerial)))
  const people: Someone[] = []
  for (const [place, lastName] of names.entries())
    people.push(
      await anApplicant(site.deps, {
        firstName: 'ANA',
        lastName,
        createdAt: Date.now() - (names.length - place) * minute,
      }),
    )
  return people
}

/** Real pictures, so that a browser can show them. */
async function givePapers({ deps }: TestSite, people: Someone[], from = 0): Promise<void> {
  const files = await applicantDocuments(
    people.map(({ id, serial }, n) => ({
      ownerId: id,
      n: from + n,
      name: 'ANA',
      rank: 'CPT',
      serial,
      reference: `90412287${from + n}`,
    })),
  )
  await storeFiles(deps, files)
  await insertUploads(deps.db, files)
  for (const [id, paths] of pathsByOwner(files)) await deps.db.update(users).set(paths).where(eq(users.id, id))
}

async function openQueue(page: Page, site: TestSite): Promise<Someone> {
  const admin = await anAdmin(site.deps)
  await signIn(page, site, admin)
  await page.goto('/members?approval=true')
  await expect(page.getByRole('heading', { level: 1, name: 'Membership Approval' })).toBeVisible()
  return admin
}

const queue = (page: Page) => page.getByRole('list', { name: 'Applicants' })
const shown = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const approveButton = (page: Page) => page.getByRole('button', { name: /^Approve as/ })
const message = (page: Page, words: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(words).last()

const held = (page: Page) => page.getByRole('group', { name: 'Approval that can be undone' })
/** The administrator looks at another tab: what is held is sent at once. */
const lookAway = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
  })

/** On a phone the queue comes first. */
async function openFirst(page: Page, isMobile: boolean): Promise<void> {
  await expect(queue(page)).toBeVisible()
  if (isMobile) await queue(page).getByRole('button').first().click()
  await expect(approveButton(page)).toBeVisible()
}

async function stateOf({ deps }: TestSite, { id }: Someone) {
  const [found] = await deps.db
    .select({ approved: users.approved, idNumber: users.idNumber })
    .from(users)
    .where(eq(users.id, id))
  return found ?? null
}

// Shows approval-02, approval-64, listing-01
test('three are approved by keyboard, each with the number that was shown', async ({ page, site, isMobile }) => {
  const people = await aQueueOf(site, ['FIRST', 'SECOND', 'THIRD', 'FOURTH'])
  await givePapers(site, people)
  await openQueue(page, site)
  await openFirst(page, isMobile)
  const numbers: string[] = []
  for (const [place, name] of ['ANA FIRST', 'ANA SECOND', 'ANA THIRD'].entries()) {
    await expect(shown(page, name)).toBeVisible()
    const number = (await approveButton(page).innerText()).match(/ARRAPI-\d{3}-\d{3}/)?.[0] ?? ''
    numbers.push(number)
    await page.keyboard.press('a')
    await expect(held(page)).toContainText(`${name} will be approved in`)
    // The one before it is sent by pressing on; this one can still be undone.
    if (place > 0) await expect(message(page, `approved as ${numbers[place - 1]}`)).toBeVisible()
    expect(await stateOf(site, people[place]!)).toEqual({ approved: false, idNumber: null })
  }
  await expect(shown(page, 'ANA FOURTH')).toBeVisible()
  await page.goto('/admin')
  for (const [place, number] of numbers.entries())
    await expect.poll(() => stateOf(site, people[place]!)).toEqual({ approved: true, idNumber: number })
  expect(await stateOf(site, people[3]!)).toMatchObject({ approved: false })
})

// Shows approval-01
test('documents are shown large, zoomed and turned; what lacks is said @rare', async ({ page, site, isMobile }) => {
  const people = await aQueueOf(
    site,
    Array.from({ length: 7 }, (_, n) => `PAPER ${n}`),
  )
  await givePapers(site, people)
  await openQueue(page, site)
  await openFirst(page, isMobile)
  const picture = page.getByRole('img', { name: 'Commission of ANA PAPER 0' })
  await expect(picture).toBeVisible()
  const fitting = (await picture.boundingBox())!
  await page.keyboard.press('+')
  await expect.poll(async () => (await picture.boundingBox())!.width).toBeGreaterThan(fitting.width * 1.4)
  await page.keyboard.press('0')
  await page.keyboard.press('t')
  await expect
    .poll(async () => {
      const { width, height } = (await picture.boundingBox())!
      return height > width
    })
    .toBe(true)
  await expectSound(page)

  await page.keyboard.press('2')
  await expect(page.getByRole('img', { name: 'Proof of payment of ANA PAPER 0' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('target', '_blank')

  for (let n = 0; n < 6; n++) await page.keyboard.press('j')
  await expect(shown(page, 'ANA PAPER 6')).toBeVisible()
  await page.keyboard.press('3')
  await expect(page.getByText('(Signature Missing)')).toBeVisible()
  await expect(page.getByText('Signature missing', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('k')
  await expect(shown(page, 'ANA PAPER 5')).toBeVisible()
})

test('keys do nothing while somebody types or a dialog is open, and can be off @rare', async ({ page, site }) => {
  const people = await aQueueOf(site, ['TYPED', 'OTHER'])
  await openQueue(page, site)
  const box = page.getByRole('textbox', { name: 'Search' })
  await box.pressSequentially('ana ', { delay: 20 })
  await expect(box).toHaveValue('ana ')
  await page.waitForURL(/search=ana/)
  await queue(page).getByRole('button').first().click()
  await expect(approveButton(page)).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject this application?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('radio', { name: /^Another reason/ }).focus()
  await page.keyboard.press('a')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('?')
  await expectSound(page)
  await page.getByLabel('Use these keys').uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.keyboard.press('a')
  // Whatever a key does is under way by the second picture drawn after it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(sent).toEqual([])
  for (const person of people) expect(await stateOf(site, person)).toMatchObject({ approved: false })
})

// Shows approval-14, approval-15
test('a rejection asks for a reason, emails it, and deletes the record @rare', async ({ page, site, isMobile }) => {
  const people = await aQueueOf(site, ['UNWANTED', 'NEXT'])
  const [unwanted] = people as [Someone, Someone]
  await givePapers(site, people)
  const files = await site.deps.db.select({ path: uploads.path }).from(uploads).where(eq(uploads.ownerId, unwanted.id))
  expect(files).toHaveLength(5)
  await openQueue(page, site)
  await openFirst(page, isMobile)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject this application?' })
  await expect(dialog).toContainText('The application and its documents will be deleted for good')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByRole('radio', { name: /^The proof of payment cannot be read/ }).check()
  await dialog.getByLabel(/^Anything to add/).fill('The figures are cut off.')
  // While it is being sent there is no way back, so that nothing else is open when the answer comes.
  const release = await holdRequests(page, '**/api/rejections')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  release()
  await expect(message(page, /ANA UNWANTED rejected/)).toBeVisible()
  await expect(shown(page, 'ANA NEXT')).toBeVisible()

  expect(await stateOf(site, unwanted)).toBeNull()
  for (const { path } of files) expect(await site.deps.storage.stat(path)).toBeNull()
  await expect.poll(() => emailsTo(site, unwanted)).toContain('The figures are cut off.')
})

/** Waiting to be sent, or sent already. */
async function emailsTo({ deps, dataDir }: TestSite, { email }: Someone): Promise<string> {
  const queued = await deps.db.select({ body: emails.body }).from(emails).where(eq(emails.to, email))
  const outbox = join(dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  const sent = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8').catch(() => '')))
  return [...queued.map(({ body }) => body), ...sent.filter((message) => message.includes(email))].join()
}

// Shows approval-02
test('the ticked are approved together, and those with concerns are named first @rare', async ({ page, site }) => {
  const people = await aQueueOf(site, ['ONE', 'TWO', 'THREE'])
  await openQueue(page, site)
  await queue(page).getByLabel('Tick ANA ONE').check()
  await queue(page).getByLabel('Tick ANA THREE').check()
  await expectSound(page)
  await page.getByRole('button', { name: 'Approve ticked' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve 2 applicants?' })
  await expect(dialog).toContainText('ANA ONE, ANA THREE')
  await expect(dialog).toContainText('2 have warnings')
  // A failure costs no tick.
  await page.route('**/api/approvals', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { code: 'unexpected', message: 'An unexpected error occurred' } })
      : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Approve 2 applicants' }).click()
  await lookAway(page)
  await expect(message(page, /^2 applicants: /)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Ticked applicants' }).getByText('2 ticked')).toBeVisible()
  await expect(queue(page).getByLabel('Tick ANA THREE')).toBeChecked()
  await page.unroute('**/api/approvals')
  await page.getByRole('button', { name: 'Approve ticked' }).click()
  await dialog.getByRole('button', { name: 'Approve 2 applicants' }).click()
  await lookAway(page)
  await expect(message(page, /^2 approved: ARRAPI-\d{3}-\d{3} to ARRAPI-\d{3}-\d{3}$/)).toBeVisible()
  await expect(queue(page).getByRole('button')).toHaveCount(1)
  const states = await Promise.all(people.map((person) => stateOf(site, person)))
  expect(states.map((state) => state?.approved)).toEqual([true, false, true])
})

// Shows approval-02
test('250 are approved in batches, with a stop; who applied later is left out @rare', async ({ page, site }) => {
  await aQueueOf(site, [])
  const someone = (n: number, createdAt: number) => ({
    firstName: 'MANY',
    lastName: `NO ${n}`,
    militarySerial: `MANY-${++made}-${n}`,
    email: `many${made}@example.org`,
    birthday: '1970-01-01',
    createdAt,
  })
  await site.deps.db
    .insert(users)
    .values(Array.from({ length: 250 }, (_, n) => someone(n, Date.now() - (300 - n) * minute)))
  await openQueue(page, site)
  await page.getByRole('button', { name: 'Approve all…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve all' })
  await expect(dialog).toContainText('All 250 applicants')
  await expect(dialog).toContainText('250 have warnings')
  await expectSound(page)
  const [later] = await site.deps.db.insert(users).values(someone(999, Date.now())).returning({ id: users.id })

  // The second batch waits until Stop has been pressed.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let batches = 0
  await page.route('**/api/approvals/all', async (route) => {
    if (++batches === 2) await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Approve 250 applicants' }).click()
  await expect(dialog).toContainText('100 of 250')
  await dialog.getByRole('button', { name: 'Stop' }).click()
  release()
  await expect(dialog).toContainText('Stopped at 200 of 250')
  expect(await waiting(site)).toBe(51)
  await expectSound(page)

  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('All 250 applicants approved')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(queue(page).getByRole('button')).toHaveText(/MANY NO 999/)
  expect(await stateOf(site, { id: later!.id } as Someone)).toMatchObject({ approved: false })
})

test('all are rejected with one reason, and nobody waits any more @rare', async ({ page, site }) => {
  const people = await aQueueOf(site, ['ONE', 'TWO', 'THREE'])
  await openQueue(page, site)
  await page.getByRole('button', { name: 'Reject all…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject all' })
  await expect(dialog).toContainText('All 3 applicants')
  await dialog.getByRole('button', { name: 'Reject 3 applicants' }).click()
  expect(await waiting(site)).toBe(3)
  await dialog.getByRole('radio', { name: /^Another reason/ }).check()
  await dialog.getByLabel('Your reason').fill('This was a drill.')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Reject 3 applicants' }).click()
  await expect(dialog).toContainText('All 3 applicants rejected')
  expect(await waiting(site)).toBe(0)
  for (const person of people) expect(await stateOf(site, person)).toBeNull()
  const { rows } = await site.deps.pool.query<{ action: string }>(
    'select action from audit_log where subject = any($1)',
    [people.map(({ id }) => id)],
  )
  expect(rows).toHaveLength(3)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Nobody is waiting', { exact: true })).toBeVisible()
  // With nobody waiting there is nothing to do with all of them.
  await expect(page.getByRole('button', { name: /all…|without warnings/ })).toHaveCount(0)
})

async function waiting({ deps }: TestSite): Promise<number> {
  return deps.db.$count(users, and(eq(users.approved, false), isNotNull(users.militarySerial)))
}

test('whom another administrator has decided on is passed over with a word @rare', async ({ page, site, isMobile }) => {
  const [taken, next] = (await aQueueOf(site, ['TAKEN', 'FREE'])) as [Someone, Someone]
  await openQueue(page, site)
  await openFirst(page, isMobile)
  const other = await site.signedIn(await anAdmin(site.deps))
  expect((await other.post('/api/approvals', { applicants: [{ id: taken.id, version: 1 }] })).status).toBe(200)
  const number = (await stateOf(site, taken))?.idNumber

  await expect(shown(page, 'ANA TAKEN')).toBeVisible()
  await approveButton(page).click()
  await expect(shown(page, 'ANA FREE')).toBeVisible()
  await approveButton(page).click()
  await expect(message(page, 'This applicant was already approved or rejected.')).toBeVisible()
  expect((await stateOf(site, taken))?.idNumber).toBe(number)
  await lookAway(page)
  await expect(message(page, /^ANA FREE approved as/)).toBeVisible()
  expect(await stateOf(site, next)).toMatchObject({ approved: true })
  await expect(page.getByText('Nobody is waiting', { exact: true })).toBeVisible()
  await expectSound(page)
})

test('who was changed since they were shown is loaded again @rare', async ({ page, site, isMobile }) => {
  const [changed] = (await aQueueOf(site, ['CHANGED', 'BEHIND'])) as [Someone, Someone]
  await openQueue(page, site)
  await openFirst(page, isMobile)
  await expect(shown(page, 'ANA CHANGED')).toBeVisible()
  const other = await site.signedIn(await anAdmin(site.deps))
  const asked = { id: changed.id, version: 1, items: ['signature'], message: 'Please sign again.' }
  expect((await other.post('/api/returns', asked)).status).toBe(200)

  const dialog = page.getByRole('dialog', { name: 'Reject this application?' })
  const rejectIt = async () => {
    await page.keyboard.press('r')
    await dialog.getByRole('radio', { name: /^You have applied before/ }).check()
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await rejectIt()
  await expect(message(page, /^ANA CHANGED changed a moment ago/)).toBeVisible()
  expect(await stateOf(site, changed)).toMatchObject({ approved: false })
  await expect(page.getByText('Asked for: Signature')).toBeVisible()
  await rejectIt()
  await expect(message(page, 'ANA CHANGED rejected.')).toBeVisible()
  expect(await stateOf(site, changed)).toBeNull()
})

test('who was corrected meanwhile is decided on as they are now @rare', async ({ page, site, isMobile }) => {
  const [first, second] = (await aQueueOf(site, ['FIRST', 'SECOND'])) as [Someone, Someone]
  await openQueue(page, site)
  await openFirst(page, isMobile)
  await expect(shown(page, 'ANA FIRST')).toBeVisible()
  await page.keyboard.press('j')
  await expect(shown(page, 'ANA SECOND')).toBeVisible()
  await expect(approveButton(page)).toBeVisible()
  const correct = ({ id }: Someone, firstName: string) =>
    site.deps.db
      .update(users)
      .set({ firstName, version: sql`${users.version} + 1` })
      .where(eq(users.id, id))
  await correct(first, 'ANITA')
  await correct(second, 'ANITA')
  // What is on the screen is of before: nobody is decided on unseen, and the queue is read again.
  await page.keyboard.press('a')
  await lookAway(page)
  const refusal = message(page, /^ANA SECOND changed a moment ago/)
  await expect(refusal).toBeVisible()
  if (isMobile) await page.goBack()
  await queue(page)
    .getByRole('button', { name: /ANITA FIRST/ })
    .click()
  await expect(shown(page, 'ANITA FIRST')).toBeVisible()
  await page.keyboard.press('a')
  await lookAway(page)
  await expect(message(page, /^ANITA FIRST approved as/)).toBeVisible()
  expect(await stateOf(site, first)).toMatchObject({ approved: true })
  await expect(refusal).toBeVisible()
  await expect(shown(page, 'ANITA SECOND')).toBeVisible()
  await page.keyboard.press('a')
  await expect(refusal).toBeHidden()
})

test('of those ticked, only those who were rejected are said to be @rare', async ({ page, site, isMobile }) => {
  const [gone, silent] = (await aQueueOf(site, ['GONE', 'SILENT'])) as [Someone, Someone]
  await site.deps.db.update(users).set({ email: null }).where(eq(users.id, silent.id))
  await openQueue(page, site)
  await queue(page).getByLabel('Tick ANA GONE').check()
  await queue(page).getByLabel('Tick ANA SILENT').check()
  const other = await site.signedIn(await anAdmin(site.deps))
  expect((await other.post('/api/approvals', { applicants: [{ id: gone.id, version: 1 }] })).status).toBe(200)
  await queue(page)
    .getByRole('button', { name: /SILENT/ })
    .click()
  await expect(approveButton(page)).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The applicant has no email address: please tell them yourself.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  if (isMobile) await page.goBack()
  await page.getByRole('button', { name: 'Reject ticked…' }).click()
  await dialog.getByRole('radio', { name: /^You have applied before/ }).check()
  await dialog.getByRole('button', { name: 'Reject 2' }).click()
  await expect(message(page, 'ANA SILENT rejected.')).toBeVisible()
  await expect(message(page, 'Already approved or rejected: 1 of 2.')).toBeVisible()
  expect(await stateOf(site, silent)).toBeNull()
})

test('a double click decides on one applicant @rare', async ({ page, site, isMobile }) => {
  const people = await aQueueOf(site, ['CLICKED', 'SPARED', 'LAST'])
  await openQueue(page, site)
  await openFirst(page, isMobile)
  await approveButton(page).dblclick()
  await expect(shown(page, 'ANA SPARED')).toBeVisible()
  await lookAway(page)
  await expect(message(page, /^ANA CLICKED approved as/)).toBeVisible()
  expect(await stateOf(site, people[1]!)).toMatchObject({ approved: false })
})

// Shows listing-14
test('a failed queue says so, and Back returns to the queue on a phone @rare', async ({ page, site, isMobile }) => {
  await aQueueOf(site, ['SHOWN', 'BEHIND'])
  await openQueue(page, site)
  await openFirst(page, isMobile)
  if (isMobile) {
    await expect(queue(page)).toBeHidden()
    await expectSound(page)
    await page.goBack()
    await expect(queue(page).getByRole('button', { name: /ANA SHOWN/ })).toBeFocused()
  }
  await page.route('**/api/members?**', (route) =>
    route.fulfill({ status: 404, json: { code: 'not-found', message: 'We could not find this.' } }),
  )
  await page.reload()
  await expect(page.getByText('Error Loading Users')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(queue(page)).toBeVisible()
})

// Shows approval-64
test('a secretary compares, corrects, undoes, and approves the sound ones', async ({ page, site, isMobile }) => {
  const [double, sound] = (await aQueueOf(site, ['DOUBLE', 'SOUND'])) as [Someone, Someone]
  // Unlike those of the members whom the stories before have approved.
  await givePapers(site, [double, sound], 500)
  const known = await aMember(site.deps, { firstName: 'ANA', lastName: 'DOUBLE', militarySerial: 'KNOWN-1' })
  await openQueue(page, site)
  await queue(page)
    .getByRole('button', { name: /ANA DOUBLE/ })
    .click()
  const compare = page.getByRole('region', { name: 'Compare' })
  await expect(compare).toContainText('Same name and birthday')
  await expect(compare).toContainText('KNOWN-1')
  await expect(compare).toContainText(double.serial)
  await expect(compare.getByRole('link', { name: /^Open this record/ })).toHaveAttribute('href', `/member/${known.id}`)
  await expectSound(page)

  await page.getByRole('link', { name: 'Edit details' }).click()
  await page.getByLabel('Last name', { exact: true }).first().fill('DOUBLET')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await page.waitForURL(/\/members\?approval=true/)
  await expect(shown(page, 'ANA DOUBLET')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Compare' })).toHaveCount(0)

  await approveButton(page).click()
  await expect(held(page)).toContainText('ANA DOUBLET will be approved in')
  // Who can still be taken back is neither in the queue nor counted among those who wait.
  const count = page.getByRole('heading', { level: 1, name: /^Membership Approval/ })
  if (!isMobile) await expect(count).toContainText('1 waiting')
  await expectSound(page)
  await held(page).getByRole('button', { name: 'Undo' }).click()
  await expect(shown(page, 'ANA DOUBLET')).toBeVisible()
  if (!isMobile) await expect(count).toContainText('2 waiting')
  await expect(held(page)).toHaveCount(0)
  expect(await stateOf(site, double)).toMatchObject({ approved: false })

  // A tab that is closed sends what it holds.
  await approveButton(page).click()
  await expect(held(page)).toBeVisible()
  const admin = await site.signedIn(await anAdmin(site.deps))
  await page.goto('about:blank')
  await expect.poll(() => stateOf(site, double)).toMatchObject({ approved: true })

  await page.goto('/members?approval=true')
  await page.getByRole('button', { name: 'Approve the one without warnings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve those without warnings' })
  // Two at once: the other administrator is quicker, and nobody gets a second number.
  const confirm = dialog.getByRole('button', { name: 'Approve 1 applicant' })
  await expect(confirm).toBeVisible()
  expect((await admin.post('/api/approvals', { applicants: [{ id: sound.id, version: 1 }] })).status).toBe(200)
  await confirm.click()
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Nobody is waiting', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /all…|without warnings/ })).toHaveCount(0)
  expect(await stateOf(site, sound)).toMatchObject({ approved: true })
})

/** Whether two things on the screen lie over one another. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('the desk fits the screen, and nothing covers a decision', async ({ page, site, isMobile }) => {
  if (!isMobile) await page.setViewportSize({ width: 1280, height: 800 })
  const people = await aQueueOf(site, ['TWIN', 'TWIN', 'CORRECTED'])
  await givePapers(site, people)
  await site.deps.db
    .update(users)
    .set({ correctedAt: Date.now(), returnItems: ['signature'], returnMessage: 'Please sign again.' })
    .where(eq(users.id, people[2]!.id))
  await openQueue(page, site)
  await openFirst(page, isMobile)
  const tabs = page.getByRole('tablist', { name: 'Documents' })
  await expect(tabs.getByRole('tab')).toHaveCount(5)
  expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  if (!isMobile) {
    const beyond = await page.evaluate(() => document.scrollingElement!.scrollHeight - window.innerHeight)
    expect(beyond).toBe(0)
  }

  const before = await approveButton(page).boundingBox()
  const record = page.getByRole('region', { name: 'Application' })
  await record.evaluate((scrolled) => scrolled.scrollTo({ top: 400, behavior: 'instant' }))
  await approveButton(page).click()
  await expect(held(page)).toContainText('ANA TWIN will be approved in')
  await expect(held(page)).toContainText(`Serial ${people[0]!.serial}`)
  await expect(shown(page, 'ANA TWIN')).toBeVisible()
  // Whoever comes next begins at the top, where the warnings are.
  expect(await record.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  for (const button of [approveButton(page), page.getByRole('button', { name: /^(Ask for|Reject…)/ }).first()])
    expect(await overlap(held(page), button)).toBe(false)
  // The next press meets the same button.
  expect(await approveButton(page).boundingBox()).toEqual(before)
  await expectSound(page)

  if (isMobile) await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('textbox', { name: 'Search' }).fill('corrected')
  await expect(page.getByText('1 applicant found')).toBeVisible()
  await queue(page).getByRole('button').first().click()
  await expect(page.getByRole('img', { name: 'Signature of ANA CORRECTED' })).toBeVisible()
  await approveButton(page).click()
  await expect(page.getByText('0 applicants found')).toBeVisible()
  await expect(page.getByText('Nobody found for “corrected”')).toBeVisible()
})
