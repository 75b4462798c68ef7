import { describeDifference, type RecountLine, type RecountOutcome } from '#shared/elections/recount/recount.ts'
import { AppError, unexpectedText } from '#shared/errors.ts'
import { sentenceFor } from '#shared/text.ts'
import type { Deps } from '#server/deps.ts'
import { Differs } from './differs.ts'
import { recountFor, type OnProgress, type RecountDeps } from './recount.ts'

/** A line is sent at least this often, so that nothing on the way takes the connection for dead. */
const tellEveryMs = 500

/** A recount that certifies nothing, told as it goes on: a line of JSON at a time. It runs to its end once it has begun. */
export async function* recountNow(
  deps: RecountDeps & Pick<Deps, 'clock' | 'log'>,
  personId: string,
  electionId: string,
): AsyncGenerator<string, void, undefined> {
  let last: RecountLine = { status: 'running', done: 0, total: 0 }
  const onProgress: OnProgress = (done, total) => (last = { status: 'running', done, total })
  const running = recountOutcome(deps, personId, electionId, onProgress).then(
    (outcome): RecountLine => ({ status: 'done', outcome }),
    (error: unknown): RecountLine => {
      if (!(error instanceof AppError)) deps.log.error({ err: error, election: electionId }, 'a recount failed')
      const sentence = error instanceof AppError ? sentenceFor(error.code, error.values) : unexpectedText
      return { status: 'failed', sentence }
    },
  )
  for (;;) {
    const ended = await Promise.race([running, pause()])
    if (ended) return yield asLine(ended)
    yield asLine(last)
  }
}

const asLine = (line: RecountLine) => `${JSON.stringify(line)}\n`

const pause = () => new Promise<null>((resolve) => setTimeout(resolve, tellEveryMs, null).unref())

export async function recountOutcome(
  deps: RecountDeps & Pick<Deps, 'clock'>,
  personId: string,
  electionId: string,
  onProgress?: OnProgress,
): Promise<RecountOutcome> {
  const at = deps.clock.now()
  const began = performance.now()
  const tookMs = () => Math.round(performance.now() - began)
  try {
    const { figures } = await recountFor(personId, deps, electionId, onProgress)
    return { at, tookMs: tookMs(), agrees: true, figures }
  } catch (error) {
    if (!(error instanceof Differs)) throw error
    const { difference } = error
    return { at, tookMs: tookMs(), agrees: false, check: difference.check, sentence: describeDifference(difference) }
  }
}
