import { eq } from 'drizzle-orm'
import type { Certificate } from '#shared/elections/closing/certificate.ts'
import type { Queryable } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'

/** What was frozen when the election was certified; null before. */
export async function findCertificate(db: Queryable, electionId: string): Promise<Certificate | null> {
  const [found] = await db
    .select({ certificate: elections.certificate })
    .from(elections)
    .where(eq(elections.id, electionId))
  return found?.certificate ?? null
}
