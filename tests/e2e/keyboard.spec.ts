import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { expect, hydrated, test } from '#tests/support/browser.ts'
import { changeElection, aNominee } from '#tests/support/election.ts'
import { signIn } from '#tests/support/enter.ts'
import { aMember } from '#tests/support/factories.ts'
import { expectFocusKept, tab, tabTo } from '#tests/support/keyboard.ts'
import { aPerson, aPhoto } from '#tests/support/registration-form.ts'

/** Whole errands without a mouse or a finger: Tab, Enter, Space, the arrows, and letters. */
test.use({
  viewport: { width: 1280, height: 800 },
  hasTouch: false,
  isMobile: false,
  contextOptions: { reducedMotion: 'reduce' },
})

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day)
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
  const seat = button(page, /^PA 1 /)
  await tabTo(page, seat)
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: 'Choose for PA 1' })
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
