import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { clearBirthdays } from '#server/members/registration/application.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import type { CorrectionRequest } from '#shared/members/approval/approval.ts'
import { makeReference, referenceBytes } from '#shared/members/registration/reference.ts'
import { amongApplicants } from './queries.ts'
import { returnedEmail, queueApprovalEmails } from './text.ts'

type ReturnDeps = Pick<Deps, 'db' | 'pool' | 'siteKey' | 'clock' | 'settings' | 'config' | 'log'>

/**
 * Asks the applicant for a correction instead of rejecting. Of two administrators at once the second is told that the first has
 * acted: the applicant must not get two emails that ask for different things.
 */
export async function returnApplication(deps: ReturnDeps, admin: Person, form: CorrectionRequest) {
  const { shortName } = await deps.settings()
  const site = deps.config.publicUrl
  const returned = await inTransaction(deps, async (tx) => {
    const applicant = mustExist(await lockApplicant(tx, form.id), 'applicant-gone')
    if (applicant.version !== form.version) throw new AppError('application-changed')
    // Somebody who applied before there were reference numbers, or was imported, gets one now.
    const reference = applicant.reference ?? makeReference(randomBytes(referenceBytes))
    const { items, message } = form
    await tx
      .update(users)
      .set({
        applicationReference: reference,
        returnedAt: deps.clock.now(),
        correctedAt: null,
        returnItems: items,
        returnMessage: message,
        version: sql`${users.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(users.id, form.id))
    await queueApprovalEmails(tx, deps.log, [applicant], ({ firstName }) =>
      returnedEmail({ shortName, firstName, items, message, reference, site }),
    )
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'application returned',
      subject: form.id,
      detail: { asked: items.join(', ') },
    })
    return { reference }
  })
  await clearBirthdays(deps, returned.reference)
  return returned
}

async function lockApplicant(tx: Queryable, id: string) {
  const [found] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      email: users.email,
      reference: users.applicationReference,
      version: users.version,
    })
    .from(users)
    .where(amongApplicants([id]))
    .for('update')
  return found
}
