import { eq, or } from 'drizzle-orm'
import { readStanding } from '#server/accounts/account-standing.ts'
import { readLogPage } from '#server/audit/queries.ts'
import { auditLog, ownerOf } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { refuseUnlessMay } from '#server/http/guards.ts'
import type { Person } from '#server/http/session.ts'
import { findStanding } from '#server/members/dues/queries.ts'
import { findApplicant } from '#server/members/listing/list-members.ts'
import { mustExist } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'
import { dayInManila } from '#shared/time.ts'
import { findProfile, findProfileForViewer } from './queries.ts'

/**
 * The whole profile for its owner and those who may edit it; with the application for those who decide on it, and the state of
 * the account for those who may help.
 */
export async function readProfile(
  deps: Pick<Deps, 'db' | 'clock' | 'siteKey' | 'settings' | 'throttle' | 'elections'>,
  person: Person,
  id: string,
) {
  if (id !== person.id) refuseUnlessMay(person, 'read any profile')
  const whole = id === person.id || may(person, 'edit any profile')
  const member = mustExist(await (whole ? findProfile : findProfileForViewer)(deps.db, id), 'user-not-found')
  const applicant = may(person, 'approve members') ? await findApplicant(deps, id) : null
  const helps = id !== person.id && may(person, 'help members log in')
  const plan = whole ? (await deps.settings()).dues : null
  const dues = plan && (await findStanding(deps.db, plan, dayInManila(deps.clock.now()), id))
  return { member, applicant, standing: helps ? await readStanding(deps, person, id) : null, ...(dues && { dues }) }
}

/** The log entries about a member's record and files, newest first, a page at a time. */
export const readHistory = ({ db }: Pick<Deps, 'db'>, id: string, before: number | undefined) =>
  readLogPage(db, { before, among: or(eq(auditLog.subject, id), eq(ownerOf, id)) })
