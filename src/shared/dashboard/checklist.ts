import { z } from 'zod'
import { checksFor, needsNothing, type Check } from '#shared/check.ts'
import { may, type Who } from '#shared/permissions.ts'
import { noMailServer } from '#shared/text.ts'

/** What an association may do without: nothing of the site can tell, so somebody says so. */
export const optionalItems = ['wallet', 'second administrator', 'leadership', 'election'] as const
export type OptionalItem = (typeof optionalItems)[number]

export const checklistAnswerSchema = z.object({ needed: z.boolean() })
export const checklistItemSchema = z.object({ item: z.enum(optionalItems) })

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
  /** The reader still logs in with the password that was made for them. */
  passwordMade: boolean
  /** Whether the reader has two-step login. */
  ownTwoStep: boolean
  /** Members and applicants. */
  people: number
  /** The texts of About Us, which come with the site, were saved by somebody. */
  aboutSaved: boolean
  leaders: number
  /** An election is planned, held or over. */
  electionPlanned: boolean
  notNeeded: readonly OptionalItem[]
}

/** What is to be done, why in a sentence, where and by whom, and how the site knows that it was done. */
type Step = Required<Pick<Check, 'title' | 'sentence' | 'where' | 'whoseJob'>> & {
  isDone(facts: ChecklistFacts): boolean
}

/** The way from an empty site to a running one, in the order in which it is best gone. */
const steps = {
  password: {
    title: 'Choose your own password',
    sentence: 'The one you log in with was made for you, and others may have seen it.',
    where: { label: 'Choose my own password', href: '/reset-password' },
    whoseJob: 'use own account',
    isDone: ({ passwordMade }) => !passwordMade,
  },
  contact: {
    title: 'Name and contact of the association',
    sentence: 'So that people know who you are and how to reach you.',
    where: { label: 'Add contact details', href: '/admin/settings#contact' },
    whoseJob: 'edit settings',
    isDone: ({ contact }) => contact,
  },
  wallet: {
    title: 'Account for the registration fee',
    sentence: 'So that applicants know where to send the fee.',
    where: { label: 'Add the account', href: '/admin/settings#registration' },
    whoseJob: 'edit settings',
    isDone: ({ walletAccount, registrationFee }) => walletAccount || registrationFee === 0,
  },
  mail: {
    title: 'Email',
    sentence: `${noMailServer.sentence} ${noMailServer.whatToDo}`,
    where: { label: 'See the status', href: '/admin/status' },
    whoseJob: 'watch the site',
    isDone: ({ mail }) => mail,
  },
  backup: {
    title: 'First backup',
    sentence: 'So that your data is safe if the server breaks. Later backups run every night.',
    where: { label: 'Back up now', href: '/admin/status#backups' },
    whoseJob: 'watch the site',
    isDone: ({ backedUp }) => backedUp,
  },
  'two-step login': {
    title: 'Two-step login for every administrator',
    sentence: 'So that a guessed password alone is not enough to log in.',
    where: { label: 'Turn it on', href: '/security' },
    whoseJob: 'manage administrators',
    isDone: ({ administrators }) => administrators.withoutTwoStep === 0,
  },
  'second administrator': {
    title: 'A second administrator',
    sentence: 'So that somebody can step in when you are away, and confirm proxy ballots if the election asks for it.',
    where: { label: 'Invite somebody', href: '/admin/administrators' },
    whoseJob: 'manage administrators',
    isDone: ({ administrators }) => administrators.accepted > 1,
  },
  members: {
    title: 'Members',
    sentence: 'Import the list you have, or ask people to apply under Join Us.',
    where: { label: 'Import members', href: '/admin/import' },
    whoseJob: 'export and import members',
    isDone: ({ people }) => people > 0,
  },
  about: {
    title: 'Check the texts of About Us',
    sentence: 'History, vision and mission came with the site, and everybody can read them. Save them once you agree.',
    where: { label: 'Check the texts', href: '/admin/write/about' },
    whoseJob: 'edit pages',
    isDone: ({ aboutSaved }) => aboutSaved,
  },
  leadership: {
    title: 'Leadership',
    sentence: 'The public page of your trustees and officers is still empty.',
    where: { label: 'Add the leaders', href: '/admin?edit=leaders' },
    whoseJob: 'edit leadership',
    isDone: ({ leaders }) => leaders > 0,
  },
  election: {
    title: 'First election',
    sentence: 'Choose the days early, so that members can prepare.',
    where: { label: 'Plan the election', href: '/admin/elections' },
    whoseJob: 'run elections',
    isDone: ({ electionPlanned }) => electionPlanned,
  },
} as const satisfies Record<string, Step>

export type ChecklistItem = keyof typeof steps
export const checklistItems = Object.keys(steps) as ChecklistItem[]

/** `info`: it is not needed. */
export interface ChecklistLine extends Check<ChecklistItem> {
  mayDispense: boolean
}

export interface Checklist {
  /** Nobody has joined yet: there is nothing else to do than to set it up. */
  isNew: boolean
  /** Those that the reader's jobs open, done ones included; empty when all of them are done. */
  lines: ChecklistLine[]
}

/** The list ticks itself off, and is gone once nothing of it is open. */
export function checklistFor(facts: ChecklistFacts, who: Who): Checklist {
  const isNew = facts.people === 0
  const all = checklistItems
    .filter((item) => isNew || !isToldAnyway(item, facts))
    .map((name): ChecklistLine => {
      const { isDone, ...step } = steps[name] as Step
      const state = isDone(facts) ? 'ok' : isDispensable(name) && facts.notNeeded.includes(name) ? 'info' : 'to do'
      const where = name === 'two-step login' && facts.ownTwoStep ? seeMissing : step.where
      return { name, ...step, state, where, mayDispense: isDispensable(name) && may(who, 'edit settings') }
    })
  const lines = checksFor(all, who)
  return { isNew, lines: lines.every(needsNothing) ? [] : lines }
}

/** Whoever has two-step login already sees who has not. */
const seeMissing = { label: 'See who is missing', href: steps['second administrator'].where.href }

/**
 * How far a new site has come, out of a number that stays the same: what is not needed counts as done. Later only what is open is
 * shown, some of it in the list of what waits, and there is nothing to count.
 */
export function progressOf({ isNew, lines }: Checklist): { done: number; all: number } | null {
  return isNew ? { done: lines.filter(needsNothing).length, all: lines.length } : null
}

/** Where what waits is listed, these are among it. */
const isToldAnyway = (item: ChecklistItem, { ownTwoStep }: ChecklistFacts): boolean =>
  item === 'mail' || item === 'backup' || (item === 'two-step login' && !ownTwoStep)

const isDispensable = (item: ChecklistItem): item is OptionalItem => (optionalItems as readonly string[]).includes(item)
