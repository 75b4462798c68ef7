/** What it promises depends on whether the site sends emails. */
export const proxyText = {
  notRehearsed: 'Proxy ballots cannot be rehearsed. A ballot that you cast here counts in the election.',
  authorityHint: (sendsEmail: boolean) =>
    `Why you may cast this ballot, for example “signed letter” and its date. ${emailNote(sendsEmail)}`,
  waits:
    'It cannot be changed. It waits, sealed, for a second administrator. Until then you can withdraw it, and we do not tell the member.',
  meaning: (name: string, authority: string, whatFollows: string) =>
    `Save casts the ballot of ${name}, on the authority of: ${authority.trim()}. ${whatFollows}`,
  isFinal: (sendsEmail: boolean) => `It cannot be changed afterwards. ${emailNote(sendsEmail)}`,
  waiting: (name: string) =>
    `The ballot for ${name} is sealed and waiting. It counts once a second administrator confirms it on this page, before voting closes.`,
  cast: (name: string, sendsEmail: boolean) =>
    `The ballot for ${name} is cast. ${emailNote(sendsEmail, ', without the choices')} There is no receipt: nobody, not even you, can look this ballot up.`,
} as const

const emailNote = (sendsEmail: boolean, how = '') =>
  sendsEmail
    ? `We will email the member${how}, if we have an address.`
    : 'This site cannot send emails yet: please tell the member yourself.'
