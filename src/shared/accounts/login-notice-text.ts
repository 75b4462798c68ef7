import { findPage, type GuardedPageName } from '../pages.ts'

const asAdministrator = 'Log in as an administrator.'

/** Why one is at the login, for every page that asks for one. */
const reasons = {
  announcements: 'Log in to read the announcements.',
  security: 'Log in to change your password or your two-step login.',
  members: 'Log in to see the members.',
  profile: 'Log in to see your profile.',
  member: 'Log in to see this profile.',
  myData: 'Log in to see your data.',
  nominate: 'Log in to nominate.',
  vote: 'Log in to vote.',
  electionResult: 'Log in to see the results.',
  observe: 'Log in to observe the election.',
  admin: asAdministrator,
  privacyRequests: asAdministrator,
  importMembers: asAdministrator,
  viewers: asAdministrator,
  administrators: asAdministrator,
  electionSettings: asAdministrator,
  roll: asAdministrator,
  auditLog: asAdministrator,
  siteStatus: asAdministrator,
} as const satisfies Record<GuardedPageName, string>

/** The reason for the page that somebody asked for, or null for any other address. */
export function loginReason(next: string | null): string | null {
  const name = findPage((next ?? '').split('?')[0] ?? '')?.name
  return name && name in reasons ? reasons[name as GuardedPageName] : null
}

export const loginNoticeText = {
  loggedOut: 'You are logged out.',
  nothingRemains: 'On a shared phone: nothing of yours stays open here.',
  ended:
    'You were logged out. Please log in again. This happens after 12 hours without use, and when your login changes.',
} as const
