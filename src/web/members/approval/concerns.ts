import type { Concern } from '#shared/members/listing/listing.ts'

export const concernText: Record<Concern, string> = {
  'serial-alike': 'Someone has the same serial number, apart from hyphens and look-alikes such as O and 0',
  'person-alike': 'Someone has the same name and birthday',
  'person-rejected': 'An earlier application of this person was rejected',
  'payment-reference-seen': 'Payment reference seen before',
  'payment-picture-seen': 'Same payment picture as somebody else’s',
  'payment-reference-rejected': 'Payment reference of an application that was rejected',
  'payment-picture-rejected': 'Payment picture of an application that was rejected',
  'document-missing': 'Commission document missing',
  'payment-proof-missing': 'Payment proof missing',
  'signature-missing': 'Signature missing',
  'picture-missing': 'Picture missing',
}

/** `2 have concerns`, for a number of people before they are approved together. */
export function concernedText(people: number): string {
  return people === 1 ? '1 of them has a concern' : `${people.toLocaleString('en')} of them have concerns`
}
