import { expect, test } from 'vitest'
import { jobs, type Job } from '#shared/permissions.ts'
import { nothingDone as empty } from '#tests/support/checklist-facts.ts'
import {
  checklistFor,
  checklistItems,
  optionalItems,
  progressOf,
  type ChecklistFacts,
  type ChecklistItem,
} from './checklist.ts'

const running: ChecklistFacts = {
  contact: true,
  registrationFee: 150,
  walletAccount: true,
  mail: true,
  backedUp: true,
  administrators: { accepted: 2, withoutTwoStep: 0 },
  passwordMade: false,
  ownTwoStep: true,
  people: 1,
  aboutSaved: true,
  leaders: 1,
  electionPlanned: true,
  notNeeded: [],
}
const listFor = (facts: ChecklistFacts, given: readonly Job[] = jobs) =>
  checklistFor(facts, { role: 'admin', jobs: given })
const openIn = (facts: ChecklistFacts, given?: readonly Job[]) =>
  listFor(facts, given)
    .lines.filter(({ state }) => state === 'to do')
    .map(({ name }) => name)

test('on an empty site every step is open; on one that runs the list is gone', () => {
  expect(openIn(empty)).toEqual(checklistItems)
  expect(listFor(empty).isNew).toBe(true)
  expect(listFor(running)).toEqual({ isNew: false, lines: [] })
})

test.each<[ChecklistItem, Partial<ChecklistFacts>]>([
  ['password', { passwordMade: false }],
  ['contact', { contact: true }],
  ['wallet', { walletAccount: true }],
  ['wallet', { registrationFee: 0 }],
  ['mail', { mail: true }],
  ['backup', { backedUp: true }],
  ['two-step login', { administrators: { accepted: 1, withoutTwoStep: 0 } }],
  ['second administrator', { administrators: { accepted: 2, withoutTwoStep: 2 } }],
  ['about', { aboutSaved: true }],
  ['leadership', { leaders: 1 }],
  ['election', { electionPlanned: true }],
])('%s is ticked off by %j alone', (item, fact) => {
  expect(openIn({ ...empty, ...fact })).toEqual(checklistItems.filter((one) => one !== item))
})

test('once somebody has joined, what the list of what waits says is not said twice', () => {
  const joined = { ...empty, people: 1 }
  const left = ['password', 'contact', 'wallet', 'second administrator', 'about', 'leadership', 'election']
  expect(listFor(joined).isNew).toBe(false)
  expect(openIn(joined)).toEqual(left)
  expect(openIn({ ...joined, ownTwoStep: true })).toEqual(left.toSpliced(3, 0, 'two-step login'))
})

test('the number of steps stays the same while they are done or not needed', () => {
  const steps: Partial<ChecklistFacts>[] = [
    { contact: true },
    { walletAccount: true },
    { mail: true },
    { administrators: { accepted: 2, withoutTwoStep: 0 } },
    { notNeeded: optionalItems },
  ]
  let facts = empty
  const seen = steps.map((step) => progressOf(listFor((facts = { ...facts, ...step }))))
  expect(seen).toEqual([1, 2, 3, 5, 7].map((done) => ({ done, all: checklistItems.length })))
  expect(progressOf(listFor({ ...facts, people: 1 }))).toBeNull()
})

test('what an association does without is said by somebody; the rest cannot be waved away', () => {
  const without = { ...empty, notNeeded: ['wallet', 'election'] as const }
  expect(openIn(without)).toEqual(checklistItems.filter((one) => one !== 'wallet' && one !== 'election'))
  const { lines } = listFor(empty)
  expect(lines.filter(({ mayDispense }) => mayDispense).map(({ name }) => name)).toEqual([
    'wallet',
    'second administrator',
    'leadership',
    'election',
  ])
  // Done in the end it is done, whatever was said before.
  const [wallet] = listFor({ ...empty, walletAccount: true, notNeeded: ['wallet'] }).lines.filter(
    ({ name }) => name === 'wallet',
  )
  expect(wallet?.state).toBe('ok')
})

test.each<[Job[], ChecklistItem[]]>([
  [['membership'], ['members']],
  [['content'], ['about', 'leadership']],
  [['elections'], ['election']],
  [['settings'], ['contact', 'wallet', 'mail', 'backup']],
])('with the jobs %j the steps are %j', (given, items) => {
  expect(openIn(empty, given)).toEqual(['password', ...items])
  const dispensed = listFor(empty, given).lines.filter(({ mayDispense }) => mayDispense)
  expect(dispensed.length > 0).toBe(given.includes('settings'))
})

test('a list is gone for whoever has nothing left to do, while others go on', () => {
  const facts = { ...empty, aboutSaved: true, leaders: 1, passwordMade: false }
  expect(listFor(facts, ['content']).lines).toEqual([])
  expect(listFor(facts).lines).toHaveLength(checklistItems.length)
})

test('two-step login leads to one’s own, and from there to who lacks it', () => {
  const way = (ownTwoStep: boolean) =>
    listFor({ ...empty, ownTwoStep }).lines.find(({ name }) => name === 'two-step login')
  expect(way(false)).toMatchObject({ where: { href: '/security', label: 'Turn it on' } })
  expect(way(true)).toMatchObject({ where: { href: '/admin/administrators', label: 'See who is missing' } })
})
