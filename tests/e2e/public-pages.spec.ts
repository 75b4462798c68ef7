import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { leaders, links, videos } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { expect, expectSound, expectSoundAtBothWidths, hydrated, test, signIn } from '#tests/support/browser.ts'
import { aLeader, aLink, aLinkedVideo, aMember, aVideo, saveSettings, untilHeard } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'

const publicPages = ['/', '/about', '/leadership', '/featured-stories', '/contact']

const clear = (deps: Deps, table: typeof videos | typeof leaders | typeof links) =>
  untilHeard(deps, () => deps.db.delete(table))

/** The preview's place in the film, in seconds. */
const placeOf = (page: Page) =>
  page
    .locator('main video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime)

test.describe('after an update', () => {
  test.use({ cutsLink: true })

  test('a page whose code does not come says so, and is there after a reload', async ({ page }) => {
    await page.goto('/privacy')
    await hydrated(page)
    let asked = 0
    await page.route('**/assets/contact-screen-*.js', async (route) => {
      asked++
      await route.fulfill({ status: 404, body: 'gone with the last update' })
    })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'This page could not be loadedPlease check your connection, then reload the page.',
    )
    await page.waitForTimeout(1500)
    expect(asked).toBeLessThan(4)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.getByRole('heading', { name: 'Contact Us', level: 1 })).toBeVisible()
  })
})

