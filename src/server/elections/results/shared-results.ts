import { stageOf, type Stage } from '#shared/elections/lifecycle.ts'
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
  return async (election: Election): Promise<SharedResults> => {
    const stage = stageOf(election, deps.clock.now())
    const last = held.get(election.id)
    if (last && last.election === election && last.stage === stage && performance.now() < last.until) return last.answer
    const answer = readResults(deps, election.id).then(encoded)
    // What is certified does not change any more.
    const until = election.certifiedAt === null ? performance.now() + sharedForMs : Infinity
    const mine = { election, stage, until, answer }
    held.set(election.id, mine)
    answer.catch(() => held.get(election.id) === mine && held.delete(election.id))
    return answer
  }
}

const encoded = async (results: Results): Promise<SharedResults> => ({
  results,
  body: await encodeBody(Buffer.from(JSON.stringify(results))),
})
