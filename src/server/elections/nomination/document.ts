import { and, eq, isNotNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { candidatesFiles, nominees, uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'

async function findDocument(db: Queryable, nomineeId: string) {
  const [found] = await db
    .select({
      status: nominees.status,
      userId: nominees.userId,
      id: uploads.id,
      path: uploads.path,
      mime: uploads.mime,
      size: uploads.size,
      sha256: uploads.sha256,
      originalName: uploads.originalName,
    })
    .from(nominees)
    .innerJoin(
      candidatesFiles,
      and(eq(candidatesFiles.electionId, nominees.electionId), eq(candidatesFiles.userId, nominees.userId)),
    )
    .innerJoin(uploads, eq(uploads.path, candidatesFiles.filepath))
    .where(and(eq(nominees.id, nomineeId), eq(uploads.state, 'stored'), isNotNull(uploads.sha256)))
  return found ?? null
}

/**
 * What a candidate filed, for everybody who may vote. Which voter read whose is nobody's business and is not written down;
 * that an administrator opened a document is. Of somebody who waits for approval it is not there, but for themselves.
 */
export async function documentOfNominee(deps: Pick<Deps, 'db' | 'clock'>, asker: Person, id: string) {
  const found = await findDocument(deps.db, id)
  const manages = may(asker, 'manage nominees')
  const own = found?.userId === asker.id
  if (!found || !(found.status === 'approved' || manages || own)) throw new AppError('not-found')
  if (asker.role === 'admin' && !own)
    await appendAudit(deps.db, deps.clock, {
      actor: asker.id,
      action: 'document opened',
      subject: found.id,
      detail: { owner: found.userId },
    })
  return found
}
