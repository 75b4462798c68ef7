import { and, type SQL } from 'drizzle-orm'
import { approvalBatch, type ShownApplicant } from '#shared/members/approval/approval.ts'
import type { Instant } from '#shared/time.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudits } from '#server/audit/audit.ts'
import { inTransaction, violated } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { countPeople, countReturned, surveyApplicants } from '#server/members/listing/queries.ts'
import { welcomeEmail, queueApprovalEmails } from './text.ts'
import { assignIdNumbers, lockNumbering, previewIdNumber } from './numbering.ts'
import { appliedBy, asShown, countApplicants, lockApplicants, markApproved, sortLeft, unconcerned } from './queries.ts'

type ApprovalDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'config' | 'log' | 'siteKey'>

/** The number the next applicant would get, how many wait, how many of them to look at twice, and how far "all" reaches. */
export async function readApprovals(deps: Pick<Deps, 'db' | 'settings' | 'siteKey'>) {
  const { idPrefix } = await deps.settings()
  const { pending } = await countPeople(deps.db)
  const returnedCount = await countReturned(deps.db)
  const { concerned, newest } = await surveyApplicants(deps.db, deps.siteKey)
  return {
    nextIdNumber: await previewIdNumber(deps.db, idPrefix),
    pendingCount: pending - returnedCount,
    returnedCount,
    concerned,
    appliedUntil: newest,
  }
}

/**
 * Those named, in the order in which they applied. Who was decided on meanwhile is `gone`; who was sent back to the applicant
 * meanwhile, or has sent a correction, is `changed`: the administrator has not seen them as they are now.
 */
export async function approveMembers(deps: ApprovalDeps, admin: Person, shown: ShownApplicant[]) {
  const approved = await approve(deps, admin, asShown(shown))
  const done = approved.map(({ id }) => id)
  return { approved, ...(await sortLeft(deps.db, shown, done)) }
}

/** The next batch of those who had applied by then. Asked again until nobody remains, from wherever it was left. */
export async function approveNext(
  deps: ApprovalDeps,
  admin: Person,
  { appliedUntil, withoutConcerns }: { appliedUntil: Instant; withoutConcerns: boolean },
) {
  const which = withoutConcerns ? and(appliedBy(appliedUntil), unconcerned(deps.siteKey)) : appliedBy(appliedUntil)
  const approved = await approve(deps, admin, which)
  return { approved: approved.length, remaining: await countApplicants(deps.db, which) }
}

/** A number that an administrator types into a profile at the same moment is met only when it is there: then once more. */
async function approve(deps: ApprovalDeps, admin: Person, which: SQL | undefined) {
  for (let triesLeft = 3; ; triesLeft--)
    try {
      return await approveOnce(deps, admin, which)
    } catch (error) {
      if (triesLeft === 1 || violated(error) !== 'users_id_number_unique') throw error
    }
}

/** All of it in one transaction. The numbering is held first, so that approvals wait for one another and never in a circle. */
async function approveOnce(deps: ApprovalDeps, admin: Person, which: SQL | undefined) {
  const { idPrefix, shortName } = await deps.settings()
  return inTransaction(deps, async (tx) => {
    const last = await lockNumbering(tx, idPrefix)
    const applicants = await lockApplicants(tx, which, approvalBatch)
    if (applicants.length === 0) return []
    const numbers = await assignIdNumbers(tx, idPrefix, last, applicants.length)
    const numbered = applicants.map((applicant, n) => ({ ...applicant, idNumber: numbers[n] ?? '' }))
    await markApproved(tx, numbered, deps.clock.now())
    const site = deps.config.publicUrl
    await queueApprovalEmails(tx, deps.log, numbered, (member) => welcomeEmail({ shortName, site, ...member }))
    const entries = numbered.map(({ id, idNumber }) => ({
      actor: admin.id,
      action: 'member approved' as const,
      subject: id,
      detail: { idNumber },
    }))
    await appendAudits(tx, deps.clock, entries)
    return numbered.map(({ id, idNumber }) => ({ id, idNumber }))
  })
}
