import type { Check, Place } from '#shared/check.ts'
import { settingLabels } from '#shared/content/setting-labels.ts'
import { seatsOf } from '#shared/elections/counting/standings.ts'
import { isWithin, votingHours, votingIsOver, type Stage } from '#shared/elections/lifecycle.ts'
import { type Schedule, closingTime } from '#shared/elections/schedule.ts'
import { firstDigits, showCount as many, showNumber } from '#shared/figures.ts'
import { notStated, serviceNames, services, type Service } from '#shared/members/enums.ts'
import { noMailServer } from '#shared/text.ts'
import { dayInManila, dayMs, showDate, showInstant, type Instant } from '#shared/time.ts'
import type { ElectionForm } from './settings.ts'

/** While voting is open. */
export const thingsToWatch = 'Things to watch'

/** The page where the site decides who may vote. */
export const siteSettingsHref = '/admin/settings#rules'

/**
 * When each check is worth showing: nobody is warned about what is over or not due yet. `untilRollFrozen` is for those that
 * decide who gets on the roll.
 */
const planned = ['announced', 'nomination', 'campaign'] as const
const untilTheEnd = [...planned, 'voting'] as const
const saidIn = {
  windows: { stages: ['draft', ...untilTheEnd, 'counting', 'counted'] },
  nominees: { stages: ['nomination', 'campaign'] },
  vault: { stages: untilTheEnd },
  ballots: { stages: ['voting'] },
  roll: { stages: untilTheEnd },
  standing: { stages: ['draft', ...planned], untilRollFrozen: true },
  'signing key': { stages: untilTheEnd },
  regions: { stages: planned, untilRollFrozen: true },
  applicants: { stages: planned, untilRollFrozen: true },
  birthdates: { stages: ['draft', ...untilTheEnd] },
  rehearsal: { stages: untilTheEnd },
  'second admin': { stages: untilTheEnd },
  // While voting is open, the figures of the day say it.
  mail: { stages: ['draft', ...planned] },
  'email addresses': { stages: planned },
} as const satisfies Record<string, { stages: readonly Stage[]; untilRollFrozen?: true }>

/** Something that must, or should, be in order before voting opens. Links to a page of the site or to a part of the settings. */
export type Readiness = Check<keyof typeof saidIn>

export function isCheckedIn(name: Readiness['name'], stage: Stage, rollFrozen: boolean): boolean {
  const { stages, untilRollFrozen = false }: { stages: readonly Stage[]; untilRollFrozen?: boolean } = saidIn[name]
  return stages.includes(stage) && !(untilRollFrozen && rollFrozen)
}

export type ListedStage = Exclude<Stage, 'certified' | 'cancelled'>

/** Whether there is still something to set or to watch: not once there is a result to close, or none to come. */
export const listsMissing = (stage: Stage, hasBallots: boolean): stage is ListedStage =>
  stage !== 'certified' && stage !== 'cancelled' && !(hasBallots && votingIsOver(stage))

const inOrder = (name: Readiness['name'], sentence: string): Readiness => ({ name, state: 'ok', sentence })
/** Information only: nothing to do about it. */
const known = (name: Readiness['name'], sentence: string): Readiness => ({ name, state: 'info', sentence })
const missing = (name: Readiness['name'], sentence: string, whatToDo: string, where?: Place): Readiness => ({
  name,
  state: 'warning',
  sentence,
  whatToDo,
  where,
})

/** While nominations are open more may come, so nothing is missing yet. `unanswered` were asked to accept. */
export function nomineesReady(
  { seats, nominationOpens, nominationCloses, adminNominationCloses }: Pick<ElectionForm, 'seats'> & Schedule,
  nominees: readonly { ms: Service }[],
  unanswered: number,
  now: Instant,
): Readiness {
  const short = services
    .map((service) => ({
      ms: service,
      seats: seatsOf(seats, service),
      stand: nominees.filter((one) => one.ms === service).length,
    }))
    .filter((one) => one.stand < one.seats)
  const approved = many(nominees.length, 'approved nominee')
  const waiting =
    unanswered > 0
      ? ` ${many(unanswered, 'other has', 'others have')} not answered yet, and will be on the ballot only if they accept.`
      : ''
  if (short.length === 0) return inOrder('nominees', `${approved}, enough for every seat.${waiting}`)
  if (now < nominationCloses) {
    const soFar = nominees.length === 0 ? 'Nobody is on the ballot yet' : `${approved} so far`
    const until =
      now < nominationOpens
        ? `opens on ${showInstant(nominationOpens)}`
        : `is open until ${closingTime(nominationCloses)}`
    return inOrder('nominees', `${soFar}, and nothing is missing yet: nomination ${until}.${waiting}`)
  }
  const lacking = short.map(
    (one) => `${serviceNames[one.ms]} has ${many(one.stand, 'approved nominee')} for ${many(one.seats, 'seat')}`,
  )
  const sentence = `${lacking.join('; ')}.${waiting}`
  const vacant = 'A seat without a nominee stays vacant.'
  if (adminNominationCloses <= now) return missing('nominees', sentence, vacant)
  const nominate = `Nominate more people, or approve the pending ones. ${vacant}`
  return missing('nominees', sentence, nominate, { label: 'Go to the nominations', href: '/nominate' })
}

