import type { SendError } from './transport.ts'

/** What a failed try says: about the address, about this one email, or about the mail server alone. */
export interface Failure {
  /** There is no such mailbox, said by a mail server that should know. */
  addressRefused: boolean
  /** The server has looked at this email, so the try counts against it. */
  aboutThisEmail: boolean
  /** Other emails would fare no better now. */
  serverTakesNothing: boolean
  /** The connection broke while the server had it: sent again, it may come twice. */
  mayHaveArrived: boolean
}

interface SmtpError extends SendError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** `5.1.1 no such user`, `5.1.10 null MX`, `5.2.1 mailbox disabled`: of the codes of RFC 3463 those about a mailbox. */
const noSuchMailbox = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/
/** A server without such codes also refuses senders this way: its own words have to tell. */
const aboutSender = /relay|spam|block|policy|denied|auth|quota|limit|reputation|blacklist|listed/i

export function failureOf(error: unknown): Failure {
  const { command, responseCode = 0, response = '', mayHaveArrived = false } = error as SmtpError
  const toRecipient = command === 'RCPT TO'
  const aboutThisEmail = (toRecipient || command === 'DATA') && responseCode !== 421
  const code = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const isPermanent = responseCode >= 500
  const addressRefused =
    toRecipient &&
    isPermanent &&
    (code === undefined
      ? [550, 551, 553].includes(responseCode) && !aboutSender.test(response)
      : noSuchMailbox.test(code))
  // Too many at once is said to one recipient and meant for all.
  const isBusy = !isPermanent && toRecipient && !/^4\.[57]\./.test(code ?? '')
  const serverTakesNothing = !addressRefused && !(aboutThisEmail && isBusy)
  return { addressRefused, aboutThisEmail, serverTakesNothing, mayHaveArrived }
}

/** Mail servers quote the recipient in their answers, so only the codes are kept. */
export function describeFailure(error: unknown): string {
  const { code, responseCode } = error as SmtpError
  return [code ?? 'unknown', responseCode].filter(Boolean).join(' ')
}
