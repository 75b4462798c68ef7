import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { mailingRecipients, mailings, users } from '#server/db/schema.ts'
import { unsubscribeToken } from '#server/members/mailing/subscription.ts'
import { expect, expectSound, test, dialog, signIn } from '#tests/support/browser.ts'
import { emailsTo } from '#tests/support/emails.ts'
import { aMember, anAdmin } from '#tests/support/factories.ts'
import { openListTools } from '#tests/support/screens/screen.ts'
import { holdJob } from '#tests/support/site.ts'

test('an administrator writes to some members, tries it out, sends it, and stops it', async ({ page, site }) => {
  const admin = await anAdmin(site.deps, { firstName: 'ROSA', lastName: 'SECRETARY', email: 'rosa@example.org' })
  for (const lastName of ['REYES', 'SANTOS', 'GARCIA'])
    await aMember(site.deps, { ms: 'PN', lastName, email: `${lastName.toLowerCase()}@example.org` })
  await aMember(site.deps, { ms: 'PN', email: null })
  await aMember(site.deps, { ms: 'PA' })
  await signIn(page, site, admin)
  await page.goto('/members?service=PN')
  for (const name of ['JUAN REYES', 'JUAN SANTOS']) await page.getByLabel(`Tick ${name}`).check()
  await page.getByRole('link', { name: 'Email (2 ticked)' }).click()
  await expect(page.getByText('2 members will get this email')).toBeVisible()
  await expect(page.getByText('JUAN REYES, JUAN SANTOS')).toBeVisible()
  await expect(page.getByRole('button', { name: 'All members instead' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the members' }).click()
  await expect(page).toHaveURL(/\/members\?service=PN$/)
  await expect(page.getByRole('link', { name: 'Email (2 ticked)' })).toBeVisible()
  await page.goto('/members?service=PA')
  await page.getByRole('link', { name: 'Show the ticked' }).click()
  await expect(page.getByText('Showing: 2 ticked members')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save these filters' })).toHaveCount(0)
  await page.goto('/members?service=PN')
  await page.getByRole('button', { name: 'Untick all' }).click()
  await openListTools(page)
  await page.getByRole('link', { name: 'Email', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Write an email to members' })).toBeVisible()
  await expect(page.getByText('3 members will get this email')).toBeVisible()
  await expect(page.getByText('1 without an email address')).toBeVisible()
  await page.getByLabel('Service').selectOption('')
  await expect(page.getByText('4 members will get this email')).toBeVisible()
  await page.getByLabel('Service').selectOption('PN')
  await expect(page.getByText('3 members will get this email')).toBeVisible()

  await page.getByRole('button', { name: 'Send to 3 members …' }).click()
  await expect(page.getByText('Please write a subject')).toBeVisible()
  await page.getByLabel('Subject').fill('Fleet day')
  await page.getByLabel('Text').fill('Good day,\n\nAll details: https://example.org/fleet.\nSee you there!')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('link', { name: 'https://example.org/fleet', exact: true })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Send a test to myself' }).click()
  await expect(page.getByText('A test is on its way to rosa@example.org.')).toBeVisible()
  await expect.poll(async () => (await emailsTo(site.dataDir, 'rosa@example.org')).length).toBe(1)

  // Nothing leaves while the job that sends is held, so that there is something to stop.
  const letGo = await holdJob(site, 'send emails')
  await page.getByRole('button', { name: 'Send to 3 members …' }).click()
  const question = dialog(page, 'Send this email to 3 members?')
  await expect(question).toContainText('Navy')
  await question.getByRole('button', { name: 'Send 3 emails' }).click()
  await expect(page.getByRole('heading', { name: 'Fleet day' })).toBeVisible()
  await expect(page.getByText('0 of 3 done')).toBeVisible()
  await expect(page.getByText('To: Navy (3)')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Stop sending' }).click()
  await dialog(page, 'Stop sending this email?').getByRole('button', { name: 'Stop sending' }).click()
  await expect(page.getByText(/^Stopped by ROSA SECRETARY/)).toBeVisible()
  await letGo()

  await page.getByRole('link', { name: 'All emails' }).click()
  await page.getByRole('link', { name: 'Write an email' }).click()
  await page.getByLabel('Service').selectOption('PN')
  await expect(page.getByText('3 members will get this email')).toBeVisible()
  await page.getByLabel('Subject').fill('Fleet day, once more')
  await page.getByLabel('Text').fill('Good day, {name}!')
  await page.getByRole('button', { name: 'Send to 3 members …' }).click()
  await expect(page.getByText(/^{name} is not known\./)).toBeVisible()
  await page.getByLabel('Text').fill('We meet at the pier.')
  await page.getByRole('button', { name: 'Begin with a greeting by name' }).click()
  await expect(preview.getByText('Dear CPT Reyes,')).toBeVisible()
  await page.keyboard.type('Good day. ')
  await expect(page.getByLabel('Text')).toHaveValue('Dear {rank} {last name},\n\nGood day. We meet at the pier.')
  const pdf = { name: 'Pier plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nthe pier\n%%EOF\n') }
  const files = page.getByLabel(/^Attachment/)
  await files.first().setInputFiles({ ...pdf, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(page.getByText(/^Attachments may have up to 5 MB together/)).toBeVisible()
  await files.first().setInputFiles(pdf)
  await expect(page.getByText('The test is sent without attachments.')).toBeVisible()
  await expect(files).toHaveCount(2)
  await expectSound(page)
  await page.getByRole('button', { name: 'Send to 3 members …' }).click()
  await expect(page.getByRole('dialog').getByText('With 1 attachment')).toBeVisible()
  await page.getByRole('button', { name: 'Send 3 emails' }).click()
  await expect(page.getByText('3 of 3 done')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pier plan.pdf' })).toBeVisible()
  await page.getByRole('link', { name: 'All emails' }).click()
  const lines = page.getByRole('list', { name: 'Sent emails' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText('Sent by ROSA SECRETARY')
  await expect(lines.first()).toContainText('Sent: 3')
  await expect(lines.last()).toContainText('Not sent, because it was stopped: 3')
  await expectSound(page)
  await page.goto('/members?service=PN&email=yes')
  await page.getByRole('table').getByRole('link', { name: /^JUAN/ }).first().click()
  const theirs = page.getByRole('region', { name: 'Emails to this member' }).getByRole('listitem')
  await expect(theirs.filter({ hasText: 'Fleet day, once more' })).toContainText('Sent ·')
  await expect(theirs.filter({ hasNotText: 'once more' })).toContainText('Not sent, because it was stopped')
  await expectSound(page)
})

test('a member stops the emails, gets them again, and learns of a refused address @rare', async ({ page, site }) => {
  const member = await aMember(site.deps, { emailRefusedAt: Date.parse('2026-05-03T04:00:00Z') })
  const isOff = async () =>
    (await site.deps.db.select({ at: users.unsubscribedAt }).from(users).where(eq(users.id, member.id)))[0]?.at !== null
  await page.goto(`/unsubscribe#${unsubscribeToken(site.deps.siteKey, member.id)}`)
  await expect(page.getByText(/Do you want to stop the emails/)).toBeVisible()
  expect(await isOff()).toBe(false)
  await expectSound(page)
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByText('Done. We will stop sending you these emails.')).toBeVisible()
  expect(await isOff()).toBe(true)
  await expect(page.getByRole('button', { name: 'Send them to me again' })).toBeVisible()
  await page.goto('/unsubscribe#broken')
  await page.reload()
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByText(/This link no longer works/)).toBeVisible()
  await page.goto('/unsubscribe')
  await expect(page.getByText(/Please open this page from the link/)).toBeVisible()

  await signIn(page, site, member)
  await page.goto(`/member/${member.id}`)
  await expect(page.getByText(/On 3 May 2026 the mail server for your email address/)).toBeVisible()
  const choice = page.getByLabel(/^Send me the emails that/)
  await expect(choice).not.toBeChecked()
  // It is ticked once the site has it.
  await choice.click()
  await expect(choice).toBeChecked()
  await expect(page.getByText('We will send you news by email.')).toBeVisible()
  expect(await isOff()).toBe(false)
})

test('what may not have arrived is sent again; no mail server, no promise @rare', async ({ page, site, browser }) => {
  const admin = await anAdmin(site.deps)
  const ana = await aMember(site.deps, { email: 'ana.twice@example.org', emailRefusedAt: Date.now() })
  await signIn(page, site, admin)
  await page.goto(`/member/${ana.id}`)
  await page.getByRole('button', { name: 'The address is right: use it again' }).click()
  await expect(page.getByText('Emails to members go to this address again.')).toBeVisible()
  await expect(page.getByText('Emails do not reach this address')).toBeHidden()

  const id = randomUUID()
  const mailing = {
    id,
    subject: 'Muster',
    body: 'Good day',
    audience: '',
    sentAt: Date.now(),
    recipients: 1,
    unsure: 1,
  }
  await site.deps.db.insert(mailings).values(mailing)
  const outcome = { outcome: 'unsure', settledAt: Date.now() } as const
  await site.deps.db.insert(mailingRecipients).values({ mailingId: id, memberId: ana.id, ...outcome })
  await page.goto(`/admin/emails?id=${id}`)
  await expect(page.getByText('1 member may not have got this email')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Send this one again' }).click()
  await expect.poll(async () => (await emailsTo(site.dataDir, 'ana.twice@example.org')).length).toBe(1)
  await expect(page.getByText('may not have got this email')).toBeHidden()
  await page.getByRole('link', { name: 'This email in the audit log' }).click()
  await expect(page.getByText('sent the email “Muster” again')).toBeVisible()

  const production = async (production: boolean) => {
    Object.assign(site.deps.config, { production })
    // What pages are made of is cached until something changes.
    await site.deps.pool.query(`select pg_notify('site_changed', '*')`)
  }
  await production(true)
  try {
    await expect(async () => {
      await page.goto('/admin/emails?write')
      await expect(page.getByText('This site cannot send emails yet')).toBeVisible({ timeout: 3000 })
    }).toPass()
    await expect(page.getByText(/\d members? would get this email/)).toBeVisible()
    for (const name of ['Send a test to myself', /^Send to/])
      await expect(page.getByRole('button', { name })).toBeDisabled()
    await page.goto('/admin/administrators')
    await page.getByLabel('First name').fill('Nina')
    await page.getByLabel('Last name').fill('Navarro')
    await page.getByLabel('Email').fill('nina@example.org')
    await page.getByLabel('Membership', { exact: false }).first().check()
    await page.getByRole('button', { name: 'Create the invitation' }).click()
    const link = (await page.getByTestId('invitation-link').textContent()) ?? ''
    await expectSound(page)

    const other = await browser.newPage()
    await other.goto(link)
    await other.getByLabel('New password', { exact: true }).fill('a long enough password')
    await other.getByLabel('Confirm password', { exact: true }).fill('a long enough password')
    await other.getByRole('button', { name: 'Save the new password' }).click()
    await expect(other).toHaveURL(/\/login\?changed=invitation$/)
    await expect(other.getByLabel('Military serial number or admin email')).toHaveValue('nina@example.org')
    const guide = other.getByRole('complementary', { name: 'How to log in' })
    await expect(guide).toContainText('Your password is the one you chose.')
    await expect(guide).not.toContainText('serial number')
    await other.goto('/login?step=forgot')
    await expect(other.getByText('This site cannot send emails yet')).toBeVisible()
    await other.close()
  } finally {
    await production(false)
  }
})
