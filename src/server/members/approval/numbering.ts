import { desc, eq, inArray, like } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import { assignedNumbers, idNumbering } from '#server/db/schema.ts'
import { nextIdNumber } from '#shared/members/numbers.ts'

/**
 * The last number given under a prefix, held until the transaction ends: numbers are given by one approval at a time.
 * The first time it is the highest in use.
 */
export async function lockNumbering(tx: Queryable, prefix: string): Promise<string> {
  const [held] = await tx
    .select({ last: idNumbering.last })
    .from(idNumbering)
    .where(eq(idNumbering.prefix, prefix))
    .for('update')
  if (held) return held.last
  const last = (await highestInUse(tx, prefix)) ?? `${prefix}-000-000`
  const [begun] = await tx
    .insert(idNumbering)
    .values({ prefix, last })
    // Somebody else began meanwhile: theirs counts.
    .onConflictDoUpdate({ target: idNumbering.prefix, set: { prefix } })
    .returning({ last: idNumbering.last })
  return begun?.last ?? last
}

/** Gives out so many numbers after `last`, as `lockNumbering` returned it. */
export async function assignIdNumbers(tx: Queryable, prefix: string, last: string, count: number): Promise<string[]> {
  const numbers = await freeAfter(tx, prefix, last, count)
  await tx
    .update(idNumbering)
    .set({ last: numbers.at(-1) ?? last })
    .where(eq(idNumbering.prefix, prefix))
  return numbers
}

/** The number that the next approval would give, null when there are no more. */
export async function previewIdNumber(db: Queryable, prefix: string): Promise<string | null> {
  const [known] = await db.select({ last: idNumbering.last }).from(idNumbering).where(eq(idNumbering.prefix, prefix))
  const last = known?.last ?? (await highestInUse(db, prefix)) ?? `${prefix}-000-000`
  try {
    return (await freeAfter(db, prefix, last, 1))[0] ?? null
  } catch (error) {
    if (error instanceof AppError && error.code === 'id-numbers-exhausted') return null
    throw error
  }
}

async function highestInUse(db: Queryable, prefix: string): Promise<string | null> {
  const [highest] = await db
    .select({ idNumber: assignedNumbers.idNumber })
    .from(assignedNumbers)
    .where(like(assignedNumbers.idNumber, `${prefix}-%`))
    .orderBy(desc(assignedNumbers.idNumber))
    .limit(1)
  return highest?.idNumber ?? null
}

/** Numbers that somebody was ever given, by hand or by an import, are passed over. */
async function freeAfter(db: Queryable, prefix: string, last: string, count: number): Promise<string[]> {
  const free: string[] = []
  let after = last
  for (let atOnce = count; free.length < count; atOnce = Math.min(atOnce * 2, 5000)) {
    const next = numbersAfter(prefix, after, atOnce, count - free.length)
    const taken = new Set((await findTaken(db, next)).map(({ idNumber }) => idNumber))
    free.push(...next.filter((number) => !taken.has(number)))
    after = next.at(-1) ?? after
  }
  return free.slice(0, count)
}

/** As many as there are, if at least `needed`. */
function numbersAfter(prefix: string, last: string, count: number, needed: number): string[] {
  const numbers: string[] = []
  for (let number = last; numbers.length < count; numbers.push(number))
    try {
      number = nextIdNumber(prefix, number)
    } catch (error) {
      if (numbers.length >= needed) break
      throw error
    }
  return numbers
}

const findTaken = (db: Queryable, numbers: string[]) =>
  db
    .select({ idNumber: assignedNumbers.idNumber })
    .from(assignedNumbers)
    .where(inArray(assignedNumbers.idNumber, numbers))
