import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { privacyRequests } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { releaseUpload, removeFiles } from '#server/storage/uploads.ts'
import { lockMember } from './queries.ts'

/** A member thinks better of it before an administrator has answered. A picture that was sent goes with the request. */
export async function takeBack(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>,
  { id: memberId }: Person,
  requestId: string,
): Promise<void> {
  const unused = await inTransaction(deps, async (tx) => {
    // The member before the request, as everybody who answers does.
    if (!(await lockMember(tx, memberId))) throw new AppError('not-signed-in')
    const own = and(eq(privacyRequests.id, requestId), eq(privacyRequests.memberId, memberId))
    const [found] = await tx
      .select({ kind: privacyRequests.kind, field: privacyRequests.field, filePath: privacyRequests.filePath })
      .from(privacyRequests)
      .where(own)
    if (!found) throw new AppError('not-found')
    const closed = await tx
      .update(privacyRequests)
      .set({ outcome: 'taken back', answeredAt: deps.clock.now(), answeredBy: memberId, filePath: null })
      .where(and(own, isNull(privacyRequests.outcome)))
    if (closed.rowCount !== 1) throw new AppError('request-already-answered')
    const { kind, field, filePath } = found
    if (filePath) await releaseUpload(tx, filePath)
    const detail = { kind, ...(field && { field }) }
    await appendAudit(tx, deps.clock, {
      actor: memberId,
      action: 'privacy request taken back',
      subject: memberId,
      detail,
    })
    return filePath ? [filePath] : []
  })
  await removeFiles(deps, unused)
}
