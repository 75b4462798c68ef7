import { expect, test } from 'vitest'
import type { OwnCard } from '#shared/members/card/card.ts'
import { whatToDoWithStoredCard, offlinePage } from './offline-card.ts'

const card: OwnCard = {
  memberId: 'one',
  version: '1',
  association: 'ARRAPI',
  name: 'JUAN DELA CRUZ',
  idNumber: 'ARRAPI-000-001',
  standing: 'member',
  checked: '29 March 2025, 9:00 AM (Manila)',
}

test.each([
  ['no reply', null, 'keep'],
  ['the site in trouble', { status: 503, card: null }, 'keep'],
  ['a reply that is no card', { status: 200, card: null }, 'keep'],
  ['nobody signed in', { status: 401, card: null }, 'remove'],
  ['an observer', { status: 403, card: null }, 'remove'],
  ['somebody without a card', { status: 404, card: null }, 'remove'],
  ['another member', { status: 200, card: { ...card, memberId: 'two' } }, 'remove'],
  ['another drawing', { status: 200, card: { ...card, version: '2' } }, 'renew'],
  ['the same', { status: 200, card }, 'update'],
] as const)('%s', (_what, reply, fate) => {
  expect(whatToDoWithStoredCard(card, reply)).toBe(fate)
})

test('the offline page says so, shows both sides and when they were last checked, and has no script', () => {
  const page = offlinePage(card)
  for (const words of ['You are offline', 'Here is your card.', 'Last checked 29 March 2025, 9:00 AM (Manila)'])
    expect(page).toContain(words)
  expect(page.match(/<img /g)).toHaveLength(2)
  expect(page).not.toMatch(/<script|Withdrawn/)
})

test('without a kept card the page says so, what becomes of a receipt, and offers to try again; it has no picture', () => {
  const page = offlinePage(null)
  for (const words of ['You are offline', 'no connection', 'No card is kept on this phone', 'receipt of your vote'])
    expect(page).toContain(words)
  expect(page).toContain('<a href="">Try again</a>')
  expect(page).not.toMatch(/<script|<img|Last checked/)
})

test('a card that was withdrawn says so', () => {
  expect(offlinePage({ ...card, standing: 'withdrawn' })).toContain('Withdrawn. This card is not valid.')
})

test('a name is text, whatever it is', () => {
  const page = offlinePage({ ...card, name: `"><script>alert('1')</script>&`, association: '</title><b>' })
  expect(page).not.toMatch(/<script|<b>/)
  expect(page).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;')
})
