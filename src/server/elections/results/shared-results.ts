import { isRehearsing } from '#shared/elections/voting/eligibility.ts'
import { stageOf, type Stage } from '#shared/elections/lifecycle.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { encodeBody, type EncodedBody } from '#server/http/encoded.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { readResults, type Results } from './results.ts'

/** On election night thousands watch at once: they share one answer, which is made at most this often. */
const sharedForMs = 1000

export interface SharedResults {
  results: Results
  body: EncodedBody
}

interface Held {
  election: Election
  stage: Stage
  until: number
  answer: Promise<SharedResults>
}

type SharingDeps = Pick<Deps, 'db' | 'elections' | 'clock' | 'pool' | 'boardKey'>

/**
 * Results for whoever asks. What is held is good for one stage of one state of the election: at the instant voting closes,
 * or once an administrator changed something, the next one asked for is made anew.
 */
export function shareResults(deps: SharingDeps) {
  const held = new Map<string, Held>()
  return async (electionId: string, test: boolean): Promise<SharedResults> => {
    const election = await deps.elections.byId(electionId)
    if (!election) throw new AppError('not-found')
    const stage = stageOf(election, deps.clock.now())
    const key = `${electionId} ${isRehearsing(election, test)}`
    const last = held.get(key)
    if (last && last.election === election && last.stage === stage && performance.now() < last.until) return last.answer
    const answer = readResults(deps, electionId, test).then(encoded)
    // What is certified does not change any more.
    const until = election.certifiedAt === null ? performance.now() + sharedForMs : Infinity
    const mine = { election, stage, until, answer }
    held.set(key, mine)
    answer.catch(() => held.get(key) === mine && held.delete(key))
    return answer
  }
}

const encoded = async (results: Results): Promise<SharedResults> => ({
  results,
  body: await encodeBody(Buffer.from(JSON.stringify(results))),
})
