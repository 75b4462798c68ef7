import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { privacyNoticeVersion } from '#shared/members/privacy/privacy.ts'
import { expect, expectSound, hydrated, test, holdRequests } from '#tests/support/browser.ts'
import { anApplicant, saveSettings } from '#tests/support/factories.ts'
import {
  accept,
  aPerson,
  aPhoto,
  attachAll,
  chooser,
  field,
  fillInForm,
  pictureField,
  submit,
  unwatched,
} from '#tests/support/registration-form.ts'
import { faultsNow } from '#tests/support/screens/layouts.ts'
import { ranksByService } from '#web/members/ranks.ts'

test.beforeAll(async ({ site }) => {
  await saveSettings(site.deps, { contactEmail: 'desk@example.org', walletAccount: '0917 765 4321' })
})

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Registration' })

// Shows navigation-03, registration-05, registration-06, registration-08, registration-09, registration-12
// Shows registration-40, registration-48, registration-58, registration-63, registration-84
test('a person registers: form, pictures, confirmation, and is pending', async ({ page, site }) => {
  const person = aPerson()
  await page.goto('/register')
  await hydrated(page)
  await expect(page.getByText('150 pesos')).toBeVisible()
  await expect(page.getByText('0917 765 4321')).toBeVisible()
  // A phone cannot scan its own screen: there the number is copied.
  const isWide = (page.viewportSize()?.width ?? 0) >= 640
  await expect(page.getByRole('button', { name: 'Copy the account number' })).toBeVisible()
  await expect(page.getByText('Scan to copy the number')).toBeVisible({ visible: isWide })
  const code = await page.request.get('/api/wallet-code')
  expect([code.status(), code.headers()['content-type']]).toEqual([200, 'image/svg+xml'])
  await accept(page)
  await fillInForm(page, person)
  await page.getByLabel('My blood type may be printed on my ID card').check()
  await attachAll(page)
  await expect(page.getByText('6 of 6 parts done')).toBeVisible()
  await expect(page.getByText('Missing:')).toHaveCount(0)
  // The unit follows what is typed.
  await field(page, 'Height').fill('5\'7"')
  await field(page, 'Weight').click()
  await expect(field(page, 'Height')).toHaveValue('5')
  await expect(field(page, 'Inches')).toHaveValue('7')
  const phoneNumber = field(page, 'Cellphone number')
  const right = await phoneNumber.inputValue()
  await phoneNumber.fill('0917 555 123')
  await submitButton(page).click()
  const asked = dialog(page, 'Submit your registration?')
  // What may be mistyped is corrected from here.
  await asked.getByRole('button', { name: 'Correct it' }).click()
  await expect(phoneNumber).toBeFocused()
  await phoneNumber.fill(right)
  await submitButton(page).click()
  for (const fact of ['JOSÉ PONCE DELA PEÑA', person.serial.toUpperCase().replaceAll(' ', ''), '05Oct1964'])
    await expect(asked.getByText(fact, { exact: true })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Yes, submit' }).click()
  const done = dialog(page, 'Registration Successful')
  await expect(done).toContainText(
    'Your registration has been submitted successfully. Your account is currently pending approval by our admin team.',
  )
  const reference = (await done.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent()) ?? ''
  await expect(done.getByRole('button', { name: 'Copy the reference number' })).toBeVisible()
  const saving = page.waitForEvent('download')
  await done.getByRole('button', { name: 'Save' }).click()
  expect((await saving).suggestedFilename()).toBe(`application-${reference}.txt`)
  await expect(done.getByText('Saved to your downloads.')).toBeVisible()
  await expectSound(page)
  // Nothing of it is cut, on the low window of a laptop and on a low phone; what does not fit scrolls inside.
  const phone = page.viewportSize()
  for (const [width, height] of [
    [1280, 720],
    [390, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await faultsNow(page)).toEqual([])
    const box = (await done.boundingBox())!
    expect([box.y >= 0, box.y + box.height <= height]).toEqual([true, true])
    for (const name of ['Go to the login page', 'See where my application stands']) {
      const button = (await done.getByRole('button', { name }).boundingBox())!
      expect([name, button.x >= box.x, button.x + button.width <= box.x + box.width]).toEqual([name, true, true])
    }
  }
  if (phone) await page.setViewportSize(phone)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await expect(done.getByRole('button', { name: 'Go to the login page' })).toBeVisible()
  // On paper it stands by itself, on one sheet, and says what its buttons would do.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main')).toBeHidden()
  for (const words of [
    'Application of JOSÉ PONCE DELA PEÑA, sent on ',
    `/application#${reference}`,
    'Once you are approved',
  ])
    await expect(done.getByText(words)).toBeVisible()
  await expect(done.getByRole('button')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1000)
  await page.emulateMedia({ media: 'screen' })
  await done.getByRole('button', { name: 'See where my application stands' }).click()
  await expect(page).toHaveURL(`/application#${reference}`)
  await expect(page.getByLabel('Reference number')).toHaveValue(reference)
  await expect(page.getByText('No reference number?')).toBeVisible()
  await field(page, 'Day').fill('5')
  await page.getByLabel('Month').selectOption('October')
  await field(page, 'Year').fill('64')
  await page.getByRole('button', { name: 'Show my application' }).click()
  await expect(page.getByRole('heading', { name: 'We are checking your application' })).toBeVisible()
  await expect(page.getByText('No reference number?')).toHaveCount(0)
  await expect(page.getByText('We look at every application within about a week.')).toBeVisible()
  await expect(page.getByText('We will email you at j•••••@example.org when we have decided.')).toBeVisible()

  const [row] = await site.deps.db.select().from(users).where(eq(users.email, person.email))
  expect(row).toMatchObject({
    approved: false,
    firstName: 'JOSÉ',
    lastName: 'DELA PEÑA',
    rank: 'CDR',
    height: '170 cm',
    weight: '68 kg',
    applicationReference: reference.replaceAll('-', ''),
    birthday: '1964-10-05',
    healthConsentAt: expect.any(Number),
    cellphoneNumber: '09171234567',
    reservistType: 'Ready Reserve',
    rruChecked: true,
    aruChecked: false,
    privacyNoticeVersion,
  })
})

// Shows registration-40
test('without a fee the form does without its proof; the dialog leads to the login @rare', async ({ page, site }) => {
  const contactEmail = 'desk@example.org'
  await saveSettings(site.deps, { contactEmail, walletAccount: '', registrationFee: 0 })
  await page.goto('/register')
  await hydrated(page)
  await expect(page.getByText('Proof of payment')).toHaveCount(0)
  await accept(page)
  await fillInForm(page, aPerson())
  await attachAll(page, ['Proof of payment'])
  await expect(page.getByText('6 of 6 parts done')).toBeVisible()
  await saveSettings(site.deps, { contactEmail, registrationFee: 150 })
  await submit(page)
  await expect(page.getByRole('dialog')).toContainText('Proof of payment is required')
  await page.getByRole('dialog').getByRole('button').last().click()
  // No account is set: the step says whom to ask.
  const toPay = page.getByText('Please ask us where to send it:').locator('..')
  await expect(toPay).toContainText('150 pesos')
  await expect(toPay.getByRole('link', { name: contactEmail })).toBeVisible()
  await chooser(page, 'Proof of payment').setInputFiles(await aPhoto())
  await pictureField(page, 'Proof of payment').getByText('Uploaded').waitFor()
  await saveSettings(site.deps, { contactEmail, walletAccount: '0917 765 4321' })
  await submit(page)
  await dialog(page, 'Registration Successful').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/login')
})

// Shows registration-84
test('a height in feet and inches @rare', async ({ page }) => {
  await page.goto('/register')
  await hydrated(page)
  await field(page, 'First name').fill('x')
  await expect(field(page, 'First name')).toHaveValue('X')
  await expect(page.getByLabel('Inches')).toBeHidden()
  await page.getByLabel('Height unit').selectOption('ft, in')
  await field(page, 'Height').fill('5')
  await page.getByLabel('Inches').fill('13')
  await field(page, 'Weight').click()
  await expect(page.getByText('Please enter your height in centimetres')).toBeVisible()
  await page.getByLabel('Inches').fill('7')
  await field(page, 'Weight').click()
  await expect(page.getByText('Please enter your height in centimetres')).toBeHidden()
  await field(page, 'Weight').fill('1')
  await field(page, 'Email').click()
  await expect(page.getByText('1 kg is too small. Please enter your weight in kilograms or pounds')).toBeVisible()
  // Closed and opened again, the unit is still there.
  await expect(page.getByText('Your answers stay on this device')).toBeVisible()
  await page.waitForTimeout(1000)
  await page.reload()
  await expect(page.getByText('Welcome back')).toBeVisible()
  await expect(page.getByLabel('Inches')).toHaveValue('7')
})

// Shows registration-04
test('the form has its sections, and the 2x2 picture is the first thing of the first', async ({ page }) => {
  await page.goto('/register')
  await hydrated(page)
  const section = (name: string) => page.getByRole('region', { name })
  await expect(section('General Information')).toContainText('2x2 profile picture')
  await expect(section('General Information').getByLabel('First name')).toBeVisible()
  await expect(section('Personal Information').getByLabel('Blood type', { exact: true })).toBeVisible()
  await expect(section('Contact Person').getByLabel('Contact person number')).toBeVisible()
})

// Shows registration-01, registration-02
test('nothing can be submitted before the privacy policy is accepted', async ({ page }) => {
  await page.goto('/register')
  await hydrated(page)
  await expect(page.getByText('Data Privacy Act of 2012').first()).toBeVisible()
  await expect(submitButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Read the privacy policy' }).click()
  const policy = dialog(page, 'ARRAPI Privacy Policy')
  await expect(policy).toContainText('National Privacy Commission')
  await expectSound(page)
  await policy.getByRole('button', { name: 'I Understand' }).click()
  await expect(policy).toBeHidden()
  await expect(submitButton(page)).toBeDisabled()
  await accept(page)
  await expect(page.getByText('You have accepted the privacy notice.')).toBeVisible()
  await expect(submitButton(page)).toBeEnabled()
})

// Shows registration-12, registration-13, registration-14, registration-15, registration-16, registration-18
// Shows registration-39
test('what is missing is told: three in the dialog, each at its field, focus on the first', async ({ page }) => {
  await page.goto('/register')
  await accept(page)
  await page.getByRole('radio', { name: 'Reservist', exact: true }).check()
  await submitButton(page).click()
  const told = dialog(page, 'Please correct the following errors:')
  await expect(told.getByRole('listitem')).toHaveText([
    '2x2 profile picture is required',
    'First name is required',
    'Last name is required',
  ])
  await expectSound(page)
  // Each leads to its field.
  await told.getByRole('button', { name: 'Last name is required' }).click()
  await expect(field(page, 'Last name')).toBeFocused()
  await submitButton(page).click()
  await told.getByRole('button', { name: 'OK' }).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=group]')?.textContent ?? ''))
    .toContain('2x2')
  const missing =
    'Unit assignment,Region,Birthday,Height,Weight,Blood type,Photo upload,Proof of payment,Signature,Email,Personnel address,Cellphone number,Contact person first name,Contact person last name,Contact person number,Contact person relationship,Military serial,Rank,Military service,Copy of commission document,Reservist type'
  for (const what of missing.split(','))
    await expect(page.getByText(`${what} is required`, { exact: true })).toBeVisible()
  await expectSound(page)
  await field(page, 'First name').fill('x')
  await expect(page.getByText('First name is required', { exact: true })).toBeHidden()
  await field(page, 'Cellphone number').fill('12')
  await field(page, 'Email').fill('nobody@')
  await field(page, 'Height').click()
  await expect(page.getByText('Please enter a valid 10-11 digit phone number')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  // A digit short is asked about, and taken all the same.
  await field(page, 'Cellphone number').fill('0917 555 123')
  await field(page, 'Email').fill('nobody@gmial.com')
  await field(page, 'Email').press('Tab')
  await page.getByRole('button', { name: 'Change to nobody@gmail.com' }).click()
  await expect(field(page, 'Email')).toHaveValue('nobody@gmail.com')
  await field(page, 'Day').fill('1')
  await field(page, 'Month').selectOption('January')
  await field(page, 'Year').fill(String(new Date().getFullYear() + 1))
  await field(page, 'Height').click()
  await expect(page.getByText('Birthday cannot be in the future')).toBeVisible()
  await field(page, 'Year').fill(String(new Date().getFullYear() - 6))
  await expect(page.getByText('years old. Check the year.')).toBeVisible()
  await field(page, 'Height').click()
  await expect(page.getByText('begins with 09 has 11 digits; this one has 10')).toBeVisible()
  await expect(page.getByText('Please enter a valid 10-11 digit phone number')).toBeHidden()
  await expectSound(page)
})

// Shows registration-31
test('capitals come as typed, without moving the caret @rare', async ({ page }) => {
  await page.goto('/register')
  await hydrated(page)
  const name = field(page, 'Last name')
  await name.click()
  await expect(page.getByText('0 of 6 parts done')).toBeVisible()
  await name.pressSequentially('pea')
  await name.press('ArrowLeft')
  await name.pressSequentially('ñx')
  await expect(name).toHaveValue('PEÑXA')
  await name.press('Enter')
  await expect(field(page, 'Suffix')).toBeFocused()
})

// Shows registration-58
test('a half-filled form survives a closed tab, with its pictures, until it is cleared', async ({ page, context }) => {
  await page.goto('/register')
  await hydrated(page)
  await field(page, 'First name').fill('josé')
  await page.getByRole('radio', { name: 'Reservist', exact: true }).check()
  await page.getByRole('radio', { name: 'Ready Reserve' }).check()
  await page.getByRole('checkbox', { name: 'ARU' }).check()
  await chooser(page, 'Signature').setInputFiles(await aPhoto())
  await pictureField(page, 'Signature').getByText('Uploaded').waitFor()
  await field(page, 'Day').fill('31')
  await field(page, 'Personnel address').fill('12 Mabini St\nQuezon City')
  await field(page, 'Email').fill('ramon.delacruz@')
  await field(page, 'Cellphone number').fill('0917 123')
  await expect(page.getByText('Your answers stay on this device')).toBeVisible()
  await page.close({ runBeforeUnload: true })

  const again = await context.newPage()
  await again.goto('/register')
  await expect(again.getByText('Welcome back')).toBeInViewport()
  await expect(field(again, 'First name')).toHaveValue('JOSÉ')
  await expect(field(again, 'Day')).toHaveValue('31')
  await expect(field(again, 'Personnel address')).toHaveValue('12 Mabini St Quezon City')
  // What is wrong is marked as if it had just been typed; what is missing is not.
  await expect(again.getByText('Please check: Email, Cellphone number')).toBeVisible()
  await expect(again.getByText('Please enter a valid email address')).toBeVisible()
  await expect(again.getByText('Please enter a valid 10-11 digit phone number')).toBeVisible()
  await expect(again.locator('[aria-invalid=true]')).toHaveCount(2)
  await expect(again.getByRole('checkbox', { name: 'ARU' })).toBeChecked()
  await expect(pictureField(again, 'Signature')).toContainText('photo.jpg')
  await expect(submitButton(again)).toBeDisabled()
  await expectSound(again)
  await again.getByRole('button', { name: 'Clear the form' }).click()
  await dialog(again, 'Clear the form?').getByRole('button', { name: 'Clear the form' }).click()
  await expect(field(again, 'First name')).toHaveValue('')
  await expect(pictureField(again, 'Signature').getByText('Uploaded')).toBeHidden()
  await again.reload()
  await hydrated(again)
  await expect(field(again, 'First name')).toHaveValue('')
})

for (const [what, spoil] of [
  ['holds rubbish', () => localStorage.setItem('registration-draft', '{"savedAt":1e99,"values":[{}]}')],
  [
    'is refused',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('no', 'SecurityError')
        },
      }),
  ],
] as const)
  test(`the form works where the device’s memory ${what} @rare`, async ({ page }) => {
    await page.addInitScript(spoil)
    await page.goto('/register')
    await hydrated(page)
    await field(page, 'First name').fill('ana')
    await expect(field(page, 'First name')).toHaveValue('ANA')
    await accept(page)
    await submitButton(page).click()
    await expect(dialog(page, 'Please correct the following errors:')).toBeVisible()
  })

