import { expect, test } from 'vitest'
import { inFours, receiptText } from './receipt-text.ts'

const tracker = '0123456789abcdef'.repeat(4)

test('a code is shown in groups of four', () => expect(inFours(tracker).split(' ')).toHaveLength(16))

// Shows receipt-06
test('the receipt has each code and where to look it up, and nothing else', () => {
  const text = receiptText('ARRAPI BOT ELECTION', 'https://example.org', { trackers: [{ contest: 'PN', tracker }] })
  expect(text).toBe(
    `ARRAPI BOT ELECTION\nBallot receipt\n\nPN\n${tracker}\nhttps://example.org/receipt/${tracker}\n\n` +
      'Open an address above to see whether that part of the ballot was counted.\n',
  )
})
