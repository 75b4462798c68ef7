import { expect, test } from 'vitest'
import { lineState, referencesIn } from './statement-line.ts'

test.each([
  ['', 'INSTAPAY CR 50123008011', ['50123008011']],
  ['A1', 'From Juan', ['A1']],
  ['77', 'ref:gc-9041.12 500 PHP', ['77', 'REFGC904112']],
  ['', 'Ref 9041 123 456789 received', ['456789', '9041123456789']],
  ['50123008011', 'CR 50123008011', ['50123008011']],
  ['', 'CASH DEPOSIT 10,300', []],
  ['', 'NOVEMBER INTEREST', []],
])('on a line with %j and %j may be the references %j', (reference, text, found) => {
  expect(referencesIn(reference, text)).toEqual(found)
})

const line = { id: 'L', account: 'GCash', day: '2026-03-10', centavos: 500_00, text: '', setAside: null }
const receipt = {
  id: 'P',
  state: 'accepted' as 'accepted' | 'waiting' | 'asked again' | 'refused',
  centavos: 500_00,
  paidOn: '2026-03-10',
  way: 'GCash',
  reference: null as string | null,
  firstName: 'RICARDO JOSE',
  lastName: 'NUÑEZ',
  lineId: null as string | null,
}
type Case = [what: string, line: object, payments: Partial<typeof receipt>[], state: string, ids: string[]]

const named = { reference: 'R1', id: 'A' }
const mentions = ['R1']
test.each<Case>([
  ['nothing fits', {}, [], 'open', []],
  ['its receipt', {}, [{ lineId: 'L' }, { id: 'Q' }], 'matched', ['P']],
  ['its receipts to the centavo', { centavos: 1000_00 }, [{ lineId: 'L' }, { lineId: 'L' }], 'matched', ['P', 'P']],
  [
    'its receipts come to a centavo less',
    { centavos: 1000_01 },
    [{ lineId: 'L' }, { lineId: 'L' }],
    'too little',
    ['P', 'P'],
  ],
  ['its receipt is more than it', { centavos: 400_00 }, [{ lineId: 'L' }], 'matched', ['P']],
  ['set aside', { setAside: 'Donation' }, [{}], 'set aside', []],
  ['set aside for the rest of it', { setAside: 'Donation', centavos: 900_00 }, [{ lineId: 'L' }], 'set aside', ['P']],
  ['waits at the desk', { mentions }, [{ ...named, state: 'waiting' }, {}], 'not accepted', ['A']],
  ['was asked for again', { mentions }, [{ ...named, state: 'asked again' }], 'not accepted', ['A']],
  ['was refused', { mentions }, [{ ...named, state: 'refused' }], 'not accepted', ['A']],
  [
    'refused, then accepted',
    { mentions },
    [
      { ...named, state: 'refused' },
      { ...named, id: 'B' },
    ],
    'open',
    ['B'],
  ],
  ['one of a couple waits', { mentions }, [named, { ...named, id: 'B', state: 'waiting' }], 'not accepted', ['B']],
  ['more was said than came', { mentions, centavos: 400_00 }, [named], 'another amount', ['A']],
  ['a couple paid at once', { mentions, centavos: 1000_00 }, [named, { ...named, id: 'B' }], 'open', ['A', 'B']],
  ['the same line twice', { mentions }, [{ ...named, lineId: 'M' }], 'on another line', ['A']],
  [
    'by name, without accents',
    { text: 'Instapay/CR: Ricardo NUNEZ' },
    [{ lastName: 'CRUZ', id: 'Q' }, {}],
    'open',
    ['P'],
  ],
  ['by name, the surname first', { text: 'NUNEZ, RICARDO' }, [{ lastName: 'CRUZ', id: 'Q' }, {}], 'open', ['P']],
  ['by name, with an initial', { text: 'Ricardo J. Nunez 09' }, [{ lastName: 'CRUZ', id: 'Q' }, {}], 'open', ['P']],
  ['by all given names', { text: 'NUNEZ SANTOS RICARDO JOSE' }, [{ lastName: 'CRUZ', id: 'Q' }, {}], 'open', ['P']],
  ['another of the same first name', { text: 'RICARDO LUIS NUNEZ' }, [{ way: 'cash' }, { id: 'Q' }], 'open', ['Q']],
  ['another, the surname first', { text: 'NUNEZ RICARDO LUIS' }, [{ way: 'cash' }, { id: 'Q' }], 'open', ['Q']],
  ['a name of initials alone', { text: 'J NUNEZ' }, [{ firstName: 'J', way: 'cash' }, { id: 'Q' }], 'open', ['Q']],
  ['only the first name', { text: 'RICARDO JOSE CRUZ' }, [{ way: 'cash' }, { id: 'Q' }], 'open', ['Q']],
  ['a receipt with another reference', { mentions }, [{ reference: 'R2' }, { id: 'Q' }], 'open', ['Q']],
  [
    'another reference, by name',
    { mentions, text: 'RICARDO NUNEZ' },
    [{ reference: 'R2' }, { id: 'Q' }],
    'open',
    ['P', 'Q'],
  ],
  ['any reference where the line has none', {}, [{ reference: 'R2' }], 'open', ['P']],
  ['only the last name', { text: 'NUNEZ' }, [{ way: 'Land Bank' }, { lastName: 'CRUZ', id: 'Q' }], 'open', ['Q']],
  ['its account before another', {}, [{ way: 'Land Bank' }, { id: 'Q' }], 'open', ['Q']],
  ['another account before cash', {}, [{ way: 'cash' }, { way: 'Land Bank', id: 'Q' }], 'open', ['Q']],
  ['cash where nothing else fits', {}, [{ way: 'cash' }], 'open', ['P']],
  ['three may be it', {}, [{}, {}, {}], 'open', ['P', 'P', 'P']],
  ['any of many', {}, [{}, {}, {}, {}], 'open', []],
  ['another amount', {}, [{ centavos: 400_00 }], 'open', []],
  ['ten days before', {}, [{ paidOn: '2026-02-28' }], 'open', ['P']],
  ['eleven days before', {}, [{ paidOn: '2026-02-27' }], 'open', []],
  ['ten days after', {}, [{ paidOn: '2026-03-20' }], 'open', ['P']],
  ['eleven days after', {}, [{ paidOn: '2026-03-21' }], 'open', []],
  ['taken by another line', {}, [{ lineId: 'M' }], 'open', []],
  ['not accepted, of the same amount', {}, [{ state: 'waiting' }], 'open', []],
])('a line: %s', (_what, changes, payments, state, ids) => {
  const found = lineState(
    { ...line, mentions: [], ...changes },
    payments.map((one) => ({ ...receipt, ...one })),
  )
  expect({ state: found.state, ids: found.payments.map(({ id }) => id) }).toEqual({ state, ids })
})
