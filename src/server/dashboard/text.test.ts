import { expect, test } from 'vitest'
import { digestEmail } from './text.ts'

test('the email says the same sentences as the dashboard, where it is, and how to stop it', () => {
  const about = { firstName: 'Ana', shortName: 'ARRAPI', siteUrl: 'https://example.org' }
  const { subject, body } = digestEmail([{ sentence: 'One.' }, { sentence: 'Two.' }], about)
  expect(body).toContain('Good day, Ana,')
  expect(body).toContain('- One.\n- Two.')
  expect(body).toContain('https://example.org/admin\n')
  expect(body).toContain('https://example.org/security')
  expect(subject).toBe('ARRAPI: 2 things need your attention')
  expect(digestEmail([{ sentence: 'One.' }], about).subject).toBe('ARRAPI: 1 thing needs your attention')
})
