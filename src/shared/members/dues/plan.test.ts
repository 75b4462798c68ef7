import { expect, test } from 'vitest'
import { accountsWithOldQr, duesPlanSchema, planInWords, whyCannotChangePlan, type DuesPlan } from './plan.ts'

const plan: DuesPlan = {
  rates: [
    { from: '2025-01-01', centavos: 500_00 },
    { from: '2026-01-01', centavos: 600_00 },
  ],
  yearStarts: '01-01',
  graceDays: 30,
  firstPeriodCovered: true,
  exemptStatuses: ['Regular'],
  accounts: [{ name: 'GCash', number: '0917 123 4567', holder: '', qr: '' }],
}
const [first, second] = plan.rates as [DuesPlan['rates'][0], DuesPlan['rates'][0]]
const account = { name: 'Bank', number: '1', holder: '', qr: '' }

test.each([
  [{}, true],
  [{ rates: [] }, false],
  [{ rates: [second, first] }, false],
  [{ rates: [first, first] }, false],
  [{ rates: [{ from: '2025-02-30', centavos: 1 }] }, false],
  [{ rates: [{ from: '2025-01-01', centavos: 0 }] }, false],
  [{ rates: [{ from: '2025-01-01', centavos: 0.5 }] }, false],
  [{ rates: [{ from: '2025-01-01', centavos: 10_000_001 }] }, false],
  [{ yearStarts: null }, true],
  [{ yearStarts: '12-31' }, true],
  [{ yearStarts: '02-29' }, false],
  [{ yearStarts: '1-1' }, false],
  [{ graceDays: 366 }, false],
  [{ graceDays: -1 }, false],
  [{ exemptStatuses: ['Friends'] }, false],
  [{ accounts: [] }, true],
  [{ accounts: [account, { ...account, name: 'GCash' }] }, true],
  [{ accounts: [account, { ...account, name: 'bank' }] }, false],
  [{ accounts: [{ ...account, name: 'Cash' }] }, false],
  [{ accounts: [{ ...account, number: ' ' }] }, false],
  [{ accounts: [{ ...account, qr: 'elsewhere' }] }, false],
  [{ accounts: Array.from({ length: 6 }, (_, n) => ({ ...account, name: `Bank ${n}` })) }, false],
])('with %j a plan can be saved: %s', (changes, is) => {
  expect(duesPlanSchema.safeParse({ ...plan, ...changes }).success).toBe(is)
})

test.each([null, Number.NaN, -1, 1.5, 366])('%j days of grace are refused in words', (graceDays) =>
  expect(duesPlanSchema.safeParse({ ...plan, graceDays }).error?.issues[0]?.message).toBe(
    'Please enter from 0 to 365 days',
  ),
)

const rates = (...rates: DuesPlan['rates']) => ({ ...plan, rates })
test.each<[string, DuesPlan | null, string | null, string | null]>([
  ['an amount is changed that was paid', rates(first, { ...second, centavos: 1 }), '2026-01-01', 'dues-rate-settled'],
  ['an amount is changed that nobody paid yet', rates(first, { ...second, centavos: 1 }), '2025-12-31', null],
  ['an amount is removed that was paid', rates(first), '2026-01-01', 'dues-rate-settled'],
  ['an amount is removed that nobody paid yet', rates(first), '2025-12-31', null],
  ['the first is moved', rates({ ...first, from: '2024-01-01' }, second), '2025-06-01', 'dues-rate-settled'],
  [
    'one is put before a payment',
    rates(first, { from: '2025-03-01', centavos: 1 }, second),
    '2025-06-01',
    'dues-rate-settled',
  ],
  ['one is put after the payments', rates(first, { from: '2025-07-01', centavos: 1 }, second), '2025-06-01', null],
  ['everything is mended before the first payment', rates({ from: '2024-07-01', centavos: 1 }), null, null],
  ['everything is forgotten before the first payment', null, '2024-12-31', null],
  ['the grace is changed', { ...plan, graceDays: 0 }, '2026-06-01', null],
  ['turned off', { ...plan, off: true }, '2026-06-01', null],
  ['turned off with another amount', { ...rates(second), off: true }, '2026-06-01', 'dues-rate-settled'],
  ['forgotten', null, '2026-06-01', 'dues-rate-settled'],
])('%s, the last payment being of %3$s', (_what, after, lastPayment, code) => {
  expect(whyCannotChangePlan(plan, after, lastPayment)).toBe(code)
})

test('dues may begin in the past when they are turned on', () => {
  expect(whyCannotChangePlan(null, plan, '2026-06-01')).toBeNull()
})

const withQr = { ...account, number: '0917 123 4567', qr: 'old' }
const paidTo = (...accounts: DuesPlan['accounts']) => ({ ...plan, accounts })
test.each<[string, DuesPlan | null, string[]]>([
  ['nothing is changed', paidTo(withQr), []],
  ['the number is changed', paidTo({ ...withQr, number: '0917 123 4568' }), ['Bank']],
  ['number and name are changed', paidTo({ ...withQr, number: '1', name: 'Maya' }), ['Maya']],
  ['the number is written otherwise', paidTo({ ...withQr, number: '09171234567' }), []],
  ['number and picture are changed', paidTo({ ...withQr, number: '1', qr: 'new' }), []],
  ['the number is changed and the picture removed', paidTo({ ...withQr, number: '1', qr: '' }), []],
  ['the name is changed', paidTo({ ...withQr, name: 'Maya' }), []],
  ['another account is put before it', paidTo({ ...account, qr: 'new' }, withQr), []],
  ['the account is removed', paidTo(), []],
  ['dues are forgotten', null, []],
])('when %s, these accounts have an outdated QR picture: %3$j', (_what, after, names) => {
  expect(accountsWithOldQr(paidTo(withQr), after)).toEqual(names)
  expect(accountsWithOldQr(null, after)).toEqual([])
})

test('the log reads what dues were, and where they were paid', () => {
  expect(planInWords(null)).toBe('no dues')
  expect(planInWords({ ...plan, off: true })).toBe('no dues')
  expect(planInWords(plan)).toBe(
    '₱500 from 2025-01-01; ₱600 from 2026-01-01; each year from 01-01; 30 days of grace; the registration fee covers the year of joining; Regular exempt; GCash 0917 123 4567',
  )
  const bank = { name: 'Bank', number: '12', holder: 'Ana Cruz', qr: '3f2a1b0c-1111-4111-8111-111111111111' }
  expect(
    planInWords({ ...plan, yearStarts: null, firstPeriodCovered: false, exemptStatuses: [], accounts: [bank] }),
  ).toBe(
    '₱500 from 2025-01-01; ₱600 from 2026-01-01; each year from joining; 30 days of grace; Bank 12, Ana Cruz, QR picture 3f2a1b0c',
  )
})
