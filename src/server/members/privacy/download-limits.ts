import { AppError } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { isFull, read, take, type Budget } from '#server/http/rate-limit.ts'

/** A download reads every file of a person and keeps a connection busy for minutes. */
export const downloadLimits = {
  ownPerHour: 5,
  /** For administrators, who handle the requests of others. */
  handledPerHour: 30,
  perHour: 600,
  /** On one node; of one person only one. */
  atOnce: 8,
  /** Whoever takes nothing for so long has gone, or wants to keep others out. */
  stalledMs: 60_000,
} as const

const hour = 60 * 60

const budgetsOf = (asker: Person): Budget[] => [
  {
    key: `data:${asker.id}`,
    limit: may(asker, 'handle privacy requests') ? downloadLimits.handledPerHour : downloadLimits.ownPerHour,
    seconds: hour,
  },
  { key: 'data', limit: downloadLimits.perHour, seconds: hour },
]

/** Who has one under way on this node. */
const running = new Set<string>()

function refuseIfCrowded(asker: Person): void {
  if (running.has(asker.id)) throw new AppError('download-running', { retryAfter: 30 })
  if (running.size >= downloadLimits.atOnce) throw new AppError('site-busy', { retryAfter: 30 })
}

/** Refuses what could not begin now; takes nothing. */
export async function checkDownload({ pool }: Pick<Deps, 'pool'>, asker: Person): Promise<void> {
  refuseIfCrowded(asker)
  const budgets = budgetsOf(asker)
  const spent = await read(pool, budgets)
  const full = spent.find((one, place) => budgets[place] && isFull(budgets[place], one))
  if (full) throw new AppError('too-many-downloads', { retryAfter: Math.max(1, Math.ceil(full.msLeft / 1000)) })
}

/** A place for one download, kept until the function it returns is called. */
export async function beginDownload(deps: Pick<Deps, 'pool'>, asker: Person): Promise<() => void> {
  refuseIfCrowded(asker)
  running.add(asker.id)
  const release = () => void running.delete(asker.id)
  try {
    if (!(await take(deps.pool, budgetsOf(asker)))) throw new AppError('too-many-downloads', { retryAfter: hour })
    return release
  } catch (error) {
    release()
    throw error
  }
}
