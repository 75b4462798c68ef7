/** What the database said when it refused a statement: its code, and the rule that was broken if it was one with a name. */
export function databaseRefusal(error: unknown): { code: string; constraint: string | undefined } | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    const { code, constraint } = e as { code?: unknown; constraint?: string }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return { code, constraint }
  }
  return null
}

const uniqueViolation = '23505'

/** The name of the unique constraint that a write ran into, if it was one. */
export function violated(error: unknown): string | undefined {
  const refusal = databaseRefusal(error)
  return refusal?.code === uniqueViolation ? refusal.constraint : undefined
}
