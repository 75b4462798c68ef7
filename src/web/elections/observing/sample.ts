import type { Voter } from '#shared/elections/observing/roll-file.ts'
import { drawSample, randomBelowFrom, sampleSize } from '#shared/elections/observing/sample.ts'
import { keepOnDevice, observerSamplePrefix, readFromDevice } from '#web/device-storage.ts'

export const answers = ['yes', 'no', 'none'] as const
export type Answer = (typeof answers)[number]

export interface CalledVoter extends Voter {
  answer: Answer | null
}

const keyOf = (electionId: string) => `${observerSamplePrefix}${electionId}`
const random = randomBelowFrom(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)

export const drawVoters = (voters: readonly Voter[]): CalledVoter[] =>
  drawSample(voters, sampleSize, random).map((voter) => ({ ...voter, answer: null }))

/** What this device kept; nothing if there is none, or what is there is not ours. */
export function readSample(electionId: string): CalledVoter[] {
  try {
    const kept: unknown = JSON.parse(readFromDevice(keyOf(electionId)) ?? '[]')
    return Array.isArray(kept) ? (kept as CalledVoter[]) : []
  } catch {
    return []
  }
}

/** Returns whether it could be kept. */
export const keepSample = (electionId: string, sample: readonly CalledVoter[]): boolean =>
  keepOnDevice(keyOf(electionId), JSON.stringify(sample))

export const countAnswers = (sample: readonly CalledVoter[]): Record<Answer | 'left', number> => {
  const of = (answer: Answer | null) => sample.filter((voter) => voter.answer === answer).length
  return { yes: of('yes'), no: of('no'), none: of('none'), left: of(null) }
}
