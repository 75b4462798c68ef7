import type { Difference, RecountCheck } from '#shared/elections/recount/recount.ts'

/** Thrown at the first difference: whatever comes after it would only repeat it in other words. */
export class Differs extends Error {
  readonly difference: Difference

  constructor(difference: Difference) {
    super(`recount: ${difference.check}`)
    this.name = 'Differs'
    this.difference = difference
  }
}

export function assertAgrees(agrees: boolean, check: RecountCheck, values: Difference['values'] = {}): asserts agrees {
  if (!agrees) throw new Differs({ check, values })
}

/** Enough of a roll line to find it in the published list. */
export const shortLine = (line: Buffer): string => `${line.toString('hex', 0, 8)}…`
