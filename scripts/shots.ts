import { mkdir, mkdtemp, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { readConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { createLog } from '#server/log.ts'
import { startSite } from '#server/site.ts'
import { demoAdmin, demoMember, fillDemo } from './demo-data.ts'
import { membersShots, type Login } from './demo-shots.ts'
import { electionShots } from './election-shots.ts'
import { browserFlags } from './browser-flags.ts'

/** `npm run shots [name …]`: pictures of every screen at phone and desktop width, of the sample association, into shots/. */

interface Shot {
  name: string
  as?: Login
  path: string
  /** After the close of voting; these come last. */
  evening?: boolean
  /** What to do before the picture is taken. */
  act?: (page: Page) => Promise<void>
}

const admin = { login: demoAdmin.email, password: demoAdmin.password }
const member = { login: demoMember.serial, password: demoMember.password }

const shots: Shot[] = [
  { name: 'home', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'leadership', path: '/leadership' },
  { name: 'featured-stories', path: '/featured-stories' },
  { name: 'contact', path: '/contact' },
  { name: 'announcements', as: member, path: '/announcements' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'card-unknown', path: '/card/unknown' },
  { name: 'login', path: '/login' },
  { name: 'login-to-vote', path: '/login?next=/vote' },
  { name: 'login-birthday', path: '/login?step=birthday' },
  { name: 'login-logged-out', path: '/login?out' },
  { name: 'login-refused', path: '/login?error=wrong-credentials&left=2' },
  { name: 'login-forgot', path: '/login?step=forgot' },
  { name: 'login-two-factor', path: '/login?step=two-factor' },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'register', path: '/register' },
  {
    name: 'menu',
    path: '/',
    async act(page) {
      const menu = page.getByText('Menu', { exact: true })
      if (await menu.isVisible()) await menu.click()
      await page.getByLabel('Ways to contact us').click()
    },
  },
  { name: 'member', as: member, path: '/profile' },
  {
    name: 'member-edit',
    as: admin,
    path: '/members',
    async act(page) {
      await page.goto((await page.locator('a[href^="/member/"]').first().getAttribute('href')) ?? '/members')
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByRole('form', { name: 'Edit profile' }).waitFor()
    },
  },
  { name: 'security', as: member, path: '/security' },
  { name: 'admin', as: admin, path: '/admin' },
  { name: 'admin-import', as: admin, path: '/admin/import' },
  { name: 'my-data', as: member, path: '/my-data' },
  { name: 'privacy-requests', as: admin, path: '/admin/privacy-requests' },
  { name: 'audit-log', as: admin, path: '/admin/audit-log' },
  { name: 'site-status', as: admin, path: '/admin/status' },
  ...membersShots(admin, member),
  ...electionShots(admin, member),
]

const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

const dataDir = await mkdtemp(join(tmpdir(), 'shots-'))
await chmod(dataDir, 0o711)
const embedded = await startEmbedded(dataDir, () => undefined)
const config = readConfig({
  NODE_ENV: 'demo',
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  ADMIN_EMAIL: demoAdmin.email,
  ADMIN_PASSWORD: demoAdmin.password,
})
const morning = Date.parse('2025-03-29T09:00:00+08:00')
const evening = Date.parse('2025-03-29T17:05:00+08:00')
let now = morning
const log = createLog(process.env.LOG_LEVEL ?? 'warn')
const site = await startSite(config, embedded.connection, log, { clock: { now: () => now } })
await fillDemo(site)
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: browserFlags,
})
try {
  await mkdir('shots', { recursive: true })
  const named = process.argv.slice(2)
  const wanted = shots.filter(({ name }) => named.length === 0 || named.includes(name))
  for (const shot of wanted) {
    if (shot.evening && now === morning) await countEverything()
    for (const viewport of Object.values(widths)) await take(browser, shot, viewport)
  }
} finally {
  await browser.close()
  await site.stop()
  await embedded.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function countEverything(): Promise<void> {
  now = evening
  for (let rounds = 0; rounds < 60 && !(await site.deps.elections.current())?.tracesPurgedAt; rounds++) await wait(500)
}

async function take(from: Browser, shot: Shot, viewport: { width: number; height: number }): Promise<void> {
  const isMobile = viewport.width < 600
  const page = await from.newPage({ baseURL: site.url, viewport, hasTouch: isMobile, isMobile })
  if (shot.as) {
    await page.goto('/login')
    await page.getByLabel('Military serial number or admin email').fill(shot.as.login)
    await page.getByLabel('Password', { exact: true }).fill(shot.as.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/\/(admin|member)/)
  }
  await page.goto(shot.path, { waitUntil: 'networkidle' })
  await shot.act?.(page)
  await page.waitForTimeout(400)
  const file = `shots/${shot.name}-${viewport.width}.png`
  await page.screenshot({ path: file, fullPage: true })
  process.stdout.write(`${file}\n`)
  await page.close()
}
