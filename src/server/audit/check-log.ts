import { concurrencyLimit } from '#server/concurrency-limit.ts'
import type { Deps } from '#server/deps.ts'
import { verifyAudit } from './audit.ts'

const oneAtATime = concurrencyLimit(1, 10)

/** It reads the whole log, so whoever asks for it waits their turn, each person in a lane of their own. */
export const checkLog = ({ db }: Pick<Deps, 'db'>, asker: { id: string }) =>
  oneAtATime(() => verifyAudit(db), { lane: asker.id })
