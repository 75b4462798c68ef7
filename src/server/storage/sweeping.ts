import type { UploadDeps } from './uploads.ts'

export interface SweepTimes {
  /** How long an upload may wait for a record to claim it. */
  unclaimedMs: number
  /** From when a stray file is first noticed until it is moved to the trash. */
  strayMs: number
  /** In the trash. */
  trashMs: number
}

/** One that fails does not hold up the others. Returns how many were dealt with. */
export async function forEachPath(
  { log }: Pick<UploadDeps, 'log'>,
  found: readonly { path: string }[],
  signal: AbortSignal | undefined,
  act: (path: string) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (const { path } of found) {
    signal?.throwIfAborted()
    try {
      if (await act(path)) done += 1
    } catch (err) {
      log.error({ err, path }, 'a stored file could not be swept')
    }
  }
  return done
}
