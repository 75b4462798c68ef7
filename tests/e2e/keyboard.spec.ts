import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { expect, hydrated, test, signIn } from '#tests/support/browser.ts'
import { changeElection, aNominee } from '#tests/support/election.ts'
import { aMember } from '#tests/support/factories.ts'
import { aPerson, aPhoto } from '#tests/support/registration-form.ts'

/** Whole errands without a mouse or a finger: Tab, Enter, Space, the arrows, and letters. */
test.use({
  viewport: { width: 1280, height: 800 },
  hasTouch: false,
  isMobile: false,
  contextOptions: { reducedMotion: 'reduce' },
})

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => Date.now() + days * day
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })

test('somebody joins by keyboard alone @rare', async ({ page, site }) => {
  const person = aPerson()
  const photo = await aPhoto()
  const texts: [RegExp, string][] = [
    [/^First name/, 'José'],
    [/^Last name/, 'dela Peña'],
    [/^Unit assignment/, '1302nd RRIBN'],
    [/^Region/, 'NCR'],
    [/^Day/, '5'],
    [/^Month/, 'October'],
    [/^Year/, '1964'],
    [/^Height/, '170'],
    [/^Weight/, '68'],
    [/^Blood type/, 'O+'],
    [/^Personnel address/, '12 Mabini St, Quezon City'],
    [/^Email/, person.email],
    [/^Cellphone number/, '0917 123 4567'],
    [/^Contact person first name/, 'Maria'],
    [/^Contact person last name/, 'dela Peña'],
    [/^Contact person number/, '0918 765 4321'],
    [/^Contact person relationship/, 'Spouse'],
    [/^Military serial/, person.serial],
    [/^Military service/, 'PN'],
    [/^Rank/, 'CDR'],
  ]
  const chosen = new Set<string>()
  page.on('filechooser', (chooser) => void chooser.setFiles(photo))
  await page.goto('/register')
  await hydrated(page)
  await tabTo(page, button(page, 'I Accept'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('You have accepted the privacy notice.')).toBeVisible()
  await expectFocusKept(page)

  // From field to field as the form has them; the last one leads to the button.
  for (let stops = 0; stops < 120 && !(await page.getByText('6 of 6 parts done').isVisible()); stops++) {
    const stop = await tab(page)
    const { label, type } = stop
    const [, text] = texts.find(([named]) => named.test(label)) ?? []
    if (type === 'file') {
      const { group } = stop
      if (chosen.has(group)) continue
      chosen.add(group)
      await page.keyboard.press('Space')
      await page.getByRole('group', { name: group, exact: true }).getByText('Uploaded').waitFor()
      await expectFocusKept(page)
    } else if (type === 'radio')
      // The first of a group is the stop; the arrows choose among the others.
      await page.keyboard.press(label.startsWith('Regular') ? 'ArrowDown' : 'Space')
    else if (type === 'checkbox' && label.startsWith('RRU')) await page.keyboard.press('Space')
    else if (text) await page.keyboard.type(text)
  }
  await tabTo(page, button(page, 'Submit Registration'))
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'Yes, submit'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Registration Successful' })).toBeVisible()
  await expectFocusKept(page)
  const [row] = await site.deps.db.select({ lastName: users.lastName }).from(users).where(eq(users.email, person.email))
  expect(row).toEqual({ lastName: 'DELA PEÑA' })
})

test('a member nominates, and then votes, by keyboard alone', async ({ page, site }) => {
  const { deps } = site
  await aMember(deps, { firstName: 'ANA', lastName: 'SANTOS', ms: 'PN' })
  for (const name of ['ANDRES', 'BENITO']) await aNominee(deps, { firstName: name, lastName: 'REYES', ms: 'PA' })
  const beforeVoting = {
    nominationOpens: inDays(-3),
    nominationCloses: inDays(4),
    adminNominationCloses: inDays(8),
    candidacyOpens: inDays(-3),
    candidacyCloses: inDays(3),
    votingOpens: inDays(10),
    votingCloses: inDays(11),
    voteLinkOpens: inDays(10),
    voteLinkCloses: inDays(11),
    countClosedAt: null,
    tracesPurgedAt: null,
  }
  await changeElection(deps, beforeVoting)
  await signIn(page, site, await aMember(deps))
  await page.goto('/nominate')
  await hydrated(page)
  await tabTo(page, page.getByRole('combobox', { name: 'Search for a member' }))
  await page.keyboard.type('santos')
  await expect(page.getByRole('option', { name: /ANA/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'Save'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nominees Saved Successfully')).toBeVisible()
  await expectFocusKept(page)

  const earlier = {
    nominationOpens: inDays(-20),
    nominationCloses: inDays(-9),
    adminNominationCloses: inDays(-9),
    candidacyOpens: inDays(-20),
    candidacyCloses: inDays(-9),
  }
  await changeElection(deps, {
    ...beforeVoting,
    ...earlier,
    votingOpens: inDays(-0.1),
    votingCloses: inDays(0.1),
    voteLinkOpens: inDays(-0.1),
    voteLinkCloses: inDays(0.1),
  })
  await page.goto('/vote')
  await hydrated(page)
  const seat = button(page, /^Army, seat 1 of 4 /)
  await tabTo(page, seat)
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: 'Choose for Army, seat 1 of 4' })
  await tabTo(page, list.getByRole('button', { name: /^(?!About).*BENITO/ }))
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(seat).toBeFocused()
  await expect(seat).toContainText('BENITO REYES')
  await tabTo(page, button(page, 'Review my ballot'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Review your ballot' })).toBeFocused()
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, button(page, 'Save'))
  await page.keyboard.press('Enter')
  const done = page.getByRole('dialog', { name: 'Vote Submitted Successfully' })
  await expect(done).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(done).toBeHidden()
  await expectFocusKept(page)
  await tabTo(page, button(page, 'Check that my vote was counted'))
})

/** A person with a keyboard only: each stop of it must be in sight, marked, and covered by nothing. */

interface Stop {
  /** How a person would call it. */
  label: string
  type: string
  /** The group of fields it belongs to. */
  group: string
  wrong: string | null
}

async function tab(page: Page): Promise<Stop> {
  await page.keyboard.press('Tab')
  // The page scrolls to it within a few frames.
  for (let looks = 0; ; looks++) {
    const stop = await page.evaluate(readStop)
    if (stop.wrong !== null && looks < 20) await page.waitForTimeout(50)
    else {
      expect(stop.wrong, stop.label).toBeNull()
      return stop
    }
  }
}

/** As many times Tab as it takes. */
async function tabTo(page: Page, wanted: Locator, most = 60): Promise<void> {
  const isThere = () => wanted.first().evaluate((element) => element === document.activeElement)
  for (let stops = 0; stops < most && !(await isThere()); stops++) await tab(page)
  await expect(wanted.first()).toBeFocused()
}

/** The focus is somewhere on the page: closing or sending something has not lost it. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

function readStop(): Stop {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body)
    return { label: 'the page', type: '', group: '', wrong: 'the focus is lost' }
  const fields = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]
  const field = fields.some((kind) => element instanceof kind) ? (element as HTMLInputElement) : null
  const words = element.getAttribute('aria-label') ?? field?.labels?.[0]?.textContent ?? element.textContent ?? ''
  const label = words.replaceAll(/\s+/g, ' ').trim().slice(0, 60)
  const type = field?.type ?? element.tagName.toLowerCase()
  // A file is chosen by an input that only its label shows.
  const own = element.getBoundingClientRect()
  const shown = own.width <= 1 ? (element.closest('label') ?? element.parentElement ?? element) : element
  const around: Element[] = [shown]
  for (let next = shown.parentElement; next && around.length < 3; next = next.parentElement) around.push(next)
  const isMarked = around.some((one) =>
    [null, '::after'].some((part) => {
      const style = getComputedStyle(one, part)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
    }),
  )
  const box = shown.getBoundingClientRect()
  const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  const middle = {
    x: box.left + Math.min(box.width, innerWidth) / 2,
    y: Math.max(box.top, 0) + Math.min(box.height, innerHeight) / 2,
  }
  const over = document.elementFromPoint(middle.x, middle.y)
  const isCovered = over !== null && !shown.contains(over) && !over.contains(shown)
  const wrong = isInSight
    ? isMarked
      ? isCovered
        ? 'something covers it'
        : null
      : 'the focus is not marked'
    : 'it is out of sight'
  const named = element.closest('[role=group]')?.getAttribute('aria-labelledby') ?? ''
  const group = document.getElementById(named)?.textContent ?? ''
  return { label, type, group, wrong }
}
