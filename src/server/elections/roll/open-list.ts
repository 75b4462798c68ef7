import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { findElection } from './list-roll.ts'

type How = 'screen' | 'csv' | 'print'

/** Who looks through the list on the screen is in the log once in this time, not with every page. */
const sameLookMs = 60 * 60_000
const mostRemembered = 1000

/** Writes down that somebody opened the list of who voted, before anything of it leaves. */
export function createListLog(deps: Pick<Deps, 'db' | 'clock' | 'elections'>) {
  const lastLook = new Map<string, number>()

  async function note(person: Person, id: string, how: How) {
    const election = await findElection(deps, id)
    if (election.rollFrozenAt === null) throw new AppError('roll-not-frozen')
    const looked = `${person.id} ${election.id}`
    const now = performance.now()
    if (how === 'screen') {
      const before = lastLook.get(looked)
      if (before !== undefined && now - before < sameLookMs) return election
    }
    await appendAudit(deps.db, deps.clock, {
      actor: person.id,
      action: 'roll list opened',
      subject: election.id,
      detail: { how },
    })
    if (how === 'screen') {
      if (lastLook.size >= mostRemembered) lastLook.clear()
      lastLook.set(looked, now)
    }
    return election
  }
  return { note }
}
