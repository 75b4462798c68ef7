import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { isSignedBy } from '#server/elections/board/board-key.ts'
import type { Signed } from '#shared/elections/board/statements.ts'
import { expect, expectSound, logIn, test, signIn, signOut } from '#tests/support/browser.ts'
import { aSlate, changeElection, choicesFrom, theElection, vote } from '#tests/support/election.ts'
import { emailsTo } from '#tests/support/emails.ts'
import { aMember, anAdmin, anObserver, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'

const hour = 60 * 60_000

const going = new Map<TestSite, ReturnType<typeof openVoting>>()

/** An election that is being voted in, with one ballot in the box: the same for all stories of a site, for it is frozen once. */
function votingGoesOn(site: TestSite): ReturnType<typeof openVoting> {
  const opened = going.get(site) ?? openVoting(site)
  going.set(site, opened)
  return opened
}

async function openVoting(site: TestSite): Promise<{ admin: Someone; election: string; voter: Someone }> {
  const { deps } = site
  const election = await theElection(deps)
  const slate = await aSlate(deps)
  const voter = await aMember(deps, { firstName: 'ROSA', lastName: 'VOTER' })
  await changeElection(deps, {
    votingOpens: Date.now() - hour,
    votingCloses: Date.now() + hour,
    countClosedAt: null,
    tracesPurgedAt: null,
  })
  const sent = await vote(await site.signedIn(voter), election, { choices: choicesFrom(slate) })
  expect(sent.status, sent.message).toBeLessThan(300)
  return { admin: await anAdmin(deps), election, voter }
}

// Shows observers-01
test('an observer is invited, collects heads, opens the roll and draws a sample', async ({ page, site }) => {
  const { admin, election, voter } = await votingGoesOn(site)
  const email = 'liza.santos@example.org'

  await signIn(page, site, admin)
  await page.goto(`/admin/elections?election=${election}&step=voting`)
  const panel = page.getByRole('region', { name: 'Observers' })
  await panel.getByLabel('First name').fill('Liza')
  await panel.getByLabel('Last name').fill('Santos')
  await panel.getByLabel('Email').fill(admin.email)
  await panel.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(panel.getByText('This email address belongs to a member')).toBeVisible()
  await panel.getByLabel('Email').fill(email)
  await panel.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(panel.getByText('Has not chosen a password yet')).toBeVisible()
  await expectSound(page)
  await signOut(page)

  await expect.poll(() => emailsTo(site.dataDir, email)).toHaveLength(1)
  const [text = ''] = await emailsTo(site.dataDir, email)
  const query = /reset-password(\?token=[\w-]+&for=observer)/.exec(text)?.[1] ?? ''
  await page.goto(`/reset-password${query}`)
  await expect(page.getByRole('heading', { name: 'Welcome, observer' })).toBeVisible()
  await expectSound(page)
  const choose = async (password: string) => {
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await page.getByRole('button', { name: 'Save the new password' }).click()
  }
  await choose('too short 1')
  await expect(page.getByText('Password must be at least 12 characters long')).toBeVisible()
  await choose('mahabang bugtong')
  await expect(page.getByText('You have accepted the invitation, and your password is saved.')).toBeVisible()
  await logIn(page, email, 'mahabang bugtong')
  await expect(page).toHaveURL(/\/observe$/)
  await expect(page.getByText('Liza Santos', { exact: true })).toBeVisible()

  await expect(
    page.getByText(/^Board state \d+, \d+:\d\d [AP]M, \d+ ballots?, checked .* Signed with your name\.$/),
  ).toBeVisible()
  await expectSound(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save what I have seen' }).click()
  const heads = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\n')
  expect(heads.length).toBeGreaterThan(0)
  expect(JSON.parse(JSON.parse(heads[0] ?? '').statement)).toMatchObject({ type: 'head/2', number: 0, election })

  await page.getByRole('tab', { name: 'Before' }).click()
  await expect(page.getByRole('heading', { name: 'Write down the fingerprint' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save this record' })).toBeVisible()
  const program = page.getByLabel('Public key of the program')
  await program.fill('witness.key')
  await page.getByRole('button', { name: 'Add this key' }).click()
  await expect(page.getByText('A public key has 64 digits and letters from a to f.')).toBeVisible()
  await program.fill(` ${'AB12 '.repeat(16)}`)
  await page.getByRole('button', { name: 'Add this key' }).click()
  await expect(page.getByText('The key is added.')).toBeVisible()
  await expectSound(page)

  await page.getByRole('tab', { name: 'Records' }).click()
  await page.getByRole('button', { name: 'Open the roll' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'ROSA VOTER' })).toContainText('Voted')
  await expectSound(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('roll-with-names.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.find((line) => line.includes(voter.serial))).toMatch(
    /^[0-9a-f]{64},[0-9a-f]{32},.*,ROSA VOTER,NCR,yes,,/,
  )

  await page.getByRole('tab', { name: 'After' }).click()
  await page.getByRole('button', { name: 'Draw voters to call' }).click()
  const answer = page.getByLabel('Answer of ROSA VOTER')
  await answer.selectOption('No, did not vote')
  await expect(page.getByText('0 said yes, 1 said no, 0 not reached, 0 to call')).toBeVisible()
  await page.getByRole('button', { name: 'Draw again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expectSound(page)
  await page.reload()
  await page.getByRole('tab', { name: 'After' }).click()
  await expect(answer).toHaveValue('no')

  await page.getByRole('tab', { name: 'Records' }).click()
  await expect(page.getByText(/opened the roll (of .+ )?with names/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Check the whole log' }).click()
  await expect(page.getByText(/The log is intact: \d+ entries/)).toBeVisible()
  await expectSound(page)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('own:observer-sample:'))),
  ).toEqual([])
})

/** From now on this browser is shown another history, which the site's own key has signed. */
async function showFork(page: Page, { deps }: TestSite): Promise<void> {
  const forked = ({ statement }: Signed): Signed => {
    const said = JSON.parse(statement)
    return deps.boardKey.sign({ ...said, ballots: said.ballots + 7 })
  }
  await page.route('**/board/heads.ndjson*', async (route) => {
    const lines = (await (await route.fetch()).text()).split('\n').filter((line) => line !== '')
    await route.fulfill({ body: lines.map((line) => `${JSON.stringify(forked(JSON.parse(line)))}\n`).join('') })
  })
  await page.route('**/api/elections/*/board', async (route) => {
    const board = await (await route.fetch()).json()
    await route.fulfill({ json: { ...board, head: forked(board.head) } })
  })
}

// Shows observers-07
test('of two observers, the one who is shown another history sees it in red and keeps the evidence @rare', async ({
  page,
  site,
  browser,
}) => {
  const { admin, election } = await votingGoesOn(site)
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  const watch = async (on: Page, lastName: string) => {
    await on.clock.install()
    await signIn(on, site, await anObserver(site.deps, election, admin, { firstName: 'Liza', lastName }))
    await on.goto('/observe')
    await expect(on.getByText(/^Board state .+ checked .* Signed with your name\.$/)).toBeVisible()
  }
  await watch(page, 'Forked')
  await watch(other, 'Reyes')
  const signedBy = async (name: string) => {
    const { rows } = await site.deps.pool.query(
      `select c.number, c.hash from cosignatures c
       join signed_statements s on s.type = 'witness/1' and s.statement::json ->> 'key' = c.witness
       where s.statement::json ->> 'name' = $1 order by 1`,
      [name],
    )
    return rows
  }
  const before = await signedBy('Liza Forked')
  expect(before).not.toEqual([])

  const title = 'The board does not match what you have seen'
  await showFork(page, site)
  await page.clock.fastForward(61_000)
  await other.clock.fastForward(61_000)
  const warning = page.getByRole('region', { name: title })
  await expect(warning).toContainText('The site now shows a different state under a number you have already seen.')
  await expect(warning.getByText('What you have seen', { exact: true })).toBeVisible()
  await expect(warning.getByText('What the site shows now')).toBeVisible()
  await expectSound(page)
  const saving = page.waitForEvent('download')
  await warning.getByRole('button', { name: 'Save the evidence' }).click()
  const evidence = JSON.parse(await readFile(await (await saving).path(), 'utf8'))
  for (const { publicKey, signed } of [evidence.known, evidence.found])
    expect(isSignedBy(publicKey, 'head/2', signed)).toBe(true)
  const [known, found] = [evidence.known, evidence.found].map(({ signed }) => JSON.parse(signed.statement))
  expect(found).toEqual({ ...known, ballots: known.ballots + 7 })

  expect(await signedBy('Liza Forked')).toEqual(before)

  // It stays red after a reload, also when the site is itself again.
  await page.reload()
  await expect(warning).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  await expect(warning).toBeVisible()
  await warning.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(warning).toBeHidden()
  await expect(page.getByText('You dismissed this warning on')).toBeVisible()

  await expect(other.getByText(/^Board state .+ checked/)).toBeVisible()
  await expect(other.getByText(title)).toBeHidden()
  // What each has seen can be compared: the one who was shown the truth holds what the other's board has.
  const download = other.waitForEvent('download')
  await other.getByRole('button', { name: 'Save what I have seen' }).click()
  await page.getByLabel('Compare with a saved file').setInputFiles(await (await download).path())
  await expect(page.getByText(/^The file matches this board\./)).toBeVisible()
  await other.context().close()
})

test('an observer who is removed is logged out @rare', async ({ page, site, browser }) => {
  const election = await theElection(site.deps)
  const admin = await anAdmin(site.deps)
  const observer = await anObserver(site.deps, election, admin, { firstName: 'RAMON', lastName: 'GONE' })
  const other = await browser.newPage({ baseURL: site.url })
  await signIn(other, site, observer)
  await other.goto('/observe')
  await expect(other.getByText('RAMON GONE')).toBeVisible()

  await signIn(page, site, admin)
  await page.goto(`/admin/elections?election=${election}&step=voting`)
  const panel = page.getByRole('region', { name: 'Observers' })
  await panel.getByRole('button', { name: 'Remove (RAMON GONE)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(panel.getByText('RAMON GONE', { exact: true })).toBeHidden()
  await other.goto('/observe')
  await expect(other).toHaveURL(/\/login/)
  await other.close()
})

test('an observer countersigns the certificate they were shown', async ({ page, site }) => {
  const election = await theElection(site.deps)
  const named = { firstName: 'Liza', lastName: 'Santos' }
  const observer = await anObserver(site.deps, election, await anAdmin(site.deps), named)
  const statement = JSON.stringify({
    type: 'certificate/2',
    certifiedAt: '2025-03-30T02:00:00.000Z',
    certifiedBy: 'Pilar Peña',
    ballots: 1204,
  })
  const countersignatures: { statement: string; signature: string }[] = []
  await page.route('**/api/elections/*/board', async (route) => {
    const board = await (await route.fetch()).json()
    await route.fulfill({ json: { ...board, certificate: { statement, signature: '' }, countersignatures } })
  })
  let sent: Signed | undefined
  await page.route('**/api/elections/*/countersignatures', async (route) => {
    sent = route.request().postDataJSON()
    const said = { by: 'Liza Santos', role: 'observer', at: '2025-03-31T02:00:00.000Z' }
    countersignatures.push({ statement: JSON.stringify(said), signature: '' })
    await route.fulfill({ status: 201, json: { ok: true } })
  })
  await signIn(page, site, observer)
  await page.goto('/observe')
  await page.getByRole('tab', { name: 'After' }).click()
  await expect(page.getByText('Nobody has countersigned yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Countersign' }).click()
  const dialog = page.getByRole('dialog')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Countersign' }).click()
  const signed = 'Liza Santos, observer, 31 March 2025, 10:00 AM (Manila)'
  await expect(page.getByText(signed)).toBeVisible()
  // It is done once.
  await expect(page.getByRole('button', { name: 'Countersign' })).toHaveCount(0)
  // With the key of this browser, which the site lists under this name.
  const [key] = await site.deps.pool
    .query<{ key: string }>(
      `select statement::json ->> 'key' as key from signed_statements where type = 'witness/1' order by number desc`,
    )
    .then(({ rows }) => rows.map((row) => row.key))
  expect(JSON.parse(sent?.statement ?? '')).toMatchObject({
    certificate: createHash('sha256').update(`certificate/2\0${statement}`).digest('hex'),
    by: 'Liza Santos',
    role: 'observer',
    witness: key,
  })
  expect(isSignedBy(key ?? '', 'countersignature/1', sent!)).toBe(true)
})
