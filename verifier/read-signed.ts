import { fromHex, toHex } from './bytes.ts'
import { canonicalJson } from './canonical.ts'
import { signedBytes } from './hashes.ts'
import { sha256 } from './sha256.ts'
import { isObject, WrongShape, type Shape } from './shape.ts'
import type { VerifySignature } from './signatures.ts'
import type { Signed } from './statements.ts'
import { shown } from './unusable.ts'

/** The package cannot be read any further: what is there is not what the format has in this place. */
export class Unreadable extends Error {}

/** Told what is wrong with a statement that can be read all the same. */
export interface Misgivings {
  readonly misshapen: (what: string) => void
  readonly notCanonical: (where: string) => void
}

/**
 * Reads `{"statement":"…","signature":"…"}`. `verifierOf` gives what verifies with the key of the freeze record; of the freeze
 * record itself, with its own.
 */
export async function readSigned<Statement extends { type: string }>(
  line: string,
  where: string,
  shape: Shape<Statement>,
  verifierOf: (statement: Statement) => VerifySignature | Promise<VerifySignature>,
  misgivings: Misgivings,
): Promise<Signed<Statement>> {
  const { text, signature } = envelope(line, where)
  const statement = parse(text, where)
  // JSON.parse takes the last of two equal keys, and takes spaces; writing the value again shows either.
  if (rewritten(statement, where) !== text) misgivings.notCanonical(where)
  const extra: string[] = []
  try {
    shape(statement, '', extra)
  } catch (error) {
    if (error instanceof WrongShape) throw new Unreadable(`${where}: ${error.message}`)
    throw error
  }
  for (const field of extra) misgivings.misshapen(`${where}: the format has no field "${field}"`)
  const known = statement as Statement
  const bytes = signedBytes(known.type, text)
  const verify = await verifierOf(known)
  const signatureHolds = await verify(bytes, signature)
  return { where, statement: known, hash: toHex(sha256(bytes)), signatureHolds }
}

function envelope(line: string, where: string): { text: string; signature: Uint8Array<ArrayBuffer> } {
  const found = parse(line, where)
  const { statement, signature } = isObject(found) ? found : {}
  if (typeof statement !== 'string' || typeof signature !== 'string' || !/^[0-9a-f]{128}$/.test(signature))
    throw new Unreadable(`${where} is not a statement with its signature`)
  if (JSON.stringify({ statement, signature }) !== line)
    throw new Unreadable(`${where} is not written as {"statement":"…","signature":"…"} and nothing else`)
  return { text: statement, signature: fromHex(signature) }
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable(`${where} is not JSON: ${shown(text)}`)
  }
}

function rewritten(value: unknown, where: string): string {
  try {
    return canonicalJson(value)
  } catch (error) {
    if (error instanceof RangeError) throw new Unreadable(`${where} holds ${error.message}`)
    throw error
  }
}
