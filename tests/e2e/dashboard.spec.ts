import { elections, privacyRequests } from '#server/db/schema.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { thingsToWatch } from '#shared/elections/settings/readiness.ts'
import { pages, type Page } from '#shared/pages.ts'
import { jobs, may, type Action } from '#shared/permissions.ts'
import { showInstant } from '#shared/time.ts'
import {
  dialog,
  note,
  openDashboard,
  openEditor,
  expect,
  expectSound,
  hydrated,
  test,
  signIn,
  soonIn,
  stopTime,
  withOwnTime,
} from '#tests/support/browser.ts'
import { aDuesPlan, aMember, anAdmin, anApplicant, confirmAccounts, saveSettings } from '#tests/support/factories.ts'

// Shows public-11
test('a new site leads from empty to running; before it says where to pay, it says whom to ask', async ({
  page,
  site,
}) => {
  const admin = await anAdmin(site.deps)
  await openDashboard(page, site, admin)
  const steps = page.getByRole('region', { name: 'Set up your site' })
  const line = (title: string) => steps.getByRole('listitem').filter({ hasText: title })
  await expect(steps).toContainText(/\d of 11 done/)
  // Nothing waits yet, and no election is over that nobody has planned.
  await expect(page.getByRole('heading', { name: 'To do', exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Election', exact: true })).toHaveCount(0)
  await expectSound(page)

  await line('Email').getByRole('button', { name: 'Send a test email' }).click()
  await expect(line('Email')).toContainText(/outbox|on its way|sent/)
  await line('Name and contact').getByRole('link', { name: 'Add contact details' }).click()
  await expect(page).toHaveURL('/admin/settings#contact')
  await page.getByLabel('Email', { exact: true }).fill('desk@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Saved.')
  await page.goto('/admin')
  await expect(line('Name and contact')).toContainText('Done')
  await line('Check the texts of About Us').getByRole('link', { name: 'Check the texts' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Saved')
  await page.goto('/admin')
  await expect(line('Check the texts of About Us')).toContainText('Done')
  await line('First election').getByRole('button', { name: 'We do not need this' }).click()
  await expect(line('First election')).toContainText('Not needed')
  await line('First election').getByRole('button', { name: 'We need it after all' }).click()
  await expect(line('First election').getByRole('link', { name: 'Plan the election' })).toBeVisible()

  await page.goto('/')
  await expect(page.locator('#how-to-register')).toContainText('150 pesos')
  await expect(page.locator('#how-to-register')).toContainText('Please ask us where to send it:desk@example.org')
  await page.goto('/register')
  await expect(page.getByText('Please ask us where to send it:')).toBeVisible()

  await aMember(site.deps)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'To do', exact: true })).toBeVisible()
  await expect(steps).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Still to set up' })).not.toContainText('Name and contact')
})

// Shows two-step-09, dashboard-02
test('the dashboard lists what waits, by job, and counts who waits and who is approved', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  const member = await aMember(site.deps)
  await anApplicant(site.deps)
  await site.deps.db.insert(privacyRequests).values({ memberId: member.id, kind: 'erasure', dueAt: Date.now() })
  const { rows } = await site.deps.pool.query<{ pending: number; approved: number }>(
    `select count(*) filter (where not approved)::int pending, count(*) filter (where approved)::int approved from users where military_serial is not null`,
  )
  await openDashboard(page, site, admin)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Membership Approval/ })).toContainText(
    new RegExp(`${rows[0]!.pending}\\s*waiting`),
  )
  await expect(main.getByRole('link', { name: /^Current Members/ })).toContainText(
    new RegExp(`${rows[0]!.approved}\\s*approved`),
  )
  const list = page.getByRole('region', { name: 'To do', exact: true }).getByRole('listitem')
  await expect(list.first()).toContainText('1 request from a member about their data is open. Overdue since today.')
  await expect(list.first().getByRole('link', { name: 'Answer it' })).toHaveAttribute('href', '/admin/privacy-requests')
  await expect(list.filter({ hasText: 'Please turn on two-step login' }).getByRole('link')).toHaveAttribute(
    'href',
    '/security',
  )
  await list.filter({ hasText: '1 application is waiting' }).getByRole('link', { name: 'Look at it' }).click()
  await expect(page).toHaveURL('/members?approval=true')

  // What somebody else's job is, waits for somebody else.
  const editor = await anAdmin(site.deps, {}, 'long admin password', { jobs: ['content'] })
  await signIn(page, site, editor)
  const twoStep = async (on: boolean) => {
    await site.deps.pool.query('update users set two_factor_enabled = $2 where id = $1', [editor.id, on])
    await confirmAccounts(site.deps)
  }
  await twoStep(true)
  await page.goto('/admin')
  await expect(page.getByText('Nothing to do')).toBeVisible()
  await expectSound(page)
  await twoStep(false)
  await page.goto('/security')
  const daily = page.getByLabel('Email me when there is something to do')
  await expect(daily).toBeChecked()
  // It shows what the site has stored, a moment after the click.
  await daily.click()
  await expect(page.getByText('We will no longer email you every morning.')).toBeVisible()
  await page.reload()
  await expect(daily).not.toBeChecked()
  await expectSound(page)
})

