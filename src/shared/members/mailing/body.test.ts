import { expect, test } from 'vitest'
import { paragraphsOf } from './body.ts'

test.each([
  ['One line', [[[{ text: 'One line' }]]]],
  ['Two\nlines', [[[{ text: 'Two' }], [{ text: 'lines' }]]]],
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
