import { settingLabels } from '../../content/setting-labels.ts'
import { services, type Service } from '../../members/enums.ts'
import { showInstant, type Instant } from '../../time.ts'
import type { Schedule } from '../schedule.ts'
import { closingText } from '../schedule-text.ts'
import { showFingerprint } from '../board/fingerprint.ts'
import { notStated } from '../roll-regions.ts'
import { isWithin, votingHours } from '../windows.ts'
import type { Stage } from '../lifecycle.ts'
import type { ElectionForm } from './settings.ts'
import { seatsOf } from '../counting/standings.ts'

/** Where the settings of the whole site are changed. */
export const siteSettingsHref = '/admin?edit=settings'

/** One thing that must, or should, be in order before voting opens. */
export interface Readiness {
  what:
    | 'nominees'
    | 'windows'
    | 'vault'
    | 'ballots'
    | 'regions'
    | 'applicants'
    | 'birthdates'
    | 'rehearsal'
    | 'second admin'
    | 'mail'
    | 'email addresses'
    | 'roll'
    | 'signing key'
  ready: boolean
  /** How it stands, in words, with the figures. */
  detail: string
  /** What to do about it, and where; nothing when there is nothing to do. */
  advice?: string
  /** A page of the site, or a part of the settings themselves. */
  href?: string
}

/**
 * When each is worth saying: nobody is warned of what is over or not due yet. Before the roll is frozen, that is, where it
 * decides who gets on it.
 */
const planned = ['announced', 'nomination', 'campaign'] as const
const untilTheEnd = [...planned, 'voting'] as const
const saidIn: Record<Readiness['what'], { stages: readonly Stage[]; untilRollFrozen?: true }> = {
  windows: { stages: ['draft', ...untilTheEnd, 'counting', 'counted'] },
  nominees: { stages: ['nomination', 'campaign'] },
  vault: { stages: untilTheEnd },
  ballots: { stages: ['voting'] },
  roll: { stages: untilTheEnd },
  'signing key': { stages: untilTheEnd },
  regions: { stages: planned, untilRollFrozen: true },
  applicants: { stages: planned, untilRollFrozen: true },
  birthdates: { stages: ['draft', ...untilTheEnd] },
  rehearsal: { stages: untilTheEnd },
  'second admin': { stages: untilTheEnd },
  mail: { stages: ['draft', ...untilTheEnd] },
  'email addresses': { stages: planned },
}