// Shows dashboard-06, dashboard-07, dashboard-12, dashboard-15
test('the sidebar is on every screen and leads everywhere, and out @rare', async ({ page, site, isMobile }) => {
  const admin = await anAdmin(site.deps, { firstName: 'PILAR' })
  const member = await aMember(site.deps)
  await anApplicant(site.deps)
  await openDashboard(page, site, admin)
  const sidebar = page.getByRole('navigation', { name: 'Admin' })
  const items = {
    Dashboard: ['/admin', false],
    'Membership Approval': ['/members?approval=true', false],
    'Current Members': ['/members', false],
    Home: ['/', true],
    About: ['/about', true],
    Leadership: ['/leadership', true],
    'Featured Stories': ['/featured-stories', true],
    Announcement: ['/announcements', true],
    Nominations: ['/nominate', false],
    'BOT Voting': ['/vote?proxy=1', false],
    'Election Result': ['/election-result', false],
    'Election settings': ['/admin/elections', false],
    'Email members': ['/admin/emails', false],
    'Import members': ['/admin/import', false],
    Viewers: ['/admin/viewers', false],
    'Privacy requests': ['/admin/privacy-requests', false],
    'Audit log': ['/admin/audit-log', false],
    'Site status': ['/admin/status', false],
    Administrators: ['/admin/administrators', false],
    Settings: ['/admin/settings', false],
  } as const
  if (isMobile) await page.getByText('Menu', { exact: true }).click()
  // The public pages are folded away until they are wanted.
  await expect(sidebar.getByRole('link', { name: /^About/ })).toBeHidden()
  await sidebar.getByText('Website').click()
  for (const [name, [href, newTab]] of Object.entries(items)) {
    const link = sidebar.getByRole('link', { name: new RegExp(`^${name}`) })
    await expect(link).toHaveAttribute('href', href)
    if (newTab) await expect(link).toHaveAttribute('target', '_blank')
    else await expect(link).not.toHaveAttribute('target')
  }
  for (const group of ['Members', 'Election', 'Website', 'System'])
    await expect(sidebar.getByRole('list', { name: group })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: /^BOT Voting/ })).toContainText('Proxy ballots')
  await expect(sidebar.getByRole('link', { name: /^Membership Approval/ })).toHaveAccessibleName(/\d+ waiting$/)

  const desk = Object.values<Page>(pages)
    .filter(({ path, access }) => access !== 'public' && path !== '/profile' && !path.startsWith('/announcements'))
    .filter(({ access }) => may({ role: 'admin', jobs }, access as Action))
    .map(({ path }) => path.replace(':id', member.id))
  for (const path of [...desk, '/members?approval=true', '/vote?proxy=1']) {
    await page.goto(path)
    await expect(sidebar, path).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main', exact: true }), path).toHaveCount(0)
    await expect(page.getByRole('main'), path).toHaveCount(1)
  }
  await page.goto('/members?approval=true')
  if (isMobile) await page.getByText('Menu', { exact: true }).click()
  await expect(sidebar.locator('[aria-current=page]')).toHaveText(/^Membership Approval/)
  await page.goto('/about')
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible()
  await expect(sidebar).toHaveCount(0)

  // On a small laptop all of it is in sight; where one writes for the public pages, they are open instead of the others.
  await page.setViewportSize({ width: 1366, height: 768 })
  for (const [path, link] of [
    // Rows for a finger are higher.
    ...(isMobile
      ? []
      : ([
          ['/admin', 'Audit log'],
          ['/nominate', 'Audit log'],
        ] as const)),
    ['/admin/write/about', 'Featured Stories'],
  ] as const) {
    await page.goto(path)
    for (const name of ['Dashboard', link, 'Settings', 'Pilar'])
      await expect(sidebar.getByRole('link', { name: new RegExp(`^${name}`, 'i') }), path).toBeInViewport({ ratio: 1 })
    await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  }
  await expect(sidebar.getByRole('link', { name: 'Audit log' })).toBeHidden()
  // On a lower one the middle scrolls, and the foot stays.
  await page.setViewportSize({ width: 1366, height: 500 })
  await page.goto('/admin')
  await expect(sidebar.getByRole('link', { name: 'Audit log' })).not.toBeInViewport()
  await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })

  // On a phone a button opens it, Escape closes it.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/members')
  await expect(sidebar.getByRole('link', { name: 'Nominations' })).toBeHidden()
  await page.getByText('Menu', { exact: true }).click()
  await expect(sidebar.getByRole('link', { name: 'Nominations' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sidebar.getByRole('link', { name: 'Nominations' })).toBeHidden()
  await page.getByText('Menu', { exact: true }).click()
  await sidebar.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login?out')
  await page.goto('/admin')
  await expect(page).toHaveURL('/login?next=/admin')
  // What a member reads at the same address stays as it was.
  await signIn(page, site, member)
  await page.goto('/members')
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible()
  await expect(sidebar).toHaveCount(0)
})

