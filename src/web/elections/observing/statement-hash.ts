import { toHex } from '#shared/elections/board/bytes.ts'
import { statementBytes, type StatementType } from '#shared/elections/board/statements.ts'

/** The hash by which others name a statement; null in a browser that computes none, such as over http. */
export async function hashOfStatement(type: StatementType, text: string): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) return null
  return toHex(new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(statementBytes(type, text)))))
}
