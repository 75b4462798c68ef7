import { toBytes, fromHex } from './bytes.ts'
import { verifyEd25519 } from './ed25519.ts'

export type VerifySignature = (
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
) => Promise<boolean> | boolean

/** The platform's own Ed25519 where it has one, which is much faster; else the one beside this file. */
export async function signaturesOf(key: Uint8Array<ArrayBuffer>): Promise<VerifySignature> {
  if (!(await platformKnowsEd25519())) return (message, signature) => verifyEd25519(key, message, signature)
  const imported = await importKey(key).catch(() => null)
  if (!imported) return () => false
  return (message, signature) => crypto.subtle.verify('Ed25519', imported, signature, message)
}

const importKey = (key: Uint8Array<ArrayBuffer>) => crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])

/** The second test vector of RFC 8032, 7.1, which must fit, and the same for another message, which must not. */
const knownKey = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'
const knownSignature =
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
  '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'

let known: Promise<boolean> | undefined

function platformKnowsEd25519(): Promise<boolean> {
  known ??= (async () => {
    const key = await importKey(fromHex(knownKey))
    const fits = (message: string) => crypto.subtle.verify('Ed25519', key, fromHex(knownSignature), toBytes(message))
    return (await fits('r')) && !(await fits('s'))
  })().catch(() => false)
  return known
}
