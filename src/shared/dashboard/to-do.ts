import { nextStep, type Stage } from '../elections/lifecycle.ts'
import type { Check } from '../check.ts'
import { may, type Action, type Who } from '../permissions.ts'
import type { Instant } from '../time.ts'
import { toDoText } from './to-do-text.ts'

/** What waits for an administrator, as it was counted. What the reader's jobs have nothing to do with is not counted: it is absent. */
export interface ToDoFacts {
  now: Instant
  /** Applications that can be decided on. */
  applications?: number
  /** Members' requests about their data. */
  requests?: { open: number; overdue: number; nextDueAt: Instant | null }
  election?: {
    title: string
    stage: Stage
    /** Its count was closed without a single ballot. */
    nobodyVoted: boolean
    published: boolean
    votingCloses: Instant
    /** Proxy ballots that somebody else asked for and this reader can confirm. */
    proxies: number
  } | null
  /** Earlier elections with ballots whose result nobody has certified. */
  uncertified?: readonly { id: string; title: string; stage: 'counting' | 'counted' }[]
  /** Invitations to administrators that were not accepted in time. */
  lapsedInvitations?: number
  /** How the site is; absent while the database does not reply. */
  checks?: readonly Check[]
  /** Whether the reader has two-step login. */
  twoFactor: boolean
}

export interface ToDo {
  /** Each of a kind at most once, but for what the site's own checks found and for elections to close. */
  kind: 'applications' | 'requests' | 'proxies' | 'closing' | 'invitations' | 'check' | 'two-step login'
  sentence: string
  /** What the button says, and where it leads. */
  action: string
  href: string
  /** How many wait there. */
  count: number
  /** Something is late, does not work or closes soon. */
  urgent: boolean
}

type Wanted = ToDo & { needs: Action }

/** What this administrator has to do, the urgent first: the list on the dashboard, the menu's badges and the daily email. */
export function toDoList(facts: ToDoFacts, who: Who): ToDo[] {
  const found = [
    proxies(facts),
    requests(facts),
    closing(facts),
    ...earlierClosings(facts),
    applications(facts),
    ...checks(facts),
    invitations(facts),
    twoStepLogin(facts),
  ].filter((one) => one !== null)
  return found
    .filter(({ needs }) => may(who, needs))
    .map(({ needs: _needs, ...one }) => one)
    .toSorted((one, other) => Number(other.urgent) - Number(one.urgent))
}

/** How many wait behind each address, for the menu. */
export function waitingAt(list: readonly ToDo[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, href, count } of list) {
    const at = kind === 'closing' ? closingHref : href
    counts.set(at, (counts.get(at) ?? 0) + count)
  }
  return counts
}

function applications({ applications: count = 0 }: ToDoFacts): Wanted | null {
  if (count === 0) return null
  return {
    kind: 'applications',
    needs: 'approve members',
    ...toDoText.applications(count),
    href: '/members?approval=true',
    count,
    urgent: false,
  }
}

function requests({ requests: found, now }: ToDoFacts): Wanted | null {
  if (!found || found.open === 0) return null
  return {
    kind: 'requests',
    needs: 'handle privacy requests',
    ...toDoText.requests(found, now),
    href: '/admin/privacy-requests',
    count: found.open,
    urgent: found.overdue > 0,
  }
}

/** They lapse when voting closes, so nothing is more urgent. */
function proxies({ election }: ToDoFacts): Wanted | null {
  if (!election || election.stage !== 'voting' || election.proxies === 0) return null
  return {
    kind: 'proxies',
    needs: 'vote by proxy',
    ...toDoText.proxies(election.proxies, election.votingCloses),
    href: '/vote?proxy=1',
    count: election.proxies,
    urgent: true,
  }
}

function closing({ election }: ToDoFacts): Wanted | null {
  if (!election || election.nobodyVoted) return null
  // Whether there are ties is seen where they are decided, on the way to the certificate.
  const step = nextStep(election.stage, { openTies: 0, published: election.published })
  return step === 'count' || step === 'certification' || step === 'publication'
    ? toClose(toDoText.closing[step](election.title), closingHref)
    : null
}

/** The screens are about the election of these days; what was left undone of an earlier one is found here. */
const earlierClosings = ({ uncertified = [] }: ToDoFacts): Wanted[] =>
  uncertified.map(({ id, title, stage }) =>
    toClose(
      toDoText.closing[stage === 'counting' ? 'count' : 'certification'](title),
      `${closingHref}?election=${id}&step=closing`,
    ),
  )

const closingHref = '/admin/elections'

const toClose = (text: { sentence: string; action: string }, href: string): Wanted => ({
  kind: 'closing',
  needs: 'run elections',
  ...text,
  href,
  count: 1,
  urgent: false,
})

function invitations({ lapsedInvitations: count = 0 }: ToDoFacts): Wanted | null {
  if (count === 0) return null
  return {
    kind: 'invitations',
    needs: 'manage administrators',
    ...toDoText.invitations(count),
    href: '/admin/administrators',
    count,
    urgent: false,
  }
}

function checks({ checks: found = [] }: ToDoFacts): Wanted[] {
  return found
    .filter(({ state }) => state !== 'ok')
    .map(({ sentence, state }) => ({
      kind: 'check',
      needs: 'watch the site',
      sentence,
      action: toDoText.seeStatus,
      href: '/admin/status',
      count: 1,
      urgent: state === 'wrong',
    }))
}

function twoStepLogin({ twoFactor }: ToDoFacts): Wanted | null {
  if (twoFactor) return null
  return {
    kind: 'two-step login',
    needs: 'see dashboard counts',
    ...toDoText.twoStepLogin,
    href: '/security',
    count: 1,
    urgent: false,
  }
}