export function windowsReady(election: Schedule, now: Instant): Readiness {
  const times = { label: 'Go to the times', href: '?step=setup#times' }
  if (election.votingCloses <= now)
    return missing(
      'windows',
      `Voting ended on ${showInstant(election.votingCloses)}.`,
      'If nobody has voted, set the times of the next election here.',
      times,
    )
  if (election.voteLinkOpens > election.votingOpens || election.voteLinkCloses < election.votingCloses)
    return missing(
      'windows',
      'The Vote link is hidden for part of the voting period.',
      'It should appear before voting opens and disappear after voting closes.',
      times,
    )
  const opens = showInstant(election.votingOpens)
  return inOrder(
    'windows',
    now < election.votingOpens ? `Voting opens on ${opens}.` : `Voting has been open since ${opens}.`,
  )
}

/** The other ballots are counted; these wait in the box until they are repaired. */
export function ballotsReady(unopened: boolean): Readiness {
  if (!unopened) return inOrder('ballots', 'Every ballot can be opened.')
  return missing(
    'ballots',
    'Some ballots cannot be opened.',
    'Ask the person who runs the server to fix this. Until then the result cannot be certified.',
  )
}

/** `problem`: why the vault cannot provide the ballot key. */
export function vaultReady(problem: string | null): Readiness {
  if (problem === null) return inOrder('vault', 'Ballots are sealed.')
  return missing('vault', problem, 'Ask the person who runs the server to look at the “vault” folder next to the data.')
}

/** A member without a region votes like any other, but cannot be nominated. */
export function regionsReady(
  lacking: number,
  { adminNominationCloses }: Pick<Schedule, 'adminNominationCloses'>,
  now: Instant,
): Readiness {
  if (lacking === 0) return inOrder('regions', 'Every member has a region.')
  const who = `${many(lacking, 'member has', 'members have')} no region`
  const counted = `will be counted under “${notStated}”`
  if (adminNominationCloses <= now) return known('regions', `${who} and ${counted}.`)
  return missing(
    'regions',
    `${who}: they cannot be nominated, and ${counted}.`,
    'Add the region to the record of everybody who may be nominated.',
    { label: 'See these members', href: '/members?region=none' },
  )
}

/** Freezing the roll decides who may vote. */
export function rollReady(
  { freezesAt, frozenAt }: { freezesAt: Instant; frozenAt: Instant | null },
  people: number,
  now: Instant,
): Readiness {
  if (frozenAt !== null) {
    const on = many(people, 'member is', 'members are')
    return known('roll', `The roll was closed on ${showInstant(frozenAt)}: ${on} on it.`)
  }
  const would = `${many(people, 'member', 'members')} would be on it now`
  if (freezesAt > now) return known('roll', `The roll will be closed on ${showInstant(freezesAt)}: ${would}.`)
  return missing(
    'roll',
    `The roll should have been closed on ${showInstant(freezesAt)}, but is not: ${would}.`,
    'Approve a nominee, and make sure that the server’s clock is right.',
  )
}

/** Members who would be left out unless they pay. */
export interface LackingStanding {
  people: number
  /** How many of them have lapsed already; the others will have by then. */
  lapsed: number
  /** How many of them sent a payment that waits for the treasury. */
  waiting: number
}

export function standingReady({ people, lapsed, waiting }: LackingStanding, on: Instant): Readiness {
  const name = 'standing'
  const day = showDate(on)
  if (people === 0) return inOrder(name, `Every member will be in good standing on ${day}.`)
  const who = `${many(people, 'member', 'members')} would not be on the roll, because of dues`
  const will = people - lapsed
  const why = [
    lapsed > 0 && `${many(lapsed, 'has', 'have')} lapsed`,
    will > 0 && `${showNumber(will)} will have lapsed by ${day}`,
    waiting > 0 && `${showNumber(waiting)} of them sent a payment that is waiting`,
  ].filter((part) => part !== false)
  return missing(
    name,
    `${who}: ${why.join(', ')}.`,
    waiting > 0 ? 'Decide on the waiting payments, and ask the others to pay in time.' : 'Ask them to pay in time.',
    { label: 'See who', href: `/admin/dues/members?standing=lapsed&on=${dayInManila(on)}` },
  )
}

/** People who noted the fingerprint can recognise what the site published. */
export const signingKeyReady = (fingerprint: string): Readiness =>
  known('signing key', `The election is signed with the key ${firstDigits(fingerprint)}.`)

export function applicantsReady(waiting: number): Readiness {
  if (waiting === 0) return inOrder('applicants', 'Nobody is waiting for approval.')
  return missing(
    'applicants',
    `${many(waiting, 'applicant is waiting', 'applicants are waiting')} for approval and cannot vote yet.`,
    'Decide on them before voting opens.',
    { label: 'Go to the applicants', href: '/members?approval=true' },
  )
}