test.describe('about', () => {
  test.beforeEach(({ site }) => clear(site.deps, videos))

  // Shows public-15
  test('without a video it has a picture, and the three texts', async ({ page }) => {
    await page.goto('/about')
    await hydrated(page)
    await expect(page).toHaveTitle('About – ARRAPI')
    for (const name of ['History', 'Vision', 'Mission'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page.getByText('formed by reservists')).toBeVisible()
    await expect(page.locator('main video')).toHaveCount(0)
    await expectSound(page)
  })

  // Shows videos-26
  test('nothing of the video loads before somebody asks', async ({ page, site }) => {
    await aVideo(site.deps, { page: 'about', title: 'Who we are' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.resourceType()))
    await page.goto('/about', { waitUntil: 'networkidle' })
    await hydrated(page)
    expect(asked).not.toContain('media')
    await expectSound(page)
  })

  // Shows public-12
  test('the preview is silent and starts over after ten seconds @rare', async ({ page, site }) => {
    await aVideo(site.deps, { page: 'about', title: 'Who we are' })
    await page.goto('/about')
    await hydrated(page)
    const preview = page.locator('main video')
    await page.getByRole('button', { name: 'Play preview' }).click()
    await expect.poll(() => placeOf(page)).toBeGreaterThan(0.2)
    expect(await preview.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
    await preview.evaluate((video: HTMLVideoElement) => void (video.currentTime = 9.2))
    await expect.poll(() => placeOf(page)).toBeGreaterThan(9)
    await expect.poll(() => placeOf(page), { timeout: 5000, intervals: [100] }).toBeLessThan(2)
    await page.getByRole('button', { name: 'Pause preview' }).click()
    await expect(page.getByRole('button', { name: 'Play preview' })).toBeVisible()
  })

  for (const way of ['Escape', 'the close button'])
    // Shows public-13, public-14
    test(`the viewer closes by ${way} and hands its place back @rare`, async ({ page, site }) => {
      await aVideo(site.deps, { page: 'about', title: 'Who we are' })
      await page.goto('/about')
      await hydrated(page)
      const opener = page.getByRole('link', { name: /Who we are/ })
      await opener.click()
      const viewer = page.getByRole('dialog', { name: 'Who we are' })
      await expect(viewer).toBeVisible()
      expect(await viewer.boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
      const film = viewer.locator('video')
      await expect(film).toHaveAttribute('controls')
      await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2)
      await film.evaluate((video: HTMLVideoElement) => {
        video.pause()
        video.currentTime = 17
      })
      await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.seeking)).toBe(false)
      await expectSound(page)
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await viewer.getByRole('button', { name: 'Close' }).click()
      await expect(viewer).toBeHidden()
      await expect.poll(() => placeOf(page)).toBeGreaterThanOrEqual(17)
      expect(await placeOf(page)).toBeLessThan(27)
      await expect(opener).toBeFocused()
    })

  test('with reduced motion the preview stays still @rare', async ({ page, site }) => {
    await aVideo(site.deps, { page: 'about', title: 'Who we are' })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/about')
    await hydrated(page)
    await page.getByRole('link', { name: /Who we are/ }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Play preview' })).toBeVisible()
  })
})

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

test.describe('featured stories', { tag: '@desk' }, () => {
  test.beforeEach(({ site }) => clear(site.deps, videos))

  test('before the first one, the page says what will be there', async ({ page }) => {
    await page.goto('/featured-stories')
    await hydrated(page)
    await expect(page.getByText('No stories yet')).toBeVisible()
    await expectSound(page)
  })

  // Shows videos-01, videos-03
  test('three stand as one large and two, and open in a viewer', async ({ page, site, isMobile }) => {
    for (const title of ['First story', 'Second story', 'Third story'])
      await aVideo(site.deps, { title, poster: title !== 'Third story' })
    await page.goto('/featured-stories')
    await hydrated(page)
    const boxes = await boxesOf(page)
    expect(boxes).toHaveLength(3)
    if (isMobile) expect(new Set(boxes.map(({ x }) => x)).size).toBe(1)
    else {
      expect(boxes[0]!.width).toBeGreaterThan(1.8 * boxes[1]!.width)
      expect(boxes[1]!.x).toBe(boxes[2]!.x)
      expect(Math.abs(boxes[0]!.height - (boxes[2]!.y + boxes[2]!.height - boxes[1]!.y))).toBeLessThan(2)
    }
    await expectSound(page)

    await page.getByRole('link', { name: /Second story/ }).click()
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByRole('heading', { name: 'Second story' })).toBeVisible()
    await page.keyboard.press('PageDown')
    await expect(viewer.getByRole('heading', { name: 'Third story' })).toBeVisible()
    await expect(viewer.getByRole('button', { name: 'Next' })).toBeDisabled()
    await viewer.getByRole('button', { name: 'Previous' }).click()
    await page.keyboard.press('PageUp')
    await expect(viewer.getByRole('heading', { name: 'First story' })).toBeVisible()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(page.getByRole('link', { name: /Second story/ })).toBeFocused()
  })

  // Shows videos-41
  test('a video of YouTube: nothing is asked of YouTube before somebody presses play', async ({ page, site }) => {
    await aLinkedVideo(site.deps, { title: 'Relief work in Bicol' })
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url)) outside.push(request.url())
    })
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>The player</p>' }),
    )
    await page.goto('/featured-stories', { waitUntil: 'networkidle' })
    await hydrated(page)
    const card = page.getByRole('link', { name: /Relief work in Bicol/ })
    await expect(card).toContainText('On YouTube')
    await expectSound(page)
    expect(outside).toEqual([])
    await card.click()
    const viewer = page.getByRole('dialog')
    await expect(viewer.frameLocator('iframe').getByText('The player')).toBeVisible()
    expect(new Set(outside.map((address) => new URL(address).host))).toEqual(new Set(['www.youtube-nocookie.com']))
    await expect(viewer.getByRole('link', { name: 'Watch on YouTube' })).toHaveAttribute(
      'href',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    )
    await viewer.getByRole('button', { name: 'Close' }).click()
    await expect(card).toBeFocused()
  })

  test('more than three stand in two columns @rare', async ({ page, site, isMobile }) => {
    for (const title of ['One', 'Two', 'Three', 'Four']) await aVideo(site.deps, { title })
    await page.goto('/featured-stories')
    await hydrated(page)
    const boxes = await boxesOf(page)
    expect(new Set(boxes.map(({ x }) => x)).size).toBe(isMobile ? 1 : 2)
    expect(new Set(boxes.map(({ width }) => Math.round(width))).size).toBe(1)
    await expectSound(page)
  })

  test('a video that does not play says so and can be tried again @rare', async ({ page, site }) => {
    await aVideo(site.deps, { title: 'Lost story' })
    await page.route('**/api/files/*', (route) =>
      route.request().resourceType() === 'media' ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    )
    await page.goto('/featured-stories')
    await hydrated(page)
    await page.getByRole('link', { name: /Lost story/ }).click()
    await expect(page.getByText('This video could not be played.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect
      .poll(() => page.locator('dialog video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.1)
  })

  test.describe('at the width of a desk', () => {
    test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

    async function storiesAre(page: Page, { deps }: TestSite, count: number) {
      for (let n = 1; n <= count; n++) await aVideo(deps, { title: `Story ${n}` })
      await page.goto('/featured-stories')
      await hydrated(page)
      await expect(page.locator('main li')).toHaveCount(count)
      return boxesOf(page)
    }
    const end = ({ x, width }: Box) => x + width
    const foot = ({ y, height }: Box) => y + height
    /** To the pixel: browsers lay out in fractions of one. */
    const alike = (one: number, other: number) => expect(Math.abs(one - other)).toBeLessThan(1.5)

    // Shows videos-02
    test('one story takes the whole width @rare', async ({ page, site }) => {
      const [only] = await storiesAre(page, site, 1)
      const list = (await page.locator('main ul').boundingBox())!
      alike(only!.x, list.x)
      alike(only!.width, list.width)
      expect(list.width).toBeGreaterThan(1000)
    })

    // Shows videos-02
    test('of two, one is large and one stands beside it @rare', async ({ page, site }) => {
      const [large, second] = await storiesAre(page, site, 2)
      alike(large!.width, 2 * second!.width)
      alike(large!.y, second!.y)
      expect(second!.x).toBeGreaterThan(end(large!))
    })

    // Shows videos-02
    test('of three, one is large and two stand beside it, one above the other @rare', async ({ page, site }) => {
      const [large, second, third] = await storiesAre(page, site, 3)
      alike(large!.width, 2 * second!.width)
      alike(second!.width, third!.width)
      alike(second!.x, third!.x)
      expect(second!.x).toBeGreaterThan(end(large!))
      expect(third!.y).toBeGreaterThan(foot(second!))
      alike(large!.y, second!.y)
      alike(foot(large!), foot(third!))
    })

    for (const count of [4, 5])
      // Shows videos-02
      test(`${count} stand in two columns of the same width, by rows @rare`, async ({ page, site }) => {
        const boxes = await storiesAre(page, site, count)
        const [first, second] = boxes
        expect(second!.x).toBeGreaterThan(end(first!))
        for (const [place, box] of boxes.entries()) {
          alike(box.width, first!.width)
          alike(box.x, boxes[place % 2]!.x)
          alike(box.y, boxes[place - (place % 2)]!.y)
          if (place >= 2) expect(box.y).toBeGreaterThan(foot(boxes[place - 2]!))
        }
      })
  })

  const boxesOf = async (page: Page) =>
    Promise.all((await page.locator('main li').all()).map(async (item) => (await item.boundingBox())!))
})

test.describe('leadership', () => {
  test.beforeEach(({ site }) => clear(site.deps, leaders))

  test('before anybody is named, the page says what will be there', async ({ page }) => {
    await page.goto('/leadership')
    await hydrated(page)
    await expect(page.getByText('Our leaders will be introduced here')).toBeVisible()
    await expectSound(page)
  })

  // Shows public-21
  test('trustees and officers stand in their groups, in their order', async ({ page, site }) => {
    await aLeader(site.deps, { name: 'Eduardo Villanueva', rank: 'BGEN', position: 'Chairman of the Board' })
    await aLeader(site.deps, { name: 'Teresita de la Peña', rank: '', position: 'Vice Chairman' })
    await aLeader(site.deps, { group: 'Officers', name: 'Gloria Nuñez', position: 'Secretary General' })
    await page.goto('/leadership')
    await hydrated(page)
    const board = page.getByRole('region', { name: 'Board of Trustees' })
    await expect(board.getByRole('heading', { level: 3 })).toHaveText(['Eduardo Villanueva', 'Teresita de la Peña'])
    await expect(board.getByText('BGEN')).toBeVisible()
    await expect(board.getByText('Chairman of the Board')).toBeVisible()
    const officers = page.getByRole('region', { name: 'Officers' })
    await expect(officers.getByRole('heading', { level: 3 })).toHaveText(['Gloria Nuñez'])
    await expectSound(page)
  })
})

test.describe('contact', () => {
  const unset = { socialPages: '', contactEmail: '', contactPhone: '' }
  test.afterAll(({ site }) => saveSettings(site.deps, unset))

  // Shows public-24, public-25
  test('three cards lead to the page, the e-mail and the phone', async ({ page, site }) => {
    await saveSettings(site.deps, {
      socialPages: 'https://example.org/arrapi\nhttps://www.facebook.com/arrapi',
      contactEmail: 'desk+public@example.org',
      contactPhone: '+63 917 123 4567',
    })
    await page.goto('/contact')
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    await expect(page.getByText("Have any questions? We'd love to hear from you.")).toBeVisible()
    const main = page.getByRole('main')
    const visit = main.getByRole('link', { name: /Visit Page/ })
    await expect(visit).toHaveCount(2)
    await expect(visit.first()).toHaveAttribute('href', 'https://example.org/arrapi')
    await expect(visit.first()).toHaveAttribute('rel', /noopener/)
    await expect(visit.last()).toHaveAttribute('href', 'https://www.facebook.com/arrapi')
    await expect(main.getByRole('link', { name: /Go to Gmail/ })).toHaveAttribute(
      'href',
      /to=desk%2Bpublic%40example\.org$/,
    )
    await expect(main.getByRole('link', { name: 'desk+public@example.org' })).toHaveAttribute('href', /^mailto:/)
    await expect(main.getByRole('link', { name: 'Message' })).toHaveAttribute('href', 'sms:+639171234567')
    await expectSound(page)
  })

  // Shows public-26
  test('what is not set is not shown; with nothing set, a sentence is', async ({ page, site }) => {
    await saveSettings(site.deps, { ...unset, contactEmail: 'desk@example.org' })
    await page.goto('/contact')
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: /Go to Gmail/ })).toBeVisible()
    await expect(main.getByRole('link', { name: /Visit Page/ })).toHaveCount(0)
    await expect(main.getByRole('link', { name: 'Message' })).toHaveCount(0)
    await saveSettings(site.deps, unset)
    await page.reload()
    await expect(main.getByText('Our contact details will be here soon.')).toBeVisible()
    await expect(main.getByRole('listitem')).toHaveCount(0)
    await expectSound(page)
  })
})

