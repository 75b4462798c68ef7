import { expect, test } from 'vitest'
import { byName, searchPeople, withTellingNumbers } from './nominee-order.ts'

const person = (id: string, name: string) => ({ id, name, fullName: name, idNumber: `ARRAPI-000-00${id}` })

// Shows nomination-52
test('people stand by name, and two of one name in an order of their own', () => {
  const people = [person('3', 'BEN CRUZ'), person('2', 'ANA ÑUÑEZ'), person('1', 'BEN CRUZ'), person('4', 'ANA NAVA')]
  expect(byName(people).map(({ id }) => id)).toEqual(['4', '2', '1', '3'])
})

// Shows nomination-52
test('the ID number is told where two have the same name, and nowhere else', () => {
  const people = [person('1', 'BEN CRUZ'), person('2', 'ANA NAVA'), person('3', 'Ben Cruz ')]
  expect(withTellingNumbers(people).map(({ tellingNumber }) => tellingNumber)).toEqual([
    'ARRAPI-000-001',
    '',
    'ARRAPI-000-003',
  ])
})

test.each([
  ['', ['1', '2']],
  ['nunez', ['2']],
  ['  ÑUÑEZ cpt ', ['2']],
  ['paf visayas', ['1']],
  ['ana ben', []],
])('typed %j finds %j', (typed, ids) => {
  const people = [
    { ...person('1', 'BEN CRUZ'), rank: 'MAJ', unit: '1st RCDG', ms: 'PAF', region: 'Visayas' },
    { ...person('2', 'ANA ÑUÑEZ'), rank: 'CPT', unit: '', ms: 'PN' },
  ]
  expect(searchPeople(people, typed).map(({ id }) => id)).toEqual(ids)
})
