import { checksFor, needsNothing, urgentFirst, type Check, type Place } from '#shared/check.ts'
import { nextStep, type Stage } from '#shared/elections/lifecycle.ts'
import { rehearsalInVoting } from '#shared/elections/settings/readiness.ts'
import { showNumber, showCount } from '#shared/figures.ts'
import { dueText } from '#shared/members/privacy/privacy.ts'
import type { Who } from '#shared/permissions.ts'
import { showInstant, type Instant, dayInManila, manila } from '#shared/time.ts'
import type { ChecklistItem } from './checklist.ts'

/** What waits for an administrator, as it was counted. What the reader's jobs have nothing to do with is not counted: it is absent. */
export interface ToDoFacts {
  now: Instant
  /** Applications that can be decided on. */
  applications?: number
  /** Payments of dues that members have sent. */
  duesWaiting?: number
  /** Members' requests about their data. */
  requests?: { open: number; overdue: number; nextDueAt: Instant | null }
  election?: {
    title: string
    stage: Stage
    /** Its count was closed without a single ballot. */
    nobodyVoted: boolean
    published: boolean
    votingCloses: Instant
    /** Whether its rehearsal is on. */
    rehearsal: boolean
    /** Proxy ballots that somebody else asked for and this reader can confirm. */
    proxies: number
    /** Somebody else has certified it lately, and this reader has not signed yet. */
    awaitsCountersignature: boolean
  } | null
  /** Nothing is closed while the clock is in doubt. */
  clockInDoubt?: boolean
  /** Earlier elections with ballots whose result nobody has certified. */
  uncertified?: readonly { id: string; title: string; stage: 'counting' | 'counted' }[]
  /** Invitations to administrators that were not accepted in time. */
  lapsedInvitations?: number
  /** How the site is; absent while the database does not reply. */
  checks?: readonly Check[]
  /** Whether the reader has two-step login. */
  twoFactor: boolean
}

/** What this administrator has to do, the urgent first: the list on the dashboard, the menu's badges and the daily email. */
export function toDoList(facts: ToDoFacts, who: Who): Check[] {
  const found = [
    rehearsal(facts),
    proxies(facts),
    requests(facts),
    closing(facts),
    ...earlierClosings(facts),
    countersignature(facts),
    applications(facts),
    dues(facts),
    ...(facts.checks ?? []),
    invitations(facts),
    twoStepLogin(facts),
  ].filter((check) => check !== null)
  return urgentFirst(checksFor(found, who).filter((check) => !needsNothing(check)))
}

/** How many wait behind each address, for the menu. */
export function waitingAt(list: readonly Check[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { where, count = 1 } of list) {
    const href = where?.href.split('#')[0] ?? ''
    const at = href.startsWith(closingHref) ? closingHref : href
    counts.set(at, (counts.get(at) ?? 0) + count)
  }
  return counts
}

function applications({ applications: count = 0 }: ToDoFacts): Check | null {
  if (count === 0) return null
  return {
    name: 'applications',
    state: 'to do',
    sentence: `${showCount(count, 'application is', 'applications are')} waiting for a decision.`,
    where: { label: count === 1 ? 'Look at it' : 'Look at them', href: '/members?approval=true' },
    whoseJob: 'approve members',
    count,
  }
}

function dues({ duesWaiting: count = 0 }: ToDoFacts): Check | null {
  if (count === 0) return null
  return {
    name: 'dues',
    state: 'to do',
    sentence: `${showCount(count, 'payment of dues is', 'payments of dues are')} waiting for a decision.`,
    where: { label: count === 1 ? 'Look at it' : 'Look at them', href: '/admin/dues' },
    whoseJob: 'handle dues',
    count,
  }
}

function requests({ requests: found, now }: ToDoFacts): Check | null {
  if (!found || found.open === 0) return null
  const { open, overdue, nextDueAt } = found
  const due = nextDueAt === null ? '' : ` ${dueText(nextDueAt, now)}.`
  return {
    name: 'requests',
    state: overdue > 0 ? 'wrong' : 'to do',
    sentence: `${showCount(open, 'request from a member about their data is', 'requests from members about their data are')} open.${overdue > 1 ? ` ${showNumber(overdue)} are overdue.` : due}`,
    where: { label: open === 1 ? 'Answer it' : 'Answer them', href: '/admin/privacy-requests' },
    whoseJob: 'handle privacy requests',
    count: open,
  }
}

/** As on the page of election day; the list here has no line of its own for what to do. */
function rehearsal({ election }: ToDoFacts): Check | null {
  if (election?.stage !== 'voting' || !election.rehearsal) return null
  const { sentence, whatToDo, where } = rehearsalInVoting
  return {
    ...rehearsalInVoting,
    sentence: `${sentence} ${whatToDo}`,
    where: { ...where, href: `${closingHref}${where.href}` },
    whoseJob: 'run elections',
  }
}

