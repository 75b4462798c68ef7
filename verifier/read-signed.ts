import { sha256, type VerifySignature } from '#platform'
import { fromHex, toHex } from './bytes.ts'
import { signedBytes } from './hashes.ts'
import { printable, UnreadablePackage } from './problems.ts'
import { isObject, WrongShape, type Shape, type Signed } from './statements.ts'

/** Called for problems that do not prevent reading a statement. */
export interface Warnings {
  readonly unexpectedField: (what: string) => void
  readonly notCanonical: (where: string) => void
}

/**
 * Reads `{"statement":"…","signature":"…"}`. `verifierOf` returns what verifies with the key of the freeze record; for
 * the freeze record, with its own key.
 */
export async function readSigned<Statement extends { type: string }>(
  line: string,
  where: string,
  shape: Shape<Statement>,
  verifierOf: (statement: Statement) => VerifySignature | Promise<VerifySignature>,
  warnings: Warnings,
): Promise<Signed<Statement>> {
  const { text, signature } = envelope(line, where)
  const statement = parse(text, where)
  // JSON.parse accepts spaces, and the last of two equal keys; writing the value again reveals both.
  if (rewritten(statement, where) !== text) warnings.notCanonical(where)
  const extra: string[] = []
  try {
    shape(statement, '', extra)
  } catch (error) {
    if (error instanceof WrongShape) throw new UnreadablePackage(`${where}: ${error.message}`)
    throw error
  }
  for (const field of extra) warnings.unexpectedField(`${where}: the format has no field "${field}"`)
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
    throw new UnreadablePackage(`${where} is not a statement with its signature`)
  if (JSON.stringify({ statement, signature }) !== line)
    throw new UnreadablePackage(`${where} is not written as {"statement":"…","signature":"…"} and nothing else`)
  return { text: statement, signature: fromHex(signature) }
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadablePackage(`${where} is not JSON: ${printable(text)}`)
  }
}

function rewritten(value: unknown, where: string): string {
  try {
    return canonicalJson(value)
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadablePackage(`${where} holds ${error.message}`)
    throw error
  }
}

/** The deepest nesting of lists and objects. */
const deepest = 100

/**
 * A value as RFC 8785 writes it. JSON.stringify writes numbers and strings as the RFC requires; only the order of keys
 * has to be added. Throws a RangeError for what JSON cannot hold, or what is nested more deeply than any statement.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > deepest) throw new RangeError('something that is nested too deeply')
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('a number that is too large')
  if (typeof value === 'string' && !value.isWellFormed()) throw new RangeError('half a character')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one, depth + 1)).join(',')}]`
  // Sorting compares UTF-16 code units, as the RFC requires.
  const keys = Object.keys(value).toSorted()
  const fields = value as Record<string, unknown>
  return `{${keys.map((key) => `${canonicalJson(key)}:${canonicalJson(fields[key], depth + 1)}`).join(',')}}`
}
