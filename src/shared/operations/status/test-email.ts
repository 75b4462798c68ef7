/** What became of a test email. `error` is the code of the mail server or of the network, never its words. */
export type TestEmailState = { status: 'waiting' | 'sent' | 'in outbox' } | { status: 'failed'; error: string }
