import { eq, inArray } from 'drizzle-orm'
import { appendAudits } from '#server/audit/audit.ts'
import { pendingProxies, uploads } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { releaseUploads, removeFiles } from '#server/storage/uploads.ts'

/** Voting is over: a proxy ballot that no second administrator confirmed is none, and goes with its form. */
export async function dropLapsedProxies(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>,
  electionId: string,
): Promise<void> {
  const files = await inTransaction(deps, async (tx) => {
    const lapsed = await tx
      .delete(pendingProxies)
      .where(eq(pendingProxies.electionId, electionId))
      .returning({ voterId: pendingProxies.voterId, form: pendingProxies.authorityPath })
    const forms = lapsed.map(({ form }) => form).filter((form) => form !== null)
    const gone = forms.length > 0 ? await releaseUploads(tx, inArray(uploads.path, forms)) : []
    await appendAudits(
      tx,
      deps.clock,
      lapsed.map(({ voterId }) => ({
        actor: 'system',
        action: 'proxy lapsed',
        subject: voterId,
        detail: { election: electionId },
      })),
    )
    return gone
  })
  await removeFiles(deps, files)
}
