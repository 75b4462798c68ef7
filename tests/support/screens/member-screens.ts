import { answering, changing, failing, press, see, waiting, type Screen } from './screen.ts'

/** What everybody sees, and the ways to an account. */
export const publicScreens: Screen[] = [
  { name: 'home', page: 'home', as: 'visitor', path: '/' },
  {
    name: 'home-menu',
    page: 'home',
    as: 'visitor',
    path: '/',
    async act(page) {
      await page.getByText('Menu', { exact: true }).click()
      await page.getByLabel('Ways to contact us').click()
    },
  },
  { name: 'home-member', page: 'home', as: 'member', path: '/' },
  { name: 'about', page: 'about', as: 'visitor', path: '/about' },
  { name: 'leadership', page: 'leadership', as: 'visitor', path: '/leadership' },
  { name: 'featured-stories', page: 'featuredStories', as: 'visitor', path: '/featured-stories' },
  { name: 'contact', page: 'contact', as: 'visitor', path: '/contact' },
  { name: 'announcements', page: 'announcements', as: 'member', path: '/announcements' },
  {
    name: 'news',
    page: 'news',
    as: 'visitor',
    path: '/news/muster-memorandum-circular-2025-017-revised-guidelines-on',
  },
  { name: 'announcement', page: 'announcement', as: 'member', path: '/announcements/resolution-7' },
  { name: 'announcement-gone', page: 'announcement', as: 'member', path: '/announcements/never-written' },
  { name: 'privacy', page: 'privacy', as: 'visitor', path: '/privacy' },
  { name: 'application', page: 'application', as: 'visitor', path: '/application' },
  { name: 'unsubscribe', page: 'unsubscribe', as: 'visitor', path: '/unsubscribe' },
  {
    name: 'unsubscribe-link',
    page: 'unsubscribe',
    as: 'visitor',
    path: '/unsubscribe#of-somebody-else',
    async act(page) {
      // Only what stands after # is another: the browser loads nothing anew.
      await page.reload()
      await press(page, 'Stop these emails')
      await see(page, 'This link no longer works.')
    },
  },
  { name: 'not-found', page: 'notFound', as: 'visitor', path: '/no-such-page' },
  { name: 'card-unknown', page: 'cardCheck', as: 'visitor', path: '/card/unknown' },
  { name: 'login', page: 'login', as: 'visitor', path: '/login' },
  { name: 'login-to-vote', page: 'login', as: 'visitor', path: '/login?next=/vote' },
  { name: 'login-birthday', page: 'login', as: 'visitor', path: '/login?step=birthday' },
  { name: 'login-logged-out', page: 'login', as: 'visitor', path: '/login?out' },
  { name: 'login-refused', page: 'login', as: 'visitor', path: '/login?error=wrong-credentials&left=2' },
  { name: 'login-forgot', page: 'login', as: 'visitor', path: '/login?step=forgot' },
  { name: 'login-two-factor', page: 'login', as: 'visitor', path: '/login?step=two-factor' },
  { name: 'reset-password', page: 'resetPassword', as: 'visitor', path: '/reset-password' },
  { name: 'reset-password-own', page: 'resetPassword', as: 'newcomer', path: '/reset-password' },
  { name: 'register', page: 'register', as: 'visitor', path: '/register' },
  {
    name: 'register-refused',
    page: 'register',
    as: 'visitor',
    path: '/register',
    stays: true,
    async act(page) {
      await press(page, 'I Accept')
      await press(page, /^Submit/)
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'register-policy',
    page: 'register',
    as: 'visitor',
    path: '/register',
    act: (page) => press(page, 'Read the privacy policy'),
  },
  { name: 'election', page: 'election', as: 'visitor', path: '/election' },
  { name: 'how-votes-are-counted', page: 'howVotesAreCounted', as: 'visitor', path: '/how-votes-are-counted' },
  { name: 'board', page: 'board', as: 'visitor', path: '/board' },
  { name: 'receipt', page: 'receipt', as: 'visitor', path: '/receipt' },
  {
    name: 'receipt-refused',
    page: 'receipt',
    as: 'visitor',
    path: '/receipt',
    stays: true,
    async act(page) {
      await page.getByLabel('Code of your receipt').fill('ABCD EFGH')
      await press(page, 'Check')
      await see(page, /This one has 8/)
    },
  },
]

const list = /\/api\/members\?/

/** What a member sees of the association and of themselves. */
export const memberScreens: Screen[] = [
  { name: 'member', page: 'profile', as: 'member', path: '/profile', act: (page) => see(page, 'Show full screen') },
  {
    name: 'member-card',
    page: 'profile',
    as: 'member',
    path: '/profile',
    stays: true,
    act: (page) => press(page, 'Show full screen'),
  },
  { name: 'member-newcomer', page: 'profile', as: 'newcomer', path: '/profile' },
  {
    name: 'member-change',
    page: 'profile',
    as: 'newcomer',
    path: '/profile',
    stays: true,
    act: (page) => press(page, /^Change: /),
  },
  { name: 'my-data', page: 'myData', as: 'member', path: '/my-data' },
  {
    name: 'my-data-leaving',
    page: 'myData',
    as: 'newcomer',
    path: '/my-data',
    act: (page) => press(page, 'Leave the association and delete my data'),
  },
  { name: 'my-data-failed', page: 'myData', as: 'member', path: '/my-data', before: failing('**/api/my-data') },
  { name: 'security', page: 'security', as: 'member', path: '/security' },
  { name: 'members', page: 'members', as: 'member', path: '/members' },
  { name: 'members-nobody-found', page: 'members', as: 'member', path: '/members?search=zzzz' },
  { name: 'members-failed', page: 'members', as: 'member', path: '/members', before: failing(list) },
  { name: 'members-loading', page: 'members', as: 'member', path: '/members', before: waiting(list), loading: true },
  { name: 'nominate-member', page: 'nominate', as: 'member', path: '/nominate' },
]

const aDuesEntry = {
  id: '00000000-0000-4000-8000-00000000d001',
  kind: 'payment',
  state: 'waiting',
  centavos: 500_00,
  paidOn: '2025-03-20',
  way: 'GCash',
  reference: '9001234567899',
  proof: null,
  reason: null,
  voided: false,
  receipt: null,
  paidUntil: null,
  sentAt: 1742450400000,
  decidedAt: null,
}

/** Where the association has dues. */
export const duesScreens: Screen[] = [
  { name: 'dues', page: 'dues', as: 'member', path: '/dues' },
  {
    name: 'dues-again',
    page: 'dues',
    as: 'member',
    path: '/dues',
    async act(page) {
      await page.getByRole('button', { name: 'Send another proof' }).first().click()
      await see(page, 'We could not accept the proof')
    },
  },
  {
    name: 'dues-sent',
    page: 'dues',
    as: 'newcomer',
    path: '/dues',
    before: changing('**/api/dues/mine', { entries: [aDuesEntry] }),
  },
  {
    name: 'dues-refused',
    page: 'dues',
    as: 'newcomer',
    path: '/dues',
    before: changing('**/api/dues/mine', {
      entries: [{ ...aDuesEntry, state: 'refused', reason: 'We could not find this payment in the account.' }],
    }),
  },
  {
    name: 'dues-good',
    page: 'dues',
    as: 'newcomer',
    path: '/dues',
    before: changing('**/api/dues/mine', { standing: { kind: 'good', until: '2025-12-31' }, credit: 250_00 }),
  },
  {
    name: 'dues-exempt',
    page: 'dues',
    as: 'newcomer',
    path: '/dues',
    before: changing('**/api/dues/mine', { standing: { kind: 'exempt' } }),
  },
  { name: 'dues-home', page: 'home', as: 'member', path: '/' },
  { name: 'dues-card', page: 'profile', as: 'member', path: '/profile', act: (page) => see(page, 'Show full screen') },
  {
    name: 'dues-desk-empty',
    page: 'duesDesk',
    as: 'admin',
    path: '/admin/dues',
    before: answering('**/api/dues/waiting', { total: 0, payments: [] }),
  },
  { name: 'dues-desk', page: 'duesDesk', as: 'admin', path: '/admin/dues' },
  {
    name: 'dues-desk-payment',
    page: 'duesDesk',
    as: 'admin',
    path: '/admin/dues',
    act: (page) => page.locator('[data-queue] button').first().click(),
  },
  {
    name: 'dues-refusing',
    page: 'duesDesk',
    as: 'admin',
    path: '/admin/dues',
    stays: true,
    act: (page) => press(page, /^Refuse…/),
  },
  { name: 'dues-cash', page: 'duesCash', as: 'admin', path: '/admin/dues/cash' },
  {
    name: 'dues-cash-found',
    page: 'duesCash',
    as: 'admin',
    path: '/admin/dues/cash',
    async act(page) {
      await page.getByLabel('Member', { exact: true }).fill('payer')
      await press(page, 'Find')
      await see(page, 'There are more.')
    },
  },
  {
    name: 'dues-cash-payer',
    page: 'duesCash',
    as: 'admin',
    path: '/admin/dues/cash',
    async act(page, { people }) {
      await page.getByLabel('Member', { exact: true }).fill(people.member.serial)
      await press(page, 'Find')
      await see(page, 'Amount in pesos')
      await page.getByLabel('Amount in pesos').fill('5000')
      await press(page, 'Save')
      await see(page, 'This pays for more than two years.')
    },
  },
  { name: 'dues-receipts', page: 'duesReceipts', as: 'admin', path: '/admin/dues/receipts' },
  { name: 'dues-receipts-found', page: 'duesReceipts', as: 'admin', path: '/admin/dues/receipts?search=2025-000001' },
  { name: 'dues-members', page: 'duesMembers', as: 'admin', path: '/admin/dues/members?standing=lapsed' },
  {
    name: 'dues-payer',
    page: 'duesMembers',
    as: 'admin',
    path: ({ people }) => `/admin/dues/members?member=${people.member.id}`,
    act: (page) => see(page, 'Receipt 2025-000001'),
  },
  { name: 'dues-overview', page: 'duesOverview', as: 'admin', path: '/admin/dues/overview' },
  { name: 'dues-statement', page: 'duesStatement', as: 'admin', path: '/admin/dues/statement' },
  { name: 'dues-matched', page: 'duesStatement', as: 'admin', path: '/admin/dues/statement?show=matched' },
  { name: 'dues-aside', page: 'duesStatement', as: 'admin', path: '/admin/dues/statement?show=aside' },
  { name: 'dues-unstated', page: 'duesReceipts', as: 'admin', path: '/admin/dues/receipts?show=unstated' },
  {
    name: 'dues-statement-columns',
    page: 'duesStatement',
    as: 'admin',
    path: '/admin/dues/statement',
    async act(page) {
      const lines = ['Date,Description,Reference,Credit', '3/30/2025,From a member,900 1234,500.00', '3/31/2025,Fee,,']
      const buffer = Buffer.from(lines.join('\n'))
      await page.getByLabel('Excel or CSV file').setInputFiles({ name: 'gcash.csv', mimeType: 'text/csv', buffer })
      await see(page, 'Which column is which?')
    },
  },
  { name: 'dues-settings', page: 'duesSettings', as: 'admin', path: '/admin/settings/dues' },
  {
    name: 'dues-of-member',
    page: 'member',
    as: 'admin',
    path: ({ people }) => `/member/${people.member.id}`,
    act: (page) => see(page, 'Receipt 2025-000001'),
  },
  { name: 'dues-standing', page: 'members', as: 'admin', path: '/members?standing=lapsed' },
  { name: 'dues-failed', page: 'dues', as: 'member', path: '/dues', before: failing('**/api/dues/mine') },
]
