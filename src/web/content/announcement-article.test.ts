import { expect, test } from 'vitest'
import { paragraphsOf } from './announcement-article.tsx'

test.each([
  ['One.\n\nTwo.', ['One.', 'Two.']],
  ['One.\r\n\r\nTwo\r\nlines.', ['One.', 'Two\nlines.']],
  ['\n\nOne.\n \t\n\n\nTwo.\n', ['One.', 'Two.']],
  ['  indented', ['  indented']],
  ['', []],
])('%j has the paragraphs %j', (text, paragraphs) => {
  expect(paragraphsOf(text)).toEqual(paragraphs)
})
