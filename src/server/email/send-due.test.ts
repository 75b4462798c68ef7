import { describe, expect, test } from 'vitest'
import { describeFailure, sendFailureOf } from './failures.ts'

const rcpt = (response: string) => ({
  code: 'EENVELOPE',
  command: 'RCPT TO',
  responseCode: Number(response.slice(0, 3)),
  response,
})
const data = (response: string) => ({ ...rcpt(response), code: 'EMESSAGE', command: 'DATA' })

describe('an address is refused', () => {
  test.each([
    '550 5.1.1 <ana@example.ph>: Recipient address rejected: User unknown',
    '550-5.1.1 The email account that you tried to reach does not exist',
    '553 5.1.3 bad syntax',
    '556 5.1.10 Recipient not found, null MX',
    '550 5.2.1 The email account is disabled',
    '550 No such user here',
    '551 User not local',
  ])('%s', (response) => {
    expect(sendFailureOf(rcpt(response))).toEqual({
      addressRefused: true,
      aboutThisEmail: true,
      mayHaveArrived: false,
      serverTakesNothing: false,
    })
  })

  test.each([
    rcpt('550 5.7.1 Relaying denied'),
    rcpt('550 relay not permitted'),
    rcpt('550 5.4.5 Daily user sending limit exceeded'),
    rcpt('550 5.7.1 blocked by policy'),
    rcpt('552 5.2.2 mailbox full'),
    rcpt('450 4.1.1 try later'),
    data('550 5.1.1 said too late to be about one address'),
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 5.1.8 bad sender' },
    { code: 'ECONNREFUSED' },
    new Error('550 5.1.1'),
  ])('but not by %o', (error) => {
    expect(sendFailureOf(error).addressRefused).toBe(false)
  })
})

test.each([
  [rcpt('450 4.2.2 mailbox full'), true, false],
  [rcpt('552 5.2.2 mailbox full'), true, false],
  [rcpt('451 try again'), true, false],
  [rcpt('450 4.7.1 too many recipients'), true, true],
  [rcpt('452 4.5.3 too many'), true, true],
  [rcpt('550 5.4.5 Daily user sending limit exceeded'), true, true],
  [data('554 5.7.1 looks like spam'), true, true],
  [rcpt('421 4.3.2 closing'), false, true],
  [{ code: 'EAUTH', command: 'AUTH', responseCode: 535, response: '535 no' }, false, true],
  [{ code: 'ECONNREFUSED' }, false, true],
  [new Error('gone'), false, true],
])('%o counts against the email: %s, and makes the others wait: %s', (error, aboutThisEmail, serverTakesNothing) => {
  expect(sendFailureOf(error)).toMatchObject({ aboutThisEmail, serverTakesNothing })
})

test('what is kept of it names nobody', () => {
  expect(describeFailure(rcpt('550 5.1.1 <ana@example.ph> unknown'))).toBe('EENVELOPE 550')
  expect(describeFailure(new Error('ana@example.ph'))).toBe('unknown')
})