// Shows registration-35, registration-36, registration-41
test('what others have is refused at its field: e-mail and serial @rare', async ({ page, site }) => {
  const person = aPerson()
  await anApplicant(site.deps, { email: person.email, militarySerial: 'TAKEN-1' })
  await anApplicant(site.deps, { militarySerial: person.serial.toUpperCase().replaceAll(' ', '') })
  await page.goto('/register')
  await accept(page)
  await fillInForm(page, person)
  await attachAll(page)
  await submit(page)
  const told = dialog(page, 'Please correct the following errors:')
  await expect(told.getByRole('listitem')).toHaveText([
    'Email is already registered',
    'Military serial number already exists',
  ])
  await told.getByRole('button', { name: 'OK' }).click()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'First name')).toHaveValue('JOSÉ')
})

// Shows registration-41
test('a lost connection loses nothing, and a lost reply is understood @rare', async ({ browser, site }, info) => {
  const page = await unwatched(browser, site, info)
  await page.goto('/register')
  await accept(page)
  const person = aPerson()
  await fillInForm(page, person)
  await attachAll(page)
  await page.context().setOffline(true)
  await submit(page)
  await expect(dialog(page, 'The connection was lost')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.context().setOffline(false)
  await expect(field(page, 'Last name')).toHaveValue('DELA PEÑA')

  await page.route('**/api/registrations', (route) => route.fulfill({ status: 502, body: '<html>' }))
  await submit(page)
  await expect(dialog(page, 'Not submitted yet')).toContainText('An unexpected error occurred')
  await page.getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/api/registrations')

  // It arrives, and its answer is lost.
  await page.route('**/api/registrations', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submit(page)
  await expect(dialog(page, 'The connection was lost')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/api/registrations')
  // Not the same form any more, so that the server cannot know it for a second try.
  await chooser(page, 'Photo upload').setInputFiles(await aPhoto({ width: 900 }))
  await pictureField(page, 'Photo upload').getByText('Uploaded').waitFor()
  await submit(page)
  const arrived = dialog(page, 'It looks like we already have your registration')
  await expect(arrived).toBeVisible()
  await arrived.getByRole('button', { name: 'Back to the form' }).click()
  await submit(page)
  // The first registration holds them now; the others are asked for anew.
  await expect(dialog(page, 'Please correct the following errors:')).toContainText('please upload this file again')
  await page.getByRole('button', { name: 'OK' }).click()
  await attachAll(page)
  await page.route('**/api/registrations', (route) => route.abort())
  await submit(page)
  await page.getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/api/registrations')
  await submit(page)
  await expect(arrived).toBeVisible()
  await arrived.getByRole('button', { name: 'Go to the login page' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await site.deps.db.$count(users, eq(users.email, person.email))).toBe(1)
  await page.context().close()
})

// Shows registration-06
test('what is typed before the form’s code has come is kept @rare', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/registration-form-*.js')
  await page.goto('/register')
  await hydrated(page)
  await field(page, 'First name').pressSequentially('josé')
  await field(page, 'Region').selectOption('Visayas')
  await page.getByRole('radio', { name: 'Reservist', exact: true }).check()
  for (const name of [
    'Regular',
    'Civilian Human Resource (CHR)',
    'Ready Reserve',
    'Standby Reserve',
    'Retired Reserve',
  ])
    await expect(page.getByRole('radio', { name, exact: true })).toBeVisible()
  await chooser(page, 'Signature').setInputFiles(await aPhoto())
  release()
  await expect(pictureField(page, 'Signature').getByText('Uploaded')).toBeVisible()
  await expect(field(page, 'First name')).toHaveValue('JOSÉ')
  await expect(field(page, 'Region')).toHaveValue('Visayas')
  await expect(page.getByRole('radio', { name: 'Reservist', exact: true })).toBeChecked()
  await page.reload()
  await expect(page.getByText('Welcome back')).toBeVisible()
  await expect(field(page, 'Region')).toHaveValue('Visayas')
})

// Shows registration-25
test('ranks are offered by service, and any other may be typed', async ({ page }) => {
  await page.goto('/register')
  await hydrated(page)
  const offered = () =>
    page.locator('#ranks option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  await field(page, 'Military service (MS)').selectOption('PAF')
  await expect.poll(offered).toEqual(ranksByService.PAF.flatMap(({ ranks }) => ranks))
  await field(page, 'Military service (MS)').selectOption('PN')
  await expect.poll(offered).toEqual(ranksByService.PN.flatMap(({ ranks }) => ranks))
  await field(page, 'Rank').fill('lance corporal')
  await expect(field(page, 'Rank')).toHaveValue('LANCE CORPORAL')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page can be read, and says how to reach the association', async ({ page }) => {
    await page.goto('/register')
    // By style, for words inside <noscript> are no text to the test's own search.
    const notes = page.locator('main noscript')
    await expect(notes.locator('p').first()).toBeVisible()
    await expect(notes.locator('p').first()).toHaveText('Registration needs JavaScript.')
    await expect(notes.locator('a[href="mailto:desk@example.org"]')).toBeVisible()
    await expect(notes.last().locator('p', { hasText: 'National Privacy Commission' }).last()).toBeVisible()
    // What only scripts can send is not asked for.
    await expect(page.getByRole('heading', { name: 'Required Documents' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'I Accept' })).toBeHidden()
  })
})

// Shows registration-10
test('after the closing time registration is closed, by the server too @rare', async ({ page, site }) => {
  const person = aPerson()
  await page.goto('/register')
  await accept(page)
  await fillInForm(page, person)
  await attachAll(page)
  await saveSettings(site.deps, { registrationCloses: Date.UTC(2020, 0, 1) })
  await submit(page)
  await expect(dialog(page, 'Registration Closed')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('button', { name: 'Registration Closed' })).toBeDisabled()
  await expect(field(page, 'Last name')).toHaveValue('DELA PEÑA')
  expect(await site.deps.db.$count(users, eq(users.email, person.email))).toBe(0)

  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'Registration Closed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Registration Closed' })).toBeDisabled()
  await expect(field(page, 'First name')).toBeDisabled()
  await expectSound(page)
})
