import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { findElection } from './list-roll.ts'

type How = 'screen' | 'search' | 'csv' | 'print'

/** Who looks through the list on the screen, or searches it, is in the log once in this time, not with every page. */
const sameLookMs = 60 * 60_000
const mostRemembered = 1000

/** Writes down that somebody opened the list of who voted or searched it, before anything of it leaves. */
export function createListLog(deps: Pick<Deps, 'db' | 'clock' | 'elections'>) {
  const lastLook = new Map<string, number>()

  async function note(person: Person, id: string, how: How) {
    const election = await findElection(deps, id)
    if (election.rollFrozenAt === null) throw new AppError('roll-not-frozen')
    const isLook = how === 'screen' || how === 'search'
    const looked = `${person.id} ${election.id} ${how}`
    const now = performance.now()
    if (isLook) {
      const before = lastLook.get(looked)
      if (before !== undefined && now - before < sameLookMs) return election
    }
    await appendAudit(deps.db, deps.clock, {
      actor: person.id,
      action: 'roll list opened',
      subject: election.id,
      detail: { how },
    })
    if (isLook) {
      if (lastLook.size >= mostRemembered) lastLook.clear()
      lastLook.set(looked, now)
    }
    return election
  }
  return { note }
}
