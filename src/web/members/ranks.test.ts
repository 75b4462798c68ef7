import { expect, test } from 'vitest'
import { services } from '#shared/members/enums.ts'
import { ranksByService } from './ranks.ts'

const offered = (service: (typeof services)[number]) => ranksByService[service].flatMap(({ ranks }) => ranks)

test.each(services)('%s is offered ranks as they are stored, none twice in a group', (service) => {
  expect(offered(service).length).toBeGreaterThan(15)
  for (const { ranks } of ranksByService[service]) {
    expect(new Set(ranks).size).toBe(ranks.length)
    expect(ranks.map((rank) => rank.toUpperCase().trim())).toEqual(ranks)
  }
})

// Shows registration-25
test('a Navy captain is not an Army captain, and Marines are of the Navy with Army ranks', () => {
  expect(offered('PA')).toContain('CPT')
  expect(offered('PA')).not.toContain('CAPT')
  expect(ranksByService.PN.map(({ label }) => label)).toEqual(['Navy', 'Marines'])
  expect(ranksByService.PN[0]?.ranks).toContain('CAPT')
  expect(ranksByService.PN[1]?.ranks).toEqual(ranksByService.PA[0]?.ranks)
})