test('the dashboard tells where the election stands, and leads to what it needs now @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  await aMember(site.deps)
  const line = page.getByRole('region', { name: 'Election', exact: true })
  const in2Hours = Date.now() + 2 * 60 * 60_000
  // One of its own: how many may vote in the other was counted a moment ago, when there was nobody yet.
  await site.deps.db.insert(elections).values({
    ...defaultElection,
    title: 'SECOND BOT ELECTION',
    votingOpens: Date.now() - 60_000,
    votingCloses: in2Hours,
  })
  site.deps.elections.invalidate()
  await openDashboard(page, site, admin)
  await expect(line).toContainText(`Voting is open until ${showInstant(in2Hours)}.`)
  await expect(line.getByRole('link')).toHaveText(['Election day', 'View Election Results'])
  await expect(page.getByText(/^0 of \d+ have voted$/)).toBeVisible()
  await expect(page.getByText(thingsToWatch)).toBeVisible()
  await expectSound(page)
  // It fails alone.
  await page.route('**/api/elections/current', (route) => route.fulfill({ status: 400, json: {} }))
  await page.route('**/api/dashboard/*', (route) => route.fulfill({ status: 400, json: {} }))
  await page.reload()
  await expect(page.getByText('The election could not be loaded')).toBeVisible()
  await expect(page.getByText('The to-do list could not be loaded')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^Current Members/ })).toBeVisible()
})

// Shows operations-09
test('a note of success in an editor goes by itself after three seconds @rare', async ({ page, site }) => {
  await withOwnTime(page)
  await openDashboard(page, site, await anAdmin(site.deps))
  await openEditor(page, 'Events')
  const editor = dialog(page, 'Events')
  await editor.getByRole('button', { name: 'Add a link' }).click()
  await editor.getByLabel('Title').fill('General assembly')
  await editor.getByLabel('Address').fill('https://example.org/assembly')
  await stopTime(page)
  await editor.getByRole('button', { name: 'Add link', exact: true }).click()
  await soonIn(page, () => note(page, 'Link added').isVisible())
  await page.clock.runFor(2950)
  await expect(note(page, 'Link added')).toBeVisible()
  await page.clock.runFor(100)
  await expect(note(page, 'Link added')).toBeHidden()
})

// Shows dashboard-05
test('an administrator without an e-mail address is called Admin @rare', async ({ page, site }) => {
  const admin = await aMember(site.deps, { isAdmin: true, email: null })
  await openDashboard(page, site, admin)
  await expect(page.locator('header a[href="/security"]')).toHaveText(/^Admin: login/)
})

test('a long e-mail address stays within the narrowest phone @rare', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const email = `${'administrator'.repeat(4)}@association-of-reservists.example.org`
  const admin = await aMember(site.deps, { isAdmin: true, email })
  await openDashboard(page, site, admin)
  await expect(page.locator('header a[href="/security"]')).toContainText(email)
  await expectSound(page)
})

// Shows public-04, public-09, public-11
test('home tells how to register, with the fee and the wallet account of the settings', async ({ page, site }) => {
  await saveSettings(site.deps, {
    socialPages: 'https://example.org/us\nhttps://www.facebook.com/us',
    walletName: 'Treasurer',
    walletAccount: '0917 765 4321',
    registrationFee: 175,
  })
  await page.goto('/')
  await hydrated(page)
  await expect(page.getByRole('link', { name: 'example.org (opens' })).toHaveAttribute('href', 'https://example.org/us')
  await expect(page.getByRole('link', { name: 'Facebook (opens' })).toHaveAttribute(
    'href',
    'https://www.facebook.com/us',
  )
  const steps = page.locator('#how-to-register li')
  await expect(steps).toHaveCount(4)
  await expect(steps.nth(0)).toContainText('Click Join Us')
  await expect(steps.nth(1)).toContainText('Fill in the form')
  await expect(steps.nth(2)).toContainText('175 pesos')
  await expect(steps.nth(2)).toContainText('0917 765 4321')
  await expect(steps.nth(2)).toContainText('Treasurer')
  await expect(steps.nth(3)).toContainText('Wait for approval')
})

test('pages that are nobody’s business are not listed by search engines', async ({ page }) => {
  for (const path of ['/login', '/reset-password', '/no-such-page']) {
    await page.goto(path)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  }
})

test('private pages are not listed by search engines @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  const member = await aMember(site.deps)
  await signIn(page, site, admin)
  await saveSettings(site.deps, { dues: aDuesPlan() })
  const paths = Object.values<Page>(pages)
    .filter(({ access }) => access !== 'public')
    .map(({ path }) => path.replace(':id', member.id))
  expect(paths).toContain(`/member/${member.id}`)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('meta[name="robots"]'), path).toHaveAttribute('content', 'noindex')
  }
  await saveSettings(site.deps, { dues: null })
})
