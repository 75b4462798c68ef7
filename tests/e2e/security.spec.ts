import { eq } from 'drizzle-orm'
import { generate } from 'otplib'
import { makePasswordLink } from '#server/accounts/change-password.ts'
import { users } from '#server/db/schema.ts'
import {
  expect,
  expectSound,
  hydrated,
  logIn,
  test,
  signIn,
  soonIn,
  stopTime,
  withOwnTime,
} from '#tests/support/browser.ts'
import { aMember, anAdmin, confirmAccounts } from '#tests/support/factories.ts'

const codeOf = (secret: string, shift = 0) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + shift })

// Shows two-step-01
test('an administrator adds two-step login and logs in with it', async ({ page, site, browser }) => {
  const admin = await anAdmin(site.deps)
  await logIn(page, admin.email, admin.password)
  await expect(page).toHaveURL('/admin')
  await page.goto('/security')
  await page.getByRole('button', { name: 'Turn on two-step login' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(admin.password)
  await page.getByLabel('Name of the device').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = ((await page.locator('.font-mono').textContent()) ?? '').replaceAll(/\s/g, '')
  expect(secret).toMatch(/^[A-Z2-7]{16,}=*$/)
  await expectSound(page)
  await page.getByLabel('Code').fill(await codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Two-step login is on.')).toBeInViewport()
  await expectSound(page)

  const elsewhere = await browser.newPage({ baseURL: site.url })
  await logIn(elsewhere, admin.email, admin.password)
  await expect(elsewhere).toHaveURL(/\/login\?step=two-factor/)
  await elsewhere.getByLabel('Code').fill('000000')
  await elsewhere.getByRole('button', { name: 'Continue' }).click()
  await expect(elsewhere.getByRole('alert')).toBeVisible()
  // No code is taken twice; the next one is good already.
  await elsewhere.getByLabel('Code').fill(await codeOf(secret, 30))
  await elsewhere.getByRole('button', { name: 'Continue' }).click()
  await expect(elsewhere).toHaveURL('/admin')
  await elsewhere.close()
})

// Shows password-07, password-21
test('who has a new password reads so for two seconds, and is led to the login then @rare', async ({ page, site }) => {
  await withOwnTime(page)
  const member = await aMember(site.deps)
  const link = new URL(await makePasswordLink(site.deps, member.id, 60))
  await page.goto(link.pathname + link.search)
  await hydrated(page)
  await page.getByLabel('New password', { exact: true }).fill('tatlong bituin')
  await page.getByLabel('Confirm password', { exact: true }).fill('tatlong bituin')
  await stopTime(page)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await soonIn(page, () => page.getByText('We are taking you to the login page.').isVisible())
  await page.clock.runFor(1950)
  await expect(page).toHaveURL(/\/reset-password/)
  await page.clock.runFor(100)
  await expect(page).toHaveURL('/login?changed')
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Military serial number' })).toHaveValue(member.serial)
  await expect(page.getByRole('complementary', { name: 'How to log in' })).toContainText('the one you chose')
})

// Shows password-01, password-03, password-04, password-05, password-23, password-24, password-25
test('a member chooses a password of their own', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await logIn(page, member.serial, member.password)
  await expect(page).toHaveURL(`/member/${member.id}`)
  await page
    .getByRole('link', { name: /choose.*password/i })
    .first()
    .click()
  await expect(page).toHaveURL('/reset-password')
  const save = async (password: string, confirm: string) => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password', { exact: true }).fill(confirm)
    await page.getByRole('button', { name: 'Save the new password' }).click()
  }
  await save('abcdef', 'abcdeg')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await save('abc', 'abc')
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await expectSound(page)
  // What only the server can tell stands at the field, too.
  for (const [password, sentence] of [
    ['iloveyou', 'Too many people have this password. Please choose another one.'],
    ['05Oct1964', 'Choose a password that is not a date'],
    ['x1964-10-05', 'Choose a password that does not contain your birthday'],
    ['Juan dela Cruz', 'Choose a password that does not contain your name'],
    [member.serial, 'Choose a password that does not contain your serial number'],
  ] as const) {
    await save(password, password)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(sentence)
  }
  await expectSound(page)
  await save('tatlong bituin', 'tatlong bituin')
  await expect(page.getByText('Password changed. You are still logged in.')).toBeVisible()
  await expect(page).toHaveURL(`/member/${member.id}`)
  await expectSound(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible()
  await expect(page.getByText('Password changed.')).toHaveCount(0)
  await page.context().clearCookies()
  await logIn(page, member.serial, 'tatlong bituin')
  await expect(page).toHaveURL(`/member/${member.id}`)
})

// Shows login-42
test('a member whose login was helped reads so, and when it was afterwards @rare', async ({ page, site }) => {
  const member = await aMember(site.deps)
  const admin = await site.signedIn(await anAdmin(site.deps))
  const { code } = await admin.post<{ code: string }>(`/api/members/${member.id}/one-time-code`)
  await logIn(page, member.serial, code)
  await expect(page).toHaveURL(`/member/${member.id}`)
  const notice = page.getByText(/^On .*, an administrator helped with your login/)
  await expect(notice).toBeVisible()
  await expectSound(page)
  await page.goto('/security')
  await expect(notice).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Choose my own password' }).click()
  await page.getByLabel('New password', { exact: true }).fill('tatlong bituin')
  await page.getByLabel('Confirm password', { exact: true }).fill('tatlong bituin')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page).toHaveURL(`/member/${member.id}`)
  await page.goto('/security')
  await expect(page.getByText(/^An administrator last helped with your login on /)).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('without a link and without a login, the page of a new password says how to get one', async ({ page, site }) => {
  await page.goto('/reset-password')
  await expect(page.getByText('Please open this page from the link in our email')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Ask for a link' })).toHaveAttribute('href', '/login?step=forgot')
  await page.goto('/reset-password?token=from-an-email')
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  await expect(page.getByText('Please open this page from the link in our email')).toHaveCount(0)
  await signIn(page, site, await aMember(site.deps))
  await page.goto('/reset-password')
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  await expect(page.getByText('Please open this page from the link in our email')).toBeHidden()
})

test('a passkey is named, logs in alone and as the second step, and is removed', async ({ page, site }) => {
  // Passkeys are bound to the name and port by which a site is reached; the port is known only once it listens.
  const address = site.url.replace('127.0.0.1', 'localhost')
  Object.assign(site.deps.config, { publicUrl: address })
  const phone = await page.context().newCDPSession(page)
  await phone.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await phone.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, isUserVerified: true } })

  const member = await aMember(site.deps)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  const dialog = page.getByRole('dialog')
  const byPassword = async () => {
    await page.context().clearCookies()
    await page.goto(`${address}/login?next=/security`)
    await page.getByLabel('Military serial number or admin email').fill(member.serial)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  await byPassword()
  await expect(passkeys).toContainText('You have no passkey yet.')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name of the passkey').fill('Telepono ko')
  await dialog.getByLabel('Your password', { exact: true }).fill('not the one')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog).toContainText('This is not your password')
  await dialog.getByLabel('Your password', { exact: true }).fill(member.password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys).toContainText('The passkey is added.')
  await expect(passkeys.getByRole('listitem')).toHaveText(/^Telepono koMade on .*, not used yet/)
  await expectSound(page)

  await page.context().clearCookies()
  await page.goto(`${address}/login?next=/security`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(passkeys.getByRole('listitem')).toContainText('last used on')

  await site.deps.db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, member.id))
  await confirmAccounts(site.deps)
  await byPassword()
  await expect(page).toHaveURL(/step=two-factor/)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await passkeys.getByRole('button', { name: 'Remove (Telepono ko)' }).click()
  await dialog.getByLabel('Your password', { exact: true }).fill(member.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(passkeys).toContainText('You have no passkey yet.')

  await page.context().clearCookies()
  await page.goto(`${address}/login`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This site does not know this passkey.')
})

test('who is logged in elsewhere sees where, and logs out one device or all others', async ({ page, site }) => {
  const member = await aMember(site.deps)
  const agents = [
    'Linux; Android 10) Chrome/140',
    'Windows NT 10.0) Firefox/140',
    'iPhone; Mac OS X) Version/18 Safari/605',
  ]
  const elsewhere = await Promise.all(
    agents.map(async (agent) => {
      const visitor = site.visitor({ 'user-agent': `Mozilla/5.0 (${agent}` })
      await visitor.logIn(member.serial, member.password)
      return visitor
    }),
  )
  const areIn = () =>
    Promise.all(elsewhere.map(async (visitor) => (await visitor.get('/api/accounts/me')).status === 200))
  await signIn(page, site, member)
  await page.goto('/security')
  const devices = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(devices.getByRole('listitem')).toHaveCount(4)
  await expect(devices.getByRole('listitem').filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)
  await expect(devices.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })).toContainText('Last seen about')
  await expectSound(page)
  await devices.getByRole('button', { name: 'Log out (Firefox on Windows)' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  expect(await areIn()).toEqual([true, false, true])
  await devices.getByRole('button', { name: 'Log out all other devices' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  expect(await areIn()).toEqual([false, false, false])
  await page.reload()
  await expect(devices.getByRole('listitem')).toContainText('This device')
})

test.describe('before the scripts have come', () => {
  test.use({ javaScriptEnabled: false })

  // Shows password-23
  test('a password that many people have is refused in words', async ({ page, site }) => {
    const member = await aMember(site.deps)
    await logIn(page, member.serial, member.password)
    await page.goto('/reset-password')
    expect(await page.content()).toContain('JavaScript is turned off in this browser. You can choose a password here')
    await page.getByLabel('New password', { exact: true }).fill('iloveyou')
    await page.getByLabel('Confirm password', { exact: true }).fill('iloveyou')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page.getByText('Too many people have this password. Please choose another one.')).toBeVisible()
  })
})