/** Many people know serial numbers and birthdays, and together they are a login until its owner chooses a password. */
export function birthdaysReady(
  members: number,
  { ownPasswordToVote, voting, maySet }: Record<'ownPasswordToVote' | 'voting' | 'maySet', boolean>,
): Readiness {
  const name = 'birthdates'
  if (members === 0) return inOrder(name, 'Every member has their own password.')
  const who = { label: 'See these members', href: '/members?password=birthday' }
  if (ownPasswordToVote)
    return missing(
      name,
      `${many(members, 'member has', 'members have')} no password of their own and cannot vote.`,
      'Ask them to log in and choose one in time.',
      who,
    )
  const onRoll = voting ? ' on the roll' : ''
  const sentence = `${many(members, `member${onRoll} still logs in`, `members${onRoll} still log in`)} with their birthday.`
  const danger = 'Anyone who knows their serial number and birthday could vote in their name'
  // The setting is fixed while voting is open.
  if (voting) return missing(name, sentence, `${danger}: ask them to choose their own password.`, who)
  const then = 'and leave them time to choose one.'
  if (!maySet) {
    const ask = `ask an administrator for settings to let only members with their own password vote, ${then}`
    return missing(name, sentence, `${danger}: ${ask}`)
  }
  return missing(name, sentence, `${danger}: under Settings, tick “${settingLabels.ownPasswordToVote}”, ${then}`, {
    label: 'Go to Settings',
    href: siteSettingsHref,
  })
}

/** From this long before voting opens a rehearsal is in the way. */
const rehearsalOverMs = dayMs

interface Rehearsed extends Schedule {
  rehearsal: boolean
}

/** Members can reach it while this is the current election, and can try it once there is a candidate. */
interface Rehearsability {
  current: boolean
  nominees: number
}

/** It may still run during the voting, so nobody must overlook it. */
export function rehearsalReady(
  { rehearsal, ...times }: Rehearsed,
  { current, nominees }: Rehearsability,
  now: Instant,
): Readiness {
  if (!rehearsal) return inOrder('rehearsal', 'No rehearsal is on.')
  if (now < times.votingOpens - rehearsalOverMs) {
    const tried = !current
      ? `Members can try the ballot from ${showInstant(times.nominationOpens)}, when nomination opens.`
      : nominees === 0
        ? 'Nobody is on the ballot yet, so members have nobody to choose.'
        : 'Members can try the ballot now.'
    return inOrder('rehearsal', `A rehearsal is on. ${tried} Turn it off before voting opens.`)
  }
  if (isWithin(votingHours(times), now)) return rehearsalInVoting
  const turnOff = 'Turn it off before voting opens. Its ballots will then be deleted.'
  return missing('rehearsal', 'A rehearsal is still on.', turnOff, toRehearsal)
}

const toRehearsal = { label: 'Go to the rehearsal', href: '?step=voting#rehearsal' }

/** Members may mistake it for the vote. */
export const rehearsalInVoting = {
  name: 'rehearsal',
  state: 'wrong',
  sentence: 'A rehearsal is still on while voting is open.',
  whatToDo: 'Turn it off now: a vote in the rehearsal does not count. Its ballots will then be deleted.',
  where: toRehearsal,
} as const satisfies Readiness

export function secondAdminReady(
  { proxyNeedsSecondAdmin }: Pick<ElectionForm, 'proxyNeedsSecondAdmin'>,
  admins: number,
): Readiness {
  const name = 'second admin'
  if (!proxyNeedsSecondAdmin) return inOrder(name, 'Proxy ballots need no second administrator.')
  if (admins >= 2) return inOrder(name, `${admins} administrators can confirm each other’s proxy ballots.`)
  return missing(
    name,
    'Proxy ballots need a second administrator, and there is only one.',
    'Invite another administrator for elections, or let one administrator decide.',
    { label: 'Go to proxy ballots', href: '?step=voting#proxies' },
  )
}

/** `no server`: none is connected. `stuck`: one is, but does not accept what is sent. */
export function emailReady(email: 'leaves' | 'stuck' | 'no server'): Readiness {
  if (email === 'leaves') return inOrder('mail', 'Emails can be sent.')
  if (email === 'stuck')
    return missing(
      'mail',
      'Emails cannot be sent at this time, so reminders and proxy emails are late.',
      'Ask the person who runs the server to look at the mail server.',
    )
  return missing('mail', noMailServer.sentence, noMailServer.whatToDo)
}

export function addressesReady(lacking: number): Readiness {
  if (lacking === 0) return inOrder('email addresses', 'Every member has an email address.')
  return missing(
    'email addresses',
    `${many(lacking, 'member has', 'members have')} no email address and would get no email.`,
    'They can still vote. Tell them the date some other way.',
    { label: 'Go to the members', href: '/members' },
  )
}
