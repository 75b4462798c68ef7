import { z } from 'zod'
import { may, type Action, type Who } from '../permissions.ts'
import { checklistText } from './checklist-text.ts'

/** The way from an empty site to a running one, in the order in which it is best gone. */
export const checklistItems = [
  'contact',
  'wallet',
  'mail',
  'backup',
  'two-step login',
  'second administrator',
  'members',
  'leadership',
  'election',
] as const
export type ChecklistItem = (typeof checklistItems)[number]

/** What an association may do without: nothing of the site can tell, so somebody says so. */
export const dispensable = [
  'wallet',
  'second administrator',
  'leadership',
  'election',
] as const satisfies ChecklistItem[]
export type Dispensable = (typeof dispensable)[number]

export const checklistAnswerSchema = z.object({ needed: z.boolean() })
export const checklistItemSchema = z.object({ item: z.enum(dispensable) })

/** Everything is derived from what the site holds; only what is not needed was said by somebody. */
export interface ChecklistFacts {
  /** At least one way to reach the association is set. */
  contact: boolean
  registrationFee: number
  walletAccount: boolean
  /** A mail server is set. */
  mail: boolean
  /** A backup has been made. */
  backedUp: boolean
  administrators: { accepted: number; withoutTwoStep: number }
  /** Whether the reader has two-step login. */
  ownTwoStep: boolean
  /** Members and applicants. */
  people: number
  leaders: number
  /** An election is planned, held or over. */
  electionPlanned: boolean
  notNeeded: readonly Dispensable[]
}

export interface ChecklistLine {
  item: ChecklistItem
  state: 'done' | 'open' | 'not needed'
  title: string
  /** In half a sentence. */
  why: string
  action: string
  href: string
  mayDispense: boolean
}

export interface Checklist {
  /** Nobody has joined yet: there is nothing else to do than to set it up. */
  isNew: boolean
  /** Those that the reader's jobs open, done ones included; empty when all of them are done. */
  lines: ChecklistLine[]
}

const done: Record<ChecklistItem, (facts: ChecklistFacts) => boolean> = {
  contact: ({ contact }) => contact,
  wallet: ({ walletAccount, registrationFee }) => walletAccount || registrationFee === 0,
  mail: ({ mail }) => mail,
  backup: ({ backedUp }) => backedUp,
  'two-step login': ({ administrators }) => administrators.withoutTwoStep === 0,
  'second administrator': ({ administrators }) => administrators.accepted > 1,
  members: ({ people }) => people > 0,
  leadership: ({ leaders }) => leaders > 0,
  election: ({ electionPlanned }) => electionPlanned,
}

/** Where each is done, and by whom. */
const places: Record<ChecklistItem, { href: string; needs: Action }> = {
  contact: { href: '/admin?edit=settings', needs: 'edit settings' },
  wallet: { href: '/admin?edit=settings', needs: 'edit settings' },
  mail: { href: '/admin/status', needs: 'watch the site' },
  backup: { href: '/admin/status#backups', needs: 'watch the site' },
  'two-step login': { href: '/security', needs: 'manage administrators' },
  'second administrator': { href: '/admin/administrators', needs: 'manage administrators' },
  members: { href: '/admin/import', needs: 'export and import members' },
  leadership: { href: '/admin?edit=leaders', needs: 'edit leadership' },
  election: { href: '/admin/elections', needs: 'run elections' },
}

/** The list ticks itself off, and is gone once nothing of it is open. */
export function checklistFor(facts: ChecklistFacts, who: Who): Checklist {
  const isNew = facts.people === 0
  const lines = checklistItems
    .filter((item) => may(who, places[item].needs) && (isNew || !isToldAnyway(item, facts)))
    .map((item) => ({
      item,
      state: stateOf(item, facts),
      ...checklistText.items[item],
      ...wayOf(item, facts),
      mayDispense: isDispensable(item) && may(who, 'edit settings'),
    }))
  return { isNew, lines: lines.some(({ state }) => state === 'open') ? lines : [] }
}

/**
 * How far a new site has come, out of a number that stays the same: what is not needed counts as done. Later only what is open is
 * shown, some of it in the list of what waits, and there is nothing to count.
 */
export function progressOf({ isNew, lines }: Checklist): { done: number; all: number } | null {
  if (!isNew) return null
  return { done: lines.filter(({ state }) => state !== 'open').length, all: lines.length }
}

/** Where what waits is listed, these are among it. */
const isToldAnyway = (item: ChecklistItem, { ownTwoStep }: ChecklistFacts): boolean =>
  item === 'mail' || item === 'backup' || (item === 'two-step login' && !ownTwoStep)

/** Whoever has two-step login already sees who has not. */
const wayOf = (item: ChecklistItem, { ownTwoStep }: ChecklistFacts): Pick<ChecklistLine, 'action' | 'href'> =>
  item === 'two-step login' && ownTwoStep
    ? { action: checklistText.seeMissing, href: places['second administrator'].href }
    : { action: checklistText.items[item].action, href: places[item].href }

function stateOf(item: ChecklistItem, facts: ChecklistFacts): ChecklistLine['state'] {
  if (done[item](facts)) return 'done'
  return isDispensable(item) && facts.notNeeded.includes(item) ? 'not needed' : 'open'
}

const isDispensable = (item: ChecklistItem): item is Dispensable => (dispensable as readonly string[]).includes(item)
