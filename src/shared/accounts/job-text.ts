import type { Job } from '../permissions.ts'

export const jobNames: Record<Job, string> = {
  membership: 'Membership',
  content: 'Content',
  elections: 'Elections',
  settings: 'Settings',
}

/** What each is for, so that nobody has to guess what they give away. */
export const jobHelp: Record<Job, string> = {
  membership:
    'Approve applicants, edit and export members, print cards, emails to members, privacy requests, viewers, help with logins',
  content: 'Pages, announcements and events, links, videos, leadership',
  elections: 'Election settings, nominees, the roll, proxy ballots, closing and certifying',
  settings: 'Settings of the site, site status, backups, failed emails',
}
