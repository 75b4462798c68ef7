import type { SQL } from 'drizzle-orm'
import { appendAudits } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { removeFiles } from '#server/storage/uploads.ts'
import { approvalBatch, type ShownApplicant } from '#shared/members/approval/approval.ts'
import type { Instant } from '#shared/time.ts'
import {
  appliedBy,
  stillAsShown,
  countApplicants,
  deleteApplicants,
  lockApplicants,
  rememberApplicants,
  rememberPayments,
  whyNotDecidedOn,
} from './queries.ts'
import { rejectionEmail, queueApprovalEmails } from './text.ts'

type RejectionDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'config' | 'log' | 'storage' | 'siteKey'>

/** Rejects those named; somebody decided on meanwhile is `gone`, and somebody who changed since they were shown is `changed`. */
export async function rejectMembers(
  deps: RejectionDeps,
  admin: Person,
  { applicants, reason }: { applicants: ShownApplicant[]; reason: string },
) {
  const done = await reject(deps, admin, stillAsShown(applicants), reason)
  return { rejected: done.length, ...(await whyNotDecidedOn(deps.db, applicants, done)) }
}

/** The next batch of those who had applied by then. */
export async function rejectNext(
  deps: RejectionDeps,
  admin: Person,
  { appliedUntil, reason }: { appliedUntil: Instant; reason: string },
) {
  const rejected = await reject(deps, admin, appliedBy(appliedUntil), reason)
  return { rejected: rejected.length, remaining: await countApplicants(deps.db, appliedBy(appliedUntil)) }
}

/**
 * Sends the reason and deletes the person: record, account and files. The log keeps that it happened, not to whom; the payment,
 * and somebody who applies with the same serial number and birthday, are recognised if they come again.
 */
async function reject(deps: RejectionDeps, admin: Person, which: SQL | undefined, reason: string): Promise<string[]> {
  const { shortName } = await deps.settings()
  const site = deps.config.publicUrl
  const { ids, paths } = await inTransaction(deps, async (tx) => {
    const applicants = await lockApplicants(tx, which, approvalBatch)
    const ids = applicants.map(({ id }) => id)
    if (ids.length === 0) return { ids, paths: [] }
    await rememberPayments(tx, ids, deps.clock.now())
    await rememberApplicants(tx, deps.siteKey, ids, deps.clock.now())
    const paths = await deleteApplicants(tx, ids)
    await queueApprovalEmails(tx, deps.log, applicants, (applicant) =>
      rejectionEmail({ shortName, site, reason, ...applicant }),
    )
    await appendAudits(
      tx,
      deps.clock,
      ids.map((id) => ({ actor: admin.id, action: 'member rejected', subject: id })),
    )
    return { ids, paths }
  })
  await removeFiles(deps, paths)
  return ids
}
