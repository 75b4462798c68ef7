import type { Signed, Statement } from '#shared/elections/board/statements.ts'

/** What a signed statement says, to be shown. Whether the signature holds, the verifier and the check of a receipt find out. */
export const said = <Of extends Statement>({ statement }: Signed): Of => JSON.parse(statement) as Of
