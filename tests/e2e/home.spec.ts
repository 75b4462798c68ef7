import type { Locator } from '@playwright/test'
import { expect, expectSound, hydrated, test } from '#tests/support/browser.ts'
import { saveSettings, aLink } from '#tests/support/factories.ts'

test.beforeAll(async ({ site }) => {
  await saveSettings(site.deps, {
    socialPages: 'https://example.org/arrapi',
    contactEmail: 'desk@example.org',
    contactPhone: '0917 123 4567',
    walletAccount: '0917 765 4321',
  })
  await aLink(site.deps, { section: 'Events', title: 'General assembly, Quezon City' })
})

// Shows public-01, public-03, public-05, public-08, public-10, content-42
test('a visitor reads the home page and finds the way to join', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await expect(page).toHaveTitle(/ARRAPI/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Welcome to the home of reservists')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join Us' }).first()).toHaveAttribute('href', '/register')
  await expect(page.getByText('150 pesos')).toBeVisible()
  const event = page.getByRole('link', { name: /General assembly/ }).first()
  await expect(event).toHaveAttribute('target', '_blank')
  await expect(event).toHaveAttribute('rel', /noopener/)
  await expectSound(page)
})

const seen = (link: Locator) =>
  link.evaluate((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))

test.describe('with a pointer', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  // Shows navigation-24
  test('the contact panel opens after 300 ms and closes after 500 ms', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    const mail = navigation.locator('a[href^="mailto:"]')
    const delay = () =>
      mail.evaluate((link) => parseFloat(getComputedStyle(link.closest('.hover-panel') ?? link).transitionDelay))
    expect(await seen(mail)).toBe(false)
    await navigation.getByRole('link', { name: 'Contact Us' }).hover()
    expect(await delay()).toBe(0.3)
    await expect.poll(() => seen(mail), { timeout: 5000 }).toBe(true)
    await page.mouse.move(5, 700)
    expect(await delay()).toBe(0.5)
    await expect.poll(() => seen(mail), { timeout: 5000 }).toBe(false)
  })

  // Shows navigation-26
  test('the contact panel shows the social page and the phone number too @rare', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    const social = navigation.locator('a[href="https://example.org/arrapi"]')
    const phone = navigation.locator('a[href="tel:09171234567"]')
    expect([await seen(social), await seen(phone)]).toEqual([false, false])
    await navigation.getByRole('link', { name: 'Contact Us' }).hover()
    await expect.poll(() => seen(social)).toBe(true)
    await expect(social).toContainText('example.org/arrapi')
    await expect.poll(() => seen(phone)).toBe(true)
    await expect(phone).toContainText('0917 123 4567')
  })
})

test('the contact panel opens by its button and closes by Escape @rare', async ({ page, isMobile }) => {
  await page.goto('/')
  await hydrated(page)
  const openMenu = async () => {
    if (isMobile) await page.getByText('Menu', { exact: true }).click()
  }
  await openMenu()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const toggle = navigation.getByLabel('Ways to contact us')
  const mail = navigation.getByRole('link', { name: /desk@example.org/ })
  await toggle.focus()
  await page.keyboard.press('Enter')
  await expect(mail).toBeVisible()
  await expect(mail).toHaveCSS('opacity', '1')
  await page.keyboard.press('Escape')
  await expect(mail).toBeHidden()
  if (!(await toggle.isVisible())) await openMenu()
  await toggle.click()
  await expect(mail).toBeVisible()
})

test('on the narrowest phone the header is one row', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  const header = page.getByRole('banner')
  const [login, menu] = await Promise.all([
    header.getByRole('link', { name: 'Log in', exact: true }).boundingBox(),
    header.getByText('Menu', { exact: true }).boundingBox(),
  ])
  expect(login?.y).toBe(menu?.y)
})

// Shows navigation-22
test('every item of the navigation is there', async ({ page, isMobile }) => {
  await page.goto('/')
  // Beside the closed menu of a phone; a desk shows the menu itself, with Profile Account.
  const login = page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true })
  await expect(login).toBeVisible({ visible: isMobile })
  if (isMobile) await expect(login).toHaveAttribute('href', '/login')
  if (isMobile) await page.getByText('Menu', { exact: true }).click()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const items = {
    Home: '/',
    About: '/about',
    Leadership: '/leadership',
    'Featured Stories': '/featured-stories',
    Announcements: '/announcements',
    'Contact Us': '/contact',
    'Profile Account': '/profile',
  }
  for (const [name, href] of Object.entries(items)) {
    const link = navigation.getByRole('link', { name, exact: true })
    await expect(link).toBeVisible()
    await expect(link).toHaveAttribute('href', href)
  }
  // On a phone, what is far below in the page.
  for (const name of ['Join Us', 'Election'])
    await expect(navigation.getByRole('link', { name, exact: true })).toBeVisible({ visible: isMobile })
})

test.describe('the floating menus', () => {
  test.beforeAll(async ({ site }) => {
    for (let n = 1; n <= 7; n++)
      await aLink(site.deps, {
        section: 'Whats New',
        title: `News number ${n}`,
        createdAt: new Date(2025, 0, n).getTime(),
      })
  })
  // Shows public-06
  test('list the newest links, and the others by tap and by key', async ({ page, isMobile }) => {
    await page.goto('/')
    await hydrated(page)
    const menu = page.getByRole('region', { name: "What's New" })
    const oldest = menu.locator('a', { hasText: 'News number 1' })
    await expect(menu.getByRole('link', { name: /News number 7/ })).toBeVisible()
    expect(await seen(oldest)).toBe(false)
    const toggle = menu.locator('summary')
    await expect(toggle).toContainText('Show 3 more')
    if (isMobile) await toggle.tap()
    else {
      await toggle.focus()
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => seen(oldest)).toBe(true)
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => seen(oldest)).toBe(false)
  })

  test.describe('with a pointer', () => {
    test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

    // Shows public-07
    test('open after 300 ms over the page, and close after 500 ms', async ({ page }) => {
      await page.goto('/')
      await hydrated(page)
      const menu = page.getByRole('region', { name: "What's New" })
      const oldest = menu.locator('a', { hasText: 'News number 1' })
      const delay = () =>
        menu.locator('.hover-panel').evaluate((panel) => parseFloat(getComputedStyle(panel).transitionDelay))
      const heightOfPage = () => page.evaluate(() => document.documentElement.scrollHeight)
      const before = await heightOfPage()
      expect(await seen(oldest)).toBe(false)
      await menu.getByRole('heading').hover()
      expect(await delay()).toBe(0.3)
      await expect.poll(() => seen(oldest), { timeout: 3000 }).toBe(true)
      expect(await heightOfPage()).toBe(before)
      await page.mouse.move(5, 100)
      expect(await delay()).toBe(0.5)
      await expect.poll(() => seen(oldest), { timeout: 3000 }).toBe(false)
    })
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('open by their button', async ({ page }) => {
      await page.goto('/')
      const menu = page.getByRole('region', { name: "What's New" })
      await menu.locator('summary').click()
      await expect(menu.getByRole('link', { name: /News number 1/ })).toBeVisible()
    })
  })
})

test('an unknown address answers with a page that helps on', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page can be read and its menus work', async ({ page, isMobile }) => {
    await page.goto('/')
    await expect(page.getByText('Welcome to the home of reservists')).toBeVisible()
    await expect(page.getByRole('link', { name: /General assembly/ }).first()).toBeVisible()
    const about = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' })
    if (isMobile) {
      await expect(about).toBeHidden()
      await page.getByText('Menu', { exact: true }).click()
    }
    await expect(about).toBeVisible()
  })
})
