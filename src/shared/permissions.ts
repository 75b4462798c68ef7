import { linkedPage } from './pages.ts'

/**
 * Who may do what. The server's guards and the browser's menus read this table; nothing else decides by role or job.
 * Rules that also depend on the person or the time (own profile, open window) are with their feature.
 */
/** An observer is invited to observe one election and is not a member. */
export const roles = ['visitor', 'member', 'viewer', 'observer', 'admin'] as const
export type Role = (typeof roles)[number]

/** An administrator with all of these manages the administrators, and may do everything that a job allows. */
export const mainJobs = ['membership', 'content', 'elections', 'settings'] as const
/** The jobs of an administrator, who has at least one. `treasury` is offered only if the association has dues. */
export const jobs = [...mainJobs, 'treasury'] as const
export type Job = (typeof jobs)[number]

/** `admin`: an administrator with any job. A job: one who has it. `every job`: one who has all main jobs. */
type Allowed = Role | Job | 'every job'

const everyone = roles
const signedIn = ['member', 'viewer', 'admin'] as const
const anyAccount = [...signedIn, 'observer'] as const
const members = ['member', 'viewer'] as const
const anyJob = ['admin'] as const
const membership = ['membership'] as const
const content = ['content'] as const
const elections = ['elections'] as const
const settings = ['settings'] as const
const treasury = ['treasury', 'every job'] as const
const everyJob = ['every job'] as const
const observers = ['observer'] as const
const watchers = ['observer', 'elections'] as const

export const permissions = {
  'read public pages': everyone,
  register: everyone,
  'log in': everyone,

  'use own account': anyAccount,
  /** Members have to request a change, because the name is on their card. */
  'change own name': anyJob,
  'change own email': anyJob,
  'read announcements': signedIn,
  'list members': [...members, 'membership'],
  'read own profile': signedIn,
  /** For the member's own record. Administrators edit it themselves. */
  'ask for changes': members,
  'read any profile': ['viewer', 'membership'],
  'see dashboard counts': anyJob,
  'approve members': membership,
  'edit any profile': membership,
  'help members log in': membership,
  /** With only `elections`, for people on an open roll only: see `whyCannotGiveCode`. */
  'give login codes': ['membership', 'elections'],
  'export and import members': membership,
  'print cards': membership,
  'handle privacy requests': membership,
  'email members': membership,
  /** A viewer can read every record, so only the job that can read them all may add one. */
  'name viewers': membership,
  /** By the link in an email. */
  unsubscribe: everyone,
  'pay dues': members,
  'handle dues': treasury,
  /** The amounts, and the accounts to pay into. */
  'set dues': [...settings, ...treasury],

  'edit pages': content,
  'edit links': content,
  'edit videos': content,
  'edit leadership': content,
  'edit settings': settings,
  'manage administrators': everyJob,

  nominate: [...members, 'elections'],
  'delete own nominations': [...members, 'elections'],
  'manage nominees': elections,
  'file for candidacy': members,
  vote: members,
  'vote by proxy': elections,
  'read results': signedIn,
  'run elections': elections,
  /** For an election that the observer was invited to: see `observedElection`. */
  recount: watchers,
  countersign: watchers,
  observe: observers,
  'read audit log': anyJob,
  'watch the site': settings,
} as const satisfies Record<string, readonly Allowed[]>

export type Action = keyof typeof permissions
export const actions = Object.keys(permissions) as Action[]

/** The person, as far as the table needs it. Without `jobs`, only what every administrator may do is allowed. */
export interface Who {
  role: Role
  jobs?: readonly Job[] | undefined
}

export function may(who: Who, action: Action): boolean {
  return allowedFor(action).some(
    (allowed) => allowed === who.role || (who.role === 'admin' && hasJob(who.jobs ?? [], allowed)),
  )
}

/** Links that lead to no other page, such as to a part of the same one, are open to all. */
export function mayOpen(who: Who, href: string): boolean {
  const access = linkedPage(href)?.access ?? 'public'
  return access === 'public' || may(who, access)
}

const allowedFor = (action: Action): readonly Allowed[] => permissions[action]

const hasJob = (own: readonly Job[], needed: Allowed): boolean =>
  needed === 'every job' ? hasEveryJob(own) : (own as readonly Allowed[]).includes(needed)

export const hasEveryJob = (own: readonly Job[]): boolean => mainJobs.every((job) => own.includes(job))

/** The job that an administrator needs for it; null if no job would help, and for everybody else. */
export function missingJob(who: Who, action: Action): Job | 'every job' | null {
  if (who.role !== 'admin' || may(who, action)) return null
  return allowedFor(action).find(isJob) ?? null
}

const isJob = (allowed: Allowed): allowed is Job | 'every job' =>
  allowed === 'every job' || (jobs as readonly string[]).includes(allowed)
