import { expect, test } from 'vitest'
import { aSnapshot } from '#tests/support/election.ts'
import { asNominee } from './nominees.ts'

test.each([
  ['ANTONIO', 'MERCADO', 'LACSON', 'ANTONIO M. LACSON'],
  ['ANTONIO', 'S.', 'LACSON', 'ANTONIO S. LACSON'],
  ['ANTONIO', 'ñuñez', 'LACSON', 'ANTONIO ñ. LACSON'],
  ['ANTONIO', ' ', 'LACSON', 'ANTONIO LACSON'],
  ['ANTONIO', null, 'LACSON', 'ANTONIO LACSON'],
  ['ANTONIO', null, 'LACSON', 'ANTONIO LACSON', ''],
  ['ANGELICA', 'TAN', 'VALDEZ', 'ANGELICA T. VALDEZ III', 'III'],
])(
  '%s, %j, %s is %s wherever there are votes',
  (first_name, middle_name, last_name, name, suffix: string | null = null) => {
    expect(asNominee('1', aSnapshot({ first_name, middle_name, last_name, suffix })).name).toBe(name)
  },
)
