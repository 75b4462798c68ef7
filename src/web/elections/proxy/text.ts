import { noMailText } from '#web/layout/text.ts'

/** What an administrator who casts a ballot for a member reads; what it promises depends on whether the site sends emails. */
export const proxyText = {
  authorityHint: (sendsEmail: boolean) =>
    `Why you may cast this ballot, for example “signed letter” and its date. ${emailNote(sendsEmail)}`,
  waits:
    'It then waits, sealed, for a second administrator. Until it is confirmed, you can take it back, and the member is not told yet.',
  isFinal: (sendsEmail: boolean) => `It cannot be changed afterwards. ${emailNote(sendsEmail)}`,
  waiting: (name: string) =>
    `The ballot for ${name} is sealed and waiting. It counts once a second administrator confirms it on this page, before voting closes.`,
  cast: (name: string, sendsEmail: boolean) =>
    `The ballot for ${name} is cast. ${emailNote(sendsEmail, ', without the choices')} No receipt is kept: nobody, not even you, can look this ballot up afterwards.`,
} as const

const emailNote = (sendsEmail: boolean, how = '') =>
  sendsEmail ? `We will email the member, if there is an address${how}.` : noMailText.tellYourself