test.describe('announcements', () => {
  // Shows navigation-11
  test('a visitor is sent to log in', async ({ page }) => {
    await page.goto('/announcements')
    await expect(page).toHaveURL(/\/login/)
  })

  // Shows public-18, public-19
  test('four cards list the links of their sections', async ({ page, site }) => {
    await clear(site.deps, links)
    await aLink(site.deps, { section: 'Programs and Projects', title: 'One reservist, ten trees' })
    await aLink(site.deps, { section: 'Legalities', title: 'By-laws, on paper only', link: '#' })
    for (let n = 1; n <= 10; n++) await aLink(site.deps, { section: 'Whats New', title: `News number ${n}` })
    await signIn(page, site, await aMember(site.deps))
    await page.goto('/announcements')
    const card = (name: string) => page.getByRole('region', { name })
    const tree = card('Programs & Projects').getByRole('link', { name: /ten trees/ })
    await expect(tree).toHaveAttribute('target', '_blank')
    await expect(tree).toHaveAttribute('rel', /noopener/)
    await expect(card('Legalities').getByText('By-laws, on paper only')).toBeVisible()
    await expect(card('Legalities').getByRole('link')).toHaveCount(0)
    await expect(card('Events').getByText('will be listed here')).toBeVisible()
    const oldest = card("What's New").getByRole('link', { name: /News number 1 / })
    await expect(oldest).toBeHidden()
    await card("What's New").getByText('Show 2 more').click()
    await expect(oldest).toBeVisible()
    const colours = await page
      .locator('main section h2')
      .evaluateAll((titles) => titles.map((title) => getComputedStyle(title.parentElement!).backgroundColor))
    expect(new Set(colours).size).toBe(4)
    await expectSound(page)
  })

  test('a failed load is told and can be tried again @rare', async ({ page, site }) => {
    await signIn(page, site, await aMember(site.deps))
    await page.route('**/api/announcements', (route) =>
      route.fulfill({ status: 404, json: { code: 'not-found', message: 'We could not find this.' } }),
    )
    await page.goto('/announcements')
    await expect(page.getByText('Error loading announcements')).toBeVisible()
    await expectSound(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'Legalities' })).toBeVisible()
  })
})

