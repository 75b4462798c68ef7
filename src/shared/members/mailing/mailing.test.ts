import { expect, test } from 'vitest'
import {
  fillInName,
  isPersonal,
  isUnderWay,
  mailingState,
  percentDone,
  waitingIn,
  paragraphsOf,
  unknownInBraces,
} from './mailing.ts'

const counts = (sent: number, more = {}) => ({
  recipients: 10,
  sent,
  failed: 0,
  refused: 0,
  leftOut: 0,
  unsure: 0,
  ...more,
})
const running = { stopped: false, paused: false }

test.each([
  [counts(0), running, 'sending', 10, 0],
  [counts(9), running, 'sending', 1, 90],
  [counts(5, { failed: 1, refused: 2, leftOut: 1 }), running, 'sending', 1, 90],
  [counts(6, { failed: 1, refused: 2, leftOut: 1 }), running, 'done', 0, 100],
  [counts(6, { failed: 1, unsure: 2 }), running, 'sending', 1, 90],
  [counts(8, { unsure: 2 }), running, 'done', 0, 100],
  [counts(4), { stopped: false, paused: true }, 'paused', 6, 40],
  [counts(4), { stopped: true, paused: true }, 'stopped', 6, 40],
  [counts(10), { stopped: true, paused: false }, 'done', 0, 100],
])('%o with %o is %s', (given, more, state, waiting, percent) => {
  expect(mailingState({ ...given, ...more })).toBe(state)
  expect(waitingIn(given)).toBe(waiting)
  expect(percentDone(given)).toBe(percent)
})

test.each([
  ['sending', true],
  ['paused', true],
  ['stopped', false],
  ['done', false],
] as const)('%s is under way: %s', (state, is) => {
  expect(isUnderWay(state)).toBe(is)
})

test('nearly done is not done', () => {
  expect(percentDone({ recipients: 1000, sent: 999, failed: 0, refused: 0, leftOut: 0, unsure: 0 })).toBe(99)
})

test.each([
  ['One line', [[[{ text: 'One line' }]]]],
  ['Two\nlines', [[[{ text: 'Two' }], [{ text: 'lines' }]]]],
  ['\n\nTwo\rlines\n', [[[{ text: 'Two' }], [{ text: 'lines' }]]]],
  ['One\n\n  \tTwo', [[[{ text: 'One' }]], [[{ text: 'Two' }]]]],
  ['One\r\n\r\n \nTwo\n\n\n', [[[{ text: 'One' }]], [[{ text: 'Two' }]]]],
  [
    'See https://a.ph/x, and (http://b.ph).',
    [
      [
        [
          { text: 'See ' },
          { text: 'https://a.ph/x', href: 'https://a.ph/x' },
          { text: ', and (' },
          { text: 'http://b.ph', href: 'http://b.ph' },
          { text: ').' },
        ],
      ],
    ],
  ],
  ['https://a.ph/x_(y)', [[[{ text: 'https://a.ph/x_(y)', href: 'https://a.ph/x_(y)' }]]]],
  ['javascript:alert(1) data:text/html,x', [[[{ text: 'javascript:alert(1) data:text/html,x' }]]]],
  ['https://', [[[{ text: 'https://' }]]]],
  [
    '<b>https://a.ph"onclick=x',
    [[[{ text: '<b>' }, { text: 'https://a.ph', href: 'https://a.ph' }, { text: '"onclick=x' }]]],
  ],
  [' \n\n\t', []],
])('%j', (body, paragraphs) => {
  expect(paragraphsOf(body)).toEqual(paragraphs)
})

test.each([
  ['Dear {rank} {last name},', 'Dear CPT Cruz,', 'Dear Cruz,', null],
  ['{First  Name } {LAST NAME}', 'Ana Cruz', 'Ana Cruz', null],
  ['No braces: 1 } 2 {', 'No braces: 1 } 2 {', 'No braces: 1 } 2 {', null],
  ['{rank}', 'CPT', '', null],
  ['Dear {name},', 'Dear {name},', 'Dear {name},', '{name}'],
  ['{} {rank}', '{} CPT', '{} ', '{}'],
  ['{constructor}', '{constructor}', '{constructor}', '{constructor}'],
  ['{first\nname}', '{first\nname}', '{first\nname}', null],
])('%j is read as %j, without a rank as %j; not known: %j', (text, own, withoutRank, unknown) => {
  const ana = { rank: 'CPT', firstName: 'Ana', lastName: 'Cruz' }
  expect(fillInName(text, ana)).toBe(own)
  expect(fillInName(text, { ...ana, rank: '' })).toBe(withoutRank)
  expect(unknownInBraces(text)).toBe(unknown)
  expect(isPersonal(text)).toBe(own !== text)
})
