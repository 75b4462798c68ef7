import { findPage, type GuardedPageName } from '../pages.ts'

/** Why one is at the login, by the page that asked for one; the others are administrators'. */
const reasons: Partial<Record<GuardedPageName, string>> = {
  announcements: 'read the announcements',
  announcement: 'read this announcement',
  security: 'change your password or two-step login',
  members: 'see the members',
  profile: 'see your profile',
  member: 'see this profile',
  myData: 'see your data',
  nominate: 'nominate',
  vote: 'vote',
  electionResult: 'see the results',
  observe: 'observe the election',
}

/** The reason for the page that somebody asked for, or null for any other address. */
export function loginReason(next: string | null): string | null {
  const found = findPage((next ?? '').split('?')[0] ?? '')
  if (!found || found.page.access === 'public') return null
  const wanted = reasons[found.name as GuardedPageName]
  return wanted ? `Log in to ${wanted}.` : 'Log in as an administrator.'
}

export const loginNoticeText = {
  loggedOut: 'You are logged out.',
  nothingRemains: 'On a shared phone: nothing of yours stays open here.',
  cardRemoved: 'Your card is no longer kept on this phone. Log in to keep it again.',
  ended:
    'You were logged out. Please log in again. This happens after 12 hours without use, and when your login changes.',
} as const