export const isSaid = (what: Readiness['what'], stage: Stage, rollFrozen: boolean): boolean =>
  saidIn[what].stages.includes(stage) && !(saidIn[what].untilRollFrozen && rollFrozen)

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`

/** While nominations are open there may be more to come: nothing is missing yet. */
export function nomineesReady(
  { seats, nominationOpens, nominationCloses, adminNominationCloses }: Pick<ElectionForm, 'seats'> & Schedule,
  nominees: readonly { ms: Service }[],
  now: Instant,
): Readiness {
  const what = 'nominees'
  const short = services
    .map((ms) => ({ ms, seats: seatsOf(seats, ms), stand: nominees.filter((one) => one.ms === ms).length }))
    .filter((one) => one.stand < one.seats)
  if (short.length === 0)
    return { what, ready: true, detail: `${many(nominees.length, 'approved nominee')}, enough for every seat.` }
  if (now < nominationCloses)
    return {
      what,
      ready: true,
      detail: `${nominees.length === 0 ? 'Nobody is on the ballot yet' : `${many(nominees.length, 'approved nominee')} so far`}, and nothing is missing yet: nomination ${now < nominationOpens ? `opens on ${showInstant(nominationOpens)}` : `is open until ${closingText(nominationCloses)}`}.`,
    }
  const lacking = short.map(
    (one) => `${one.ms} has ${many(one.stand, 'approved nominee')} for ${many(one.seats, 'seat')}`,
  )
  const vacant = 'A seat without a nominee stays vacant.'
  if (adminNominationCloses <= now) return { what, ready: false, detail: `${lacking.join('; ')}.`, advice: vacant }
  return {
    what,
    ready: false,
    detail: `${lacking.join('; ')}.`,
    advice: `Nominate more people, or approve the pending ones. ${vacant}`,
    href: '/nominate',
  }
}

export function windowsReady(election: Schedule, now: Instant): Readiness {
  const what = 'windows'
  const href = '?step=setup#times'
  if (election.votingCloses <= now)
    return {
      what,
      ready: false,
      detail: `Voting ended on ${showInstant(election.votingCloses)}.`,
      advice: 'If nobody has voted, set the times of the next election here.',
      href,
    }
  if (election.voteLinkOpens > election.votingOpens || election.voteLinkCloses < election.votingCloses)
    return {
      what,
      ready: false,
      detail: 'The Vote link is hidden for part of the voting period.',
      advice: 'Let it appear no later than voting opens, and disappear no earlier than voting closes.',
      href,
    }
  const opens = showInstant(election.votingOpens)
  return {
    what,
    ready: true,
    detail: now < election.votingOpens ? `Voting opens on ${opens}.` : `Voting has been open since ${opens}.`,
  }
}

/** The other ballots are counted; these wait in the box until they are mended. */
export function ballotsReady(unopened: number): Readiness {
  const what = 'ballots'
  if (unopened === 0) return { what, ready: true, detail: 'Every ballot in the box can be opened.' }
  return {
    what,
    ready: false,
    detail: `${many(unopened, 'ballot')} cannot be opened.`,
    advice: 'Ask the person who runs the server to fix this. Until then the result cannot be certified.',
  }
}

/** For information: a member without a region votes like any other. */
export function regionsReady(lacking: number): Readiness {
  const what = 'regions'
  if (lacking === 0) return { what, ready: true, detail: 'Every member has a region.' }
  const detail = `${many(lacking, 'member has', 'members have')} no region and will be counted under “${notStated}”.`
  return { what, ready: true, detail }
}

/** For information: who may vote is decided when the roll is frozen. */
export function rollReady(
  { freezesAt, frozenAt }: { freezesAt: Instant; frozenAt: Instant | null },
  people: number,
  now: Instant,
): Readiness {
  const what = 'roll'
  if (frozenAt !== null)
    return {
      what,
      ready: true,
      detail: `The roll was frozen on ${showInstant(frozenAt)}: ${many(people, 'member is', 'members are')} on it.`,
    }
  const would = `${many(people, 'member', 'members')} would be on it now`
  if (freezesAt > now)
    return { what, ready: true, detail: `The roll will be frozen on ${showInstant(freezesAt)}: ${would}.` }
  return {
    what,
    ready: false,
    detail: `The roll should have been frozen on ${showInstant(freezesAt)}, and is not: ${would}.`,
    advice: 'It is frozen as soon as there is an approved nominee and the server is sure of the time.',
  }
}

/** For information: people who have noted the fingerprint can tell that what is published is the site’s own. */
export const signingKeyReady = (fingerprint: string): Readiness => ({
  what: 'signing key',
  ready: true,
  detail: `The election is signed with the key ${showFingerprint(fingerprint)}.`,
})

export function applicantsReady(waiting: number): Readiness {
  const what = 'applicants'
  if (waiting === 0) return { what, ready: true, detail: 'Nobody is waiting for approval.' }
  return {
    what,
    ready: false,
    detail: `${many(waiting, 'applicant is waiting', 'applicants are waiting')} for approval and cannot vote yet.`,
    advice: 'Decide on them before voting opens.',
    href: '/members?approval=true',
  }
}

/** Serial numbers and birthdays are known to many, and together they are a login until its owner chooses a password. */
export function birthdaysReady(
  members: number,
  { ownPasswordToVote, voting, maySet }: { ownPasswordToVote: boolean; voting: boolean; maySet: boolean },
): Readiness {
  const what = 'birthdates'
  if (members === 0) return { what, ready: true, detail: 'Every member has their own password.' }
  if (ownPasswordToVote)
    return {
      what,
      ready: false,
      detail: `${many(members, 'member has', 'members have')} no password of their own and cannot vote.`,
      advice: 'Ask them to log in and choose one in time.',
    }
  const detail = `${many(members, 'member still logs in', 'members still log in')} with their birthday.`
  const danger = 'Anyone who knows their serial number and birthday could vote in their name'
  // The setting stays as it is while voting is open.
  if (voting) return { what, ready: false, detail, advice: `${danger}: ask them to choose their own password.` }
  const then = 'and leave them time to choose one.'
  if (!maySet) {
    const advice = `${danger}: ask an administrator for settings to let only members with their own password vote, ${then}`
    return { what, ready: false, detail, advice }
  }
  const advice = `${danger}: under Settings, tick “${settingLabels.ownPasswordToVote}”, ${then}`
  return { what, ready: false, detail, advice, href: siteSettingsHref }
}

/** From so long before voting opens a rehearsal is in the way. */
const rehearsalOverMs = 24 * 60 * 60_000

/** It may run beside the voting, so nobody may overlook it. */
export function rehearsalReady({ rehearsal, ...times }: Schedule & { rehearsal: boolean }, now: Instant): Readiness {
  const what = 'rehearsal'
  if (!rehearsal) return { what, ready: true, detail: 'No rehearsal is on.' }
  const wiped = 'Its ballots will then be deleted.'
  if (now < times.votingOpens - rehearsalOverMs)
    return { what, ready: true, detail: 'A rehearsal is on. Turn it off before voting opens.' }
  const rest = { what, ready: false, href: '?step=voting#rehearsal' } as const
  return isWithin(votingHours(times), now)
    ? {
        ...rest,
        detail: 'A rehearsal is still on while voting is open.',
        advice: `Turn it off now: a vote in the rehearsal does not count. ${wiped}`,
      }
    : { ...rest, detail: 'A rehearsal is still on.', advice: `Turn it off before voting opens. ${wiped}` }
}

export function secondAdminReady(
  { proxyNeedsSecondAdmin }: Pick<ElectionForm, 'proxyNeedsSecondAdmin'>,
  admins: number,
): Readiness {
  const what = 'second admin'
  if (!proxyNeedsSecondAdmin) return { what, ready: true, detail: 'Proxy ballots need no second administrator.' }
  if (admins >= 2)
    return { what, ready: true, detail: `${admins} administrators can confirm each other’s proxy ballots.` }
  return {
    what,
    ready: false,
    detail: 'Proxy ballots need a second administrator, and there is only one.',
    advice: 'Let another administrator for elections be invited, or let one administrator decide.',
    href: '?step=voting#proxies',
  }
}

export function emailReady(goesOut: boolean): Readiness {
  const what = 'mail'
  if (goesOut) return { what, ready: true, detail: 'Emails can be sent.' }
  return {
    what,
    ready: false,
    detail: 'No mail server is set up: reminders and proxy emails would stay on this server for 30 days.',
    advice: 'Ask the person who runs the server to set SMTP_URL and MAIL_FROM.',
  }
}

export function addressesReady(lacking: number): Readiness {
  const what = 'email addresses'
  if (lacking === 0) return { what, ready: true, detail: 'Every member has an email address.' }
  const detail = `${many(lacking, 'member has', 'members have')} no email address and would get no email.`
  return {
    what,
    ready: false,
    detail,
    advice: 'They can still vote. Tell them the date some other way.',
    href: '/members',
  }
}
