import { hashes, keygen, sign } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { parseSigned } from '#shared/elections/board/board.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import {
  statementBytes,
  statementText,
  type Cosignature,
  type Countersignature,
  type Signed,
  type Witness,
} from '#shared/elections/board/statements.ts'
import type { Instant } from '#shared/time.ts'
import { api, unwrap } from '#web/api/client.ts'
import { storeIfAbsent, readStored } from './witness-storage.ts'

hashes.sha512 = sha512

/** Made in this browser, for one person and one election. The site knows only the public half. */
type WitnessKey = { publicKey: string } & ({ privateKey: CryptoKey } | { secretKey: Uint8Array })

interface Whose {
  electionId: string
  userId: string
}

/** This browser's key, created at the first call. */
async function ownKey({ electionId, userId }: Whose): Promise<WitnessKey> {
  const name = `${electionId} ${userId}`
  return (await readStored<WitnessKey>('keys', name)) ?? storeIfAbsent('keys', name, await makeKey())
}

/** A key that no program can read, if the browser supports Ed25519; it may not, or not over http. */
async function makeKey(): Promise<WitnessKey> {
  try {
    const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify'])) as CryptoKeyPair
    const publicKey = toHex(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
    return { publicKey, privateKey: pair.privateKey }
  } catch {
    const { publicKey, secretKey } = keygen()
    return { publicKey: toHex(publicKey), secretKey }
  }
}

async function signWith(key: WitnessKey, content: Cosignature | Countersignature): Promise<Signed> {
  const statement = statementText(content)
  const bytes = new Uint8Array(statementBytes(content.type, statement))
  const signature =
    'privateKey' in key
      ? new Uint8Array(await crypto.subtle.sign('Ed25519', key.privateKey, bytes))
      : sign(bytes, key.secretKey)
  return { statement, signature: toHex(signature) }
}

/** What the site has signed about this browser's key; registers it if the board does not list it yet. */
async function registered({ electionId }: Whose, key: WitnessKey, listed: readonly Signed[]): Promise<Witness> {
  const known = listed.map((signed) => parseSigned<Witness>(signed))
  const witness = known.find((one) => one.key === key.publicKey)
  return witness ?? registerPublicKey(electionId, key.publicKey)
}

/** Of this browser, or of a program on the person's own computer. */
export async function registerPublicKey(electionId: string, key: string): Promise<Witness> {
  const request = { param: { id: electionId }, json: { key } }
  return parseSigned<Witness>(await unwrap(api.elections[':id'].board.witnesses.$post(request)))
}

/** Before voting too, so that the freeze record lists it. */
export async function registerKey(whose: Whose, listed: readonly Signed[]): Promise<Witness> {
  return registered(whose, await ownKey(whose), listed)
}

/** Tells everybody that this head continues all those that this browser knew. */
export async function cosign(whose: Whose, head: string): Promise<void> {
  const key = await ownKey(whose)
  const content: Cosignature = { type: 'cosignature/1', election: whose.electionId, head, witness: key.publicKey }
  const json = await signWith(key, content)
  await unwrap(api.elections[':id'].board.cosignatures.$post({ param: { id: whose.electionId }, json }))
}

/** `certificate` is the hash of the one that the person was shown, `now` the site's time. */
export async function countersign(
  whose: Whose,
  { certificate, now }: { certificate: string; now: Instant },
): Promise<void> {
  const { electionId } = whose
  const key = await ownKey(whose)
  const { name: by, role } = await registered(whose, key, [])
  const about = { type: 'countersignature/1', election: electionId, certificate } as const
  const content: Countersignature = { ...about, witness: key.publicKey, by, role, at: new Date(now).toISOString() }
  const json = await signWith(key, content)
  await unwrap(api.elections[':id'].countersignatures.$post({ param: { id: electionId }, json }))
}
