import { describe, expect, test } from 'vitest'
import { bufferSource } from '#tests/support/audit-package/bytes.ts'
import { modelElection } from '#tests/support/audit-package/election-model.ts'
import { bolderLies, loneLies } from '#tests/support/audit-package/lies.ts'
import { zipPackage } from '#tests/support/audit-package/sealed-package.ts'
import { allChecks as checks, verifyPackage } from '../../verifier/verify-package.ts'

const model = modelElection()

test('there is a lie for every check, and none without one', () => {
  expect(Object.keys(loneLies).toSorted()).toEqual(checks.map(({ name }) => name).toSorted())
})

// Shows verifier-14
describe('a lie that only one check finds', () => {
  for (const check of checks) {
    const { what, files, evidence } = loneLies[check.name]!
    test(`${check.name}: ${what}`, async () => {
      const source = bufferSource(zipPackage(files(model)))
      const whole = await verifyPackage(source, evidence?.(model))
      const failed = whole.checks.filter(({ outcome }) => outcome === 'fails')
      expect(failed.map(({ name, problems }) => [name, problems.length > 0])).toEqual([[check.name, true]])
      expect(whole.holds).toBe(false)

      const without = checks.filter((one) => one !== check)
      expect((await verifyPackage(source, evidence?.(model), { checks: without })).holds).toBe(true)
    })
  }
})

test.each(bolderLies)('a lie that is found too: %s', async (_, { files }, foundBy) => {
  const { checks: results } = await verifyPackage(bufferSource(zipPackage(files(model))))
  const failed = results.filter(({ outcome }) => outcome === 'fails').map(({ name }) => name)
  expect(failed).toEqual(expect.arrayContaining(foundBy))
})

test('every check says in plain words what it means if it does not hold', () => {
  for (const { name, wrong } of checks)
    expect(wrong, name).toMatch(/^(?!.*\b(heads?|lea(f|ves)|nonces?|roots?)\b)[a-z].*[^.]$/)
})
