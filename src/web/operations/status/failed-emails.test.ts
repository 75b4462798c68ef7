import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { failedEmailsQuery, type FailedEmail } from './api.ts'
import { FailedEmails } from './failed-emails.tsx'
import { failedEmailsText as text } from './text.ts'

function draw(data?: { emails: FailedEmail[]; count: number }): string {
  const queries = new QueryClient()
  if (data) queries.setQueryData(failedEmailsQuery.queryKey, data)
  return renderToString(
    createElement(QueryClientProvider, { client: queries }, createElement(FailedEmails)),
  ).replaceAll('<!-- -->', '')
}

const anEmail = (more: Partial<FailedEmail> = {}): FailedEmail => ({
  id: '8d1c5f0e-0000-4000-8000-000000000001',
  to: 'j…@example.com',
  kind: 'approval',
  lastError: 'EMESSAGE 550',
  failedOn: '2026-03-09',
  mayTryAgain: true,
  ...more,
})

test('what was given up is listed with what can be done about it', () => {
  const page = draw({ emails: [anEmail()], count: 1 })
  for (const words of [
    'j…@example.com',
    text.kinds.approval,
    '9 March 2026',
    'EMESSAGE 550',
    text.tryAgain,
    text.discard,
  ])
    expect(page).toContain(words)
  expect(page).not.toContain(text.more)
})

test('an expired link can only be discarded', () => {
  const page = draw({ emails: [anEmail({ kind: 'password link', mayTryAgain: false })], count: 300 })
  expect(page).toContain(text.expired)
  expect(page).not.toContain(text.tryAgain)
  expect(page).not.toContain(text.tryAllAgain)
  expect(page).toContain(text.more)
})

test('nothing to do is said, and nothing is claimed before the list has come', () => {
  expect(draw({ emails: [], count: 0 })).toContain(text.none)
  expect(draw()).not.toContain(text.none)
})
