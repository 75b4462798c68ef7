import { timingSafeEqual } from 'node:crypto'
import type { ErrorCode } from '#shared/errors.ts'
import { keyedHash } from '#server/signed-values.ts'

/** How long an address may be used to begin an upload, which may then take its time. */
export const uploadAddressLifeMs = 60 * 60 * 1000

/** Where the bytes of one upload may be put until `expiresAt`, by whoever may use that route. */
export function signUpload(siteKey: string, id: string, expiresAt: number): string {
  return `/api/uploads/${id}?expires=${expiresAt}&signature=${signatureOf(siteKey, id, expiresAt)}`
}

/** Why nothing may be put at this address now, if so. */
export function checkUpload(
  siteKey: string,
  address: { id: string; expires: number; signature: string },
  now: number,
): ErrorCode | null {
  const given = Buffer.from(address.signature)
  const expected = Buffer.from(signatureOf(siteKey, address.id, address.expires))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'not-allowed'
  return now < address.expires ? null : 'upload-address-expired'
}

const signatureOf = (siteKey: string, id: string, expiresAt: number) =>
  keyedHash(siteKey, 'upload', `${id} ${expiresAt}`)
