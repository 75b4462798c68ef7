import type { Role } from '../permissions.ts'

/**
 * Whether the password one has is asked for before another. Who logs in by email has more to lose to whoever finds their screen
 * open; members, who may be logged in by a one-time code, choose one without.
 */
export const asksForPresentPassword = ({ role, ownPassword }: { role: Role; ownPassword: boolean }): boolean =>
  (role === 'admin' || role === 'observer') && ownPassword
