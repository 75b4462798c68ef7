import { z } from 'zod'

/** One of them, or all if none is named. */
export const failedEmailSchema = z.object({ id: z.uuid().optional() })

/** A link that has long expired helps nobody: whoever still needs one asks for another. Nor does what waited days ago. */
export const neverRetried = [
  'password link',
  'administrator invitation',
  'observer invitation',
  'digest',
  'proxy waiting',
] as const

export const mayTryAgain = (kind: string): boolean => !neverRetried.some((never) => never === kind)

/** `j…@example.com`: enough to see at which provider emails fail, or to recognise somebody who asks. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return at > 0 ? `${first}…${address.slice(at)}` : '…'
}
