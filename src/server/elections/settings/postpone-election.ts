import { signatureOf } from '#server/accounts/administrator-queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { confirmedTime } from '#server/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { lockElection } from '#server/elections/election-cache.ts'
import type { Person } from '#server/http/session.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { timesToCorrect } from '#shared/elections/settings/settings.ts'
import { postponed, timesToPostpone, type PostponeForm } from '#shared/elections/settings/states.ts'
import { whyNotUnderWay } from '#shared/elections/settings/states.ts'
import { AppError, refuseIf } from '#shared/errors.ts'
import { showInstant } from '#shared/time.ts'
import { refuseChange, storeElectionChange } from './save-election.ts'

/**
 * Moves everything still to come by the same span: before voting opens this postpones the election, later it extends voting. The
 * administrator was shown which times move; if one of them has begun meanwhile, others would move, so nothing does. The
 * database's own clock decides: voting may open at this very moment.
 */
export async function postponeElection(
  deps: Deps,
  admin: Person,
  id: string,
  { by, fields, version, reason }: PostponeForm,
): Promise<{ version: number }> {
  return inTransaction({ db: deps.db, lock: 'counting' }, async (tx, client) => {
    const before = await lockElection(tx, id)
    const now = await confirmedTime(deps.clock, client)
    const stage = stageOf(before, now)
    refuseIf(whyNotUnderWay(stage))
    await refuseChange(tx, before, version, now)
    const moving = timesToPostpone(before, now)
    if (moving.length !== fields.length || !moving.every((field) => fields.includes(field)))
      throw new AppError('postponement-changed')
    const form = postponed(before, moving, by)
    await storeElectionChange(deps, tx, client, {
      before,
      form,
      announced: moving,
      corrected: timesToCorrect(before, form, before),
      by: signatureOf(admin),
      reason,
      postpones: true,
      now,
    })
    await appendAudit(tx, now, {
      actor: admin.id,
      action: stage === 'voting' ? 'voting extended' : 'election postponed',
      subject: id,
      detail: {
        reason,
        ...Object.fromEntries(
          moving.flatMap((field) => [
            [`before.${field}`, showInstant(before[field] ?? 0)],
            [`after.${field}`, showInstant(form[field] ?? 0)],
          ]),
        ),
      },
    })
    return { version: version + 1 }
  })
}