/** They lapse when voting closes, so nothing is more urgent. */
function proxies({ election }: ToDoFacts): Check | null {
  if (!election || election.stage !== 'voting' || election.proxies === 0) return null
  return {
    name: 'proxies',
    state: 'wrong',
    sentence: `${showCount(election.proxies, 'proxy ballot is', 'proxy ballots are')} waiting for a second administrator. Please confirm before voting closes: ${showInstant(election.votingCloses)}.`,
    where: { label: 'Confirm or refuse', href: '/vote?proxy=1' },
    whoseJob: 'vote by proxy',
    count: election.proxies,
  }
}

const closingHref = '/admin/elections'

const closings = {
  count: (title: string, { clockInDoubt }: ToDoFacts) => ({
    sentence: clockInDoubt
      ? `Voting in “${title}” is over. The count waits until somebody confirms the server’s clock. Then you can certify the result.`
      : `Voting in “${title}” is over. The ballots are being counted. Then you can certify the result.`,
    label: 'Close the election',
  }),
  certification: (title: string) => ({
    sentence: `The ballots of “${title}” are counted. The result is not certified yet.`,
    label: 'Certify the result',
  }),
  publication: (title: string) => ({
    sentence: `The result of “${title}” is certified. The elected members are not on the Leadership page yet.`,
    label: 'Publish the result',
  }),
}

const toClose = ({ sentence, ...place }: Place & { sentence: string }): Check => ({
  name: 'closing',
  state: 'to do',
  sentence,
  where: place,
  whoseJob: 'run elections',
})

function closing(facts: ToDoFacts): Check | null {
  const { election } = facts
  if (!election || election.nobodyVoted) return null
  // Whether there are ties is seen where they are decided, on the way to the certificate.
  const step = nextStep(election.stage, { openTies: 0, published: election.published })
  return step === 'count' || step === 'certification' || step === 'publication'
    ? toClose({ ...closings[step](election.title, facts), href: closingHref })
    : null
}

/** The screens are about the election of these days; what was left undone of an earlier one is found here. */
const earlierClosings = (facts: ToDoFacts): Check[] =>
  (facts.uncertified ?? []).map(({ id, title, stage }) =>
    toClose({
      ...closings[stage === 'counting' ? 'count' : 'certification'](title, facts),
      href: `${closingHref}?election=${id}&step=closing`,
    }),
  )

/** What it is for is said with it: nobody signs what they do not understand, or leaves it for that reason. */
function countersignature({ election }: ToDoFacts): Check | null {
  if (!election?.awaitsCountersignature) return null
  return {
    name: 'countersignature',
    state: 'to do',
    sentence: `The result of “${election.title}” is certified and can be countersigned. Your name on the certificate then shows that you have checked the result, too. Nothing else depends on it.`,
    where: { label: 'Countersign', href: `${closingHref}?step=closing` },
    whoseJob: 'countersign',
  }
}

function invitations({ lapsedInvitations: count = 0 }: ToDoFacts): Check | null {
  if (count === 0) return null
  return {
    name: 'invitations',
    state: 'to do',
    sentence: `${showCount(count, 'invitation to an administrator has', 'invitations to administrators have')} expired.`,
    where: { label: 'Invite again', href: '/admin/administrators' },
    whoseJob: 'manage administrators',
    count,
  }
}

function twoStepLogin({ twoFactor }: ToDoFacts): Check | null {
  if (twoFactor) return null
  return {
    name: 'two-step login',
    state: 'to do',
    sentence: 'Please turn on two-step login. Then a guessed password alone is not enough to get into this account.',
    where: { label: 'Turn it on', href: '/security' },
    whoseJob: 'see dashboard counts',
  }
}

/** Which first step of a new site asks for what a check would complain about. */
const stepOfCheck: Readonly<Record<string, ChecklistItem>> = { emails: 'mail', backup: 'backup' }

/** What is wrong with a site that is still being set up: nothing else waits there, and what the first steps ask for is said once. */
export const urgentChecks = (list: readonly Check[], steps: readonly Check<ChecklistItem>[]): Check[] =>
  list.filter(
    ({ name, state }) =>
      (state === 'warning' || state === 'wrong') &&
      !steps.some((step) => step.name === stepOfCheck[name] && !needsNothing(step)),
  )

/** On the screen where it is turned off, and in the email that says so. */
export const digestTitle = 'Daily email'

/** When the daily email leaves: before the day's work begins. */
const digestTime = '07:00'

/**
 * The day whose email is due, or null. Each day is looked at once, from the morning on: what comes in later waits for the next
 * morning. A site that was not running in the morning makes up for it.
 */
export function digestDay(now: Instant, lastDay: string | null): string | null {
  const today = dayInManila(now)
  return now >= manila(today, digestTime) && (lastDay === null || lastDay < today) ? today : null
}
