import type { Page } from '@playwright/test'
import { checklistFor, type ChecklistFacts } from '#shared/dashboard/checklist.ts'
import { toDoList, type ToDoFacts } from '#shared/dashboard/to-do.ts'
import { statusCheck } from '#shared/operations/status/text.ts'
import { mainJobs as jobs } from '#shared/permissions.ts'
import { nothingDone } from '#tests/support/checklist-facts.ts'
import { noMailText } from '#web/layout/text.ts'
import { mailingUnderWay, long } from './association.ts'
import { answering, openListTools, press, see, type Screen } from './screen.ts'

const approval = '/members?approval=true'
const firstApplicant = (page: Page) => page.locator('[data-queue] button').first().click()

/** An administrator's screens that have nothing to do with the election. */
const desk = (name: string, page: Screen['page'], path: Screen['path'], more: Partial<Screen> = {}): Screen => ({
  name,
  page,
  path,
  as: 'admin',
  ...more,
})

const editor = (name: string, tile: string): Screen =>
  desk(`edit-${name}`, 'admin', '/admin', {
    async act(page) {
      await press(page, new RegExp(`^${tile}`))
      await page.getByRole('dialog', { name: tile }).waitFor()
    },
  })

/** Whoever the first start made, on a site that is reached by https. */
const unnamedAdministrator = {
  id: '00000000-0000-4000-8000-000000000000',
  role: 'admin',
  jobs: [],
  name: 'Administrator admin@site.local',
  named: false,
  email: 'admin@site.local',
  ownPassword: true,
  twoFactor: false,
  firstStep: 'two-step login',
  helped: false,
  helpedAt: null,
}

const everyJob = { role: 'admin', jobs } as const

const newSite: ChecklistFacts = { ...nothingDone, contact: true, notNeeded: ['election'] }

const everythingWaits: ToDoFacts = {
  now: 0,
  twoFactor: false,
  applications: 1234,
  requests: { open: 12, overdue: 3, nextDueAt: 0 },
  election: {
    title: long.words,
    stage: 'voting',
    nobodyVoted: false,
    published: false,
    votingCloses: 0,
    rehearsal: true,
    proxies: 2,
    awaitsCountersignature: true,
  },
  lapsedInvitations: 2,
  checks: [statusCheck('emails', 'wrong', '1,234 emails have been waiting to be sent, the oldest for 25 hours.')],
}