test('what is not there says so before and after the scripts have run', async ({ page, request }) => {
  for (const [path, words] of [
    ['/news/nothing-of-the-kind', 'We could not find this page'],
    [`/board/${randomUUID()}`, 'There is no such election.'],
    [`/card/${randomUUID()}`, 'does not know this card'],
  ] as const) {
    expect(await (await request.get(path)).text()).toContain(words)
    expect((await page.goto(path))?.status()).toBe(404)
    await hydrated(page)
    await expect(page.getByText(words)).toHaveCount(1)
    await expectSound(page)
  }
})

// Shows navigation-02
test('a visitor walks from page to page without loading anew', async ({ page, isMobile }) => {
  await page.goto('/')
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['About', 'Leadership', 'Featured Stories', 'Contact Us']) {
    if (isMobile) await page.getByText('Menu', { exact: true }).click()
    await navigation.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${name}`))
  }
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test('no page is wider than the narrowest phone @rare', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await aVideo(site.deps, { title: 'A story whose title goes on and on, as titles of assemblies in the provinces do' })
  await aVideo(site.deps, { page: 'about', title: 'Pagpapakilala ng samahan sa mga bagong kasapi sa Luzon' })
  await aLeader(site.deps, { name: 'Maria Corazon Teresita de los Santos-Magsaysay', position: 'Internationalization' })
  for (const path of publicPages) {
    await page.goto(path)
    await hydrated(page)
    await expectSound(page)
  }
})

test.describe('what search engines and shared links find', () => {
  test('each page has its own title, description, address and picture', async ({ page }) => {
    const content = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
    for (const path of publicPages) {
      await page.goto(path)
      expect(await content('description'), path).toMatch(/\w{3}/)
      expect(await content('og:title'), path).toBe(await page.title())
      expect(await content('og:description'), path).toBe(await content('description'))
      expect(await content('og:url'), path).toBe(await page.locator('link[rel=canonical]').getAttribute('href'))
      expect(await content('og:image'), path).toMatch(/\/(og\.png|preview\.jpg)$/)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    }
    await page.goto('/')
    const text = await page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse(text ?? '')).toMatchObject({ '@type': 'Organization', alternateName: 'ARRAPI' })
  })

  // Shows content-18
  test('a name that closes a script element stays a name', async ({ page, site }) => {
    const name = '</script><script>window.ran = true</script>'
    const before = (await site.deps.settings()).name
    await saveSettings(site.deps, { name })
    await page.goto('/')
    await hydrated(page)
    const text = await page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse(text ?? '')).toMatchObject({ name })
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    await saveSettings(site.deps, { name: before })
  })
})

test('each page: at most 110 KB of script and 150 KB in all before pictures', async ({ page }, info) => {
  let sizes = { script: 0, all: 0 }
  page.on('response', async (response) => {
    const ofPage = sizes
    const type = response.headers()['content-type'] ?? ''
    if (/image|video/.test(type)) return
    const body = await response.body().catch(() => Buffer.alloc(0))
    const gzip = /font/.test(type) ? body.length : gzipSync(body, { level: 9 }).length
    ofPage.all += gzip
    if (/javascript/.test(type)) ofPage.script += gzip
  })
  test.slow()
  // Nothing of the page before is at hand, as for somebody who begins here.
  const cache = await page.context().newCDPSession(page)
  for (const path of [
    ...publicPages,
    '/register',
    '/login',
    '/login?next=/vote',
    '/reset-password',
    '/card/x',
    '/election',
    '/receipt',
    '/board',
    '/how-votes-are-counted',
  ]) {
    await cache.send('Network.clearBrowserCache')
    await page.goto('about:blank')
    sizes = { script: 0, all: 0 }
    await page.goto(path, { waitUntil: 'networkidle' })
    await hydrated(page)
    info.annotations.push({ type: 'weight', description: `${path} ${JSON.stringify(sizes)}` })
    expect(sizes.script, path).toBeGreaterThan(10_000)
    expect(sizes.script, path).toBeLessThanOrEqual(110_000)
    expect(sizes.all, path).toBeLessThanOrEqual(150_000)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test.beforeAll(async ({ site }) => {
    await clear(site.deps, videos)
    await clear(site.deps, leaders)
    await aVideo(site.deps, { title: 'Relief work in Bicol' })
    await aLinkedVideo(site.deps, { title: 'Our story', host: 'facebook', hostId: '10153231379946729' })
    await aVideo(site.deps, { page: 'about', title: 'Who we are' })
    await aLeader(site.deps, { name: 'Eduardo Villanueva' })
    await saveSettings(site.deps, { contactEmail: 'desk@example.org' })
  })

  test('the pages can be read, and their links work', async ({ page, site }) => {
    await page.goto('/about')
    await expect(page.getByText('formed by reservists')).toBeVisible()
    await expect(page.getByRole('button', { name: /preview/ })).toHaveCount(0)
    await expect(page.locator('main video')).toHaveCount(0)
    const film = await page.getByRole('link', { name: /Who we are/ }).getAttribute('href')
    expect((await page.request.get(site.url + film)).headers()['content-type']).toBe('video/webm')
    await page.goto('/featured-stories')
    await expect(page.getByRole('link', { name: /Relief work/ })).toHaveAttribute('href', /^\/api\/files\//)
    await expect(page.getByRole('link', { name: /Our story/ })).toHaveAttribute(
      'href',
      'https://www.facebook.com/watch/?v=10153231379946729',
    )
    await page.goto('/leadership')
    await expect(page.getByRole('heading', { name: 'Eduardo Villanueva' })).toBeVisible()
    await page.goto('/contact')
    await expect(page.getByRole('main').getByRole('link', { name: 'desk@example.org' })).toBeVisible()
    // A press before the code is there would load the page again, without what was typed.
    await page.goto('/receipt')
    await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeDisabled()
  })
})

test.describe('events', () => {
  test.beforeEach(({ site }) => clear(site.deps, links))

  // Shows content-45, public-05
  test('come in the order of their dates, and are saved to a calendar', async ({ page, site }) => {
    const inDays = (days: number) => site.deps.clock.now() + days * 24 * 60 * 60_000
    const events = [
      { title: 'Long ago', startsAt: inDays(-40), link: '#' },
      { title: 'No date yet', link: '#' },
      {
        title: 'In a month',
        startsAt: inDays(30),
        endsAt: inDays(31),
        place: 'Camp Aguinaldo',
        link: `${site.deps.config.publicUrl}/about`,
      },
      { title: 'In a week', startsAt: inDays(7), link: 'https://example.org/week' },
    ]
    for (const event of events) await aLink(site.deps, { section: 'Events', ...event })
    await page.goto('/')
    await hydrated(page)
    const section = page.getByRole('region', { name: 'Events' })
    await expect(section.getByText(/^\w{3} \d+ \w+ \d{4}, \d+:\d\d [AP]M \(Manila\)$/).first()).toBeVisible()
    const orderIn = async (list: Locator) => [
      ...new Set((await list.innerText()).match(/In a week|In a month|No date yet|Earlier|Long ago/g)),
    ]
    expect(await orderIn(section)).toEqual(['In a week', 'In a month', 'No date yet'])
    await section.getByText('Show 1 more').click()
    await expect.poll(() => orderIn(section)).toEqual(['In a week', 'In a month', 'No date yet', 'Earlier', 'Long ago'])
    await expectSoundAtBothWidths(page)
    await expect(section.getByRole('link', { name: 'Save to calendar: Long ago' })).toHaveCount(0)
    const download = page.waitForEvent('download')
    await section.getByRole('link', { name: 'Save to calendar: In a month' }).click()
    expect((await download).suggestedFilename()).toBe('event.ics')
    await expect(section.getByRole('link', { name: /In a week \(opens/ })).toHaveAttribute('target', '_blank')
    await page.evaluate(() => void document.documentElement.setAttribute('data-same-document', ''))
    await section.getByRole('link', { name: 'In a month', exact: true }).click()
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
    expect(page.context().pages()).toHaveLength(1)
    await expect(page.locator('html[data-same-document]')).toHaveCount(1)

    await signIn(page, site, await aMember(site.deps))
    await page.goto('/announcements')
    const card = page.getByRole('region', { name: 'Events' })
    await expect(card.getByText('Camp Aguinaldo')).toBeVisible()
    expect(await orderIn(card)).toEqual(['In a week', 'In a month', 'No date yet'])
    await expectSoundAtBothWidths(page)
  })
})
