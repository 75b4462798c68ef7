/**
 * Who may do what. The server's guards and the browser's menus both read this table; nothing else decides by role.
 * Rules that also depend on the person or the time (own profile, open window) live beside their feature.
 */
/** An observer is somebody invited to look at one election, and no member. */
export const roles = ['visitor', 'member', 'viewer', 'observer', 'admin'] as const
export type Role = (typeof roles)[number]

const everyone = roles
const signedIn = ['member', 'viewer', 'admin'] as const
const anyAccount = [...signedIn, 'observer'] as const
const members = ['member', 'viewer'] as const
const readers = ['viewer', 'admin'] as const
const admins = ['admin'] as const
const observers = ['observer'] as const
const watchers = ['observer', 'admin'] as const

export const permissions = {
  'read public pages': everyone,
  register: everyone,
  'log in': everyone,

  'use own account': anyAccount,
  'read announcements': signedIn,
  'list members': signedIn,
  'read own profile': signedIn,
  /** Of one's own record. Administrators change it themselves. */
  'ask for changes': members,
  'read any profile': readers,
  'see dashboard counts': admins,
  'approve members': admins,
  'edit any profile': admins,
  'help members log in': admins,
  'export and import members': admins,
  'print cards': admins,
  'handle privacy requests': admins,

  'edit pages': admins,
  'edit links': admins,
  'edit videos': admins,
  'edit leadership': admins,
  'edit settings': admins,

  nominate: signedIn,
  'delete own nominations': signedIn,
  'manage nominees': admins,
  'file for candidacy': members,
  vote: members,
  'vote by proxy': admins,
  'read results': signedIn,
  'run elections': admins,
  /** Of an election that the observer was invited to: see `observedElection`. */
  recount: watchers,
  countersign: watchers,
  observe: observers,
  'read audit log': admins,
  'watch the site': admins,
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof permissions
export const actions = Object.keys(permissions) as Action[]

export function may(role: Role, action: Action): boolean {
  return (permissions[action] as readonly Role[]).includes(role)
}