export const deskScreens: Screen[] = [
  desk('admin', 'admin', '/admin'),
  desk('admin-menu', 'admin', '/admin', {
    stays: true,
    act: (page) => page.getByText('Menu', { exact: true }).click(),
  }),
  desk('admin-new-site', 'admin', '/admin', {
    before: answering(/\/api\/dashboard\/checklist$/, checklistFor(newSite, everyJob)),
    act: (page) => see(page, 'Set up your site'),
  }),
  desk('admin-everything-waits', 'admin', '/admin', {
    before: answering(/\/api\/dashboard\/to-do$/, { list: toDoList(everythingWaits, everyJob) }),
    act: (page) => see(page, 'proxy ballots are waiting'),
  }),
  desk('write-home', 'write', '/admin/write/home'),
  desk('write-about', 'write', '/admin/write/about'),
  desk('settings', 'settings', '/admin/settings'),
  editor('videos', 'Featured Stories'),
  desk('edit-videos-link', 'admin', '/admin', {
    stays: true,
    act: (page) => page.getByRole('tab', { name: 'From YouTube or Facebook' }).click(),
  }),
  editor('legalities', 'Legalities'),
  desk('edit-legalities-document', 'admin', '/admin', { stays: true, act: (page) => press(page, 'Add a document') }),
  editor('events', 'Events'),
  desk('write-new', 'write', '/admin/write/new?section=Events'),
  desk('write-text', 'admin', '/admin', {
    async act(page) {
      await press(page, /^Events/)
      await page.getByRole('link', { name: /^Edit Muster/ }).click()
      await page.getByLabel('Title').waitFor()
    },
  }),
  desk('write-link', 'write', '/admin/write/new', {
    stays: true,
    act: (page) => press(page, 'Link'),
  }),
  desk('members-admin', 'members', '/members'),
  desk('members-print', 'members', '/members', {
    stays: true,
    act: async (page) => {
      await openListTools(page)
      await press(page, 'Print cards')
    },
  }),
  desk('members-search', 'members', '/members?search=villanueva'),
  desk('members-filtered', 'members', '/members?service=PA&password=birthday&status=all&sort=name', {
    async act(page) {
      await see(page, 'Tick all')
      await page.getByRole('button', { name: 'Save these filters' }).click()
      await press(page, /^Filters/)
    },
  }),
  desk('members-export', 'members', '/members?region=NCR', {
    stays: true,
    async act(page) {
      await openListTools(page)
      await press(page, /^Export/)
      await page.getByRole('dialog').waitFor()
    },
  }),
  desk('member-admin', 'member', ({ people }) => `/member/${people.member.id}`),
  desk('member-edit', 'member', ({ people }) => `/member/${people.member.id}`, {
    stays: true,
    async act(page) {
      await press(page, 'Edit')
      await page.getByRole('form', { name: 'Edit profile' }).waitFor()
    },
  }),
  desk('approval', 'members', approval),
  desk('approval-ticked', 'members', approval, {
    stays: true,
    async act(page) {
      for (const place of [0, 1]) await page.locator('[data-queue] input').nth(place).check()
      await press(page, /^Approve ticked/)
    },
  }),
  desk('approval-applicant', 'members', approval, {
    async act(page) {
      await firstApplicant(page)
      await page.getByRole('button', { name: /^Approve as/ }).waitFor()
    },
  }),
  desk('approval-reject', 'members', approval, { stays: true, act: (page) => press(page, /^Reject…/) }),
  desk('approval-all', 'members', approval, {
    async act(page) {
      await press(page, /^Approve all/)
      await page.getByRole('button', { name: /^Approve \d+ applicants/ }).waitFor()
    },
  }),
  // Nothing is approved by it: the applicants of the other screens stay.
  desk('approval-undo', 'members', approval, {
    before: (page) =>
      page.route(/\/api\/approvals$/, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      ),
    async act(page) {
      await firstApplicant(page)
      await press(page, /^Approve as/)
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  }),
  desk('approval-empty', 'members', approval, {
    before: answering(/\/api\/members\?/, { users: [], count: 0, page: 1 }),
  }),
  desk('privacy-requests', 'privacyRequests', '/admin/privacy-requests'),
  desk('privacy-answer', 'privacyRequests', '/admin/privacy-requests', {
    stays: true,
    act: (page) => press(page, /^Answer /),
  }),
  desk('import', 'importMembers', '/admin/import', { act: (page) => page.getByText(/^All \d+ columns/).click() }),
  desk('import-columns', 'importMembers', '/admin/import', {
    async act(page) {
      await page
        .getByLabel('Excel or CSV file', { exact: true })
        .setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer: roster })
      await see(page, 'Which column is which?')
    },
  }),
  desk('import-preview', 'importMembers', '/admin/import', {
    stays: true,
    async act(page) {
      await page.getByLabel('October: 5 October 1964').check()
      await press(page, 'Continue to the preview')
      await see(page, 'Preview of roster.csv')
    },
  }),
  desk('import-add', 'importMembers', '/admin/import', {
    stays: true,
    act: (page) => page.getByRole('tab', { name: /^Will be added/ }).click(),
  }),
  desk('emails', 'mailings', '/admin/emails', { act: (page) => see(page, 'Muster') }),
  desk('email-under-way', 'mailings', `/admin/emails?id=${mailingUnderWay}`, {
    act: (page) => see(page, 'The mail server refuses every email'),
  }),
  desk('email-stop', 'mailings', `/admin/emails?id=${mailingUnderWay}`, {
    stays: true,
    act: (page) => press(page, 'Stop sending'),
  }),
  desk('email-write', 'mailings', '/admin/emails?write&region=NCR&email=yes', {
    async act(page) {
      await see(page, /will get this email/)
      await page.getByLabel('Subject').fill(long.words)
      await page.getByLabel('Text').fill(`Good day,\n\n${long.words}. https://www.example.org/${long.email.repeat(2)}`)
    },
  }),
  desk('email-confirm', 'mailings', '/admin/emails?write&region=NCR&email=yes', {
    stays: true,
    async act(page) {
      await press(page, /^Send to/)
      await page.getByRole('dialog').waitFor()
    },
  }),
  desk('email-no-mail-server', 'mailings', '/admin/emails?write', {
    before: withoutMailServer,
    act: (page) => see(page, noMailText.title),
  }),
  desk('viewers', 'viewers', '/admin/viewers'),
  desk('administrators', 'administrators', '/admin/administrators', {
    act: (page) => page.getByText('Last login', { exact: false }).first().waitFor(),
  }),
  desk('administrator-jobs', 'administrators', '/admin/administrators', {
    stays: true,
    act: (page) => press(page, /^Change jobs \(LOURDES/),
  }),
  desk('administrator-link', 'administrators', '/admin/administrators', {
    before: answering(/\/invitation$/, {
      link: `https://www.example.org/reset-password?token=${'f'.repeat(40)}&for=administrator`,
    }),
    async act(page) {
      await press(page, /^Invite again/)
      await page.getByTestId('invitation-link').waitFor()
    },
  }),
  desk('admin-other-job', 'admin', '/admin?needs=elections'),
  desk('security-admin', 'security', '/security?first', {
    before: answering(/\/api\/accounts\/me$/, unnamedAdministrator),
  }),
  desk('security-first', 'security', '/security?first', {
    before: answering(/\/api\/accounts\/me$/, { ...unnamedAdministrator, jobs, firstStep: 'name' }),
    act: (page) => see(page, 'Welcome. What is your name?'),
  }),
  desk('security-made-up-address', 'security', '/security', {
    before: answering(/\/api\/accounts\/me$/, {
      ...unnamedAdministrator,
      name: 'Pilar Peña',
      named: true,
      jobs,
      firstStep: null,
    }),
    act: (page) => see(page, 'Save the new address'),
  }),
  desk('audit-log', 'auditLog', '/admin/audit-log'),
  desk('audit-log-search', 'auditLog', '/admin/audit-log', {
    stays: true,
    act: (page) => press(page, 'Search the log'),
  }),
  desk('site-status', 'siteStatus', '/admin/status'),
]

/** As on a new site: what every page knows of the site says that it sends no emails. */
function withoutMailServer(page: Page): Promise<unknown> {
  return page.route(/\/admin\/emails\?write$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('"sendsEmail":true', '"sendsEmail":false')
    await route.fulfill({ response, body })
  })
}

const roster = Buffer.from(
  [
    'No.;Name;Serial No.;Kaarawan;Branch;Region;Mobile No.;Shoe size',
    '1;Villanueva-Macapagal dela Cruz, Maria Concepcion Encarnacion;T-7001;05/10/1964;Army;Region IV-A;0917 123 4567;7',
    '2;Bad, Date;D-7001;31 June 1964;Ground forces;Nowhere;12345;9',
    '3;Villanueva, Ana P.;D-7002;1/9/1970;Ground forces;NCR;;9',
    '4;Villanueva-Macapagal dela Cruz, Maria Concepcion Asuncion;T-7002;5 October 1964;PN;ncr;;7',
    '5;PeÃ±a, Jose;D-7003;23423;Army;NCR;;8',
    '6;MU?OZ, Luz;D-7004;23424;Army;NCR;;8',
    ';TOTAL;;6;;;;',
    ';Prepared by: Tess Magbanua;;;;;;',
  ].join('\r\n'),
)
