import { describeDifference, type Difference, type RecountCheck } from '#shared/elections/recount/recount.ts'
import { AppError } from '#shared/errors.ts'

/**
 * The database does not hold what was signed, sealed or logged: somebody changed it without going through the site. Nothing is
 * accepted, opened, counted or signed on top of it. Thrown at the first difference: the following ones would only repeat it.
 */
export class BoardMismatch extends AppError {
  readonly difference: Difference

  constructor(difference: Difference) {
    super('board-differs')
    this.name = 'BoardMismatch'
    this.message = `board-differs: ${difference.check}`
    this.difference = difference
  }

  /** For the log and for administrators. */
  get reason(): string {
    return describeDifference(this.difference)
  }
}

export function assertMatches(agrees: boolean, check: RecountCheck, values: Difference['values'] = {}): asserts agrees {
  if (!agrees) throw new BoardMismatch({ check, values })
}

/** Enough of a roll line to find it in the published list. */
export const shortLine = (line: Buffer): string => `${line.toString('hex', 0, 8)}…`
