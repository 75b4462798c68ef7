import { seatsOf } from '#shared/elections/standings.ts'
import { AppError } from '#shared/errors.ts'
import { services } from '#shared/members/enums.ts'
import { errorText } from '#shared/text.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import type { Deps } from '#server/deps.ts'
import type { ApprovedNominee, Election } from '../at-hand.ts'
import { inGoodStanding } from '../may-vote.ts'
import { hasBallots } from './queries.ts'

/** One thing that must, or should, be in order before voting opens. */
export interface Readiness {
  what: 'nominees' | 'windows' | 'vault' | 'regions' | 'applicants' | 'rehearsal' | 'second admin' | 'mail' | 'e-mails'
  ready: boolean
  /** How it stands, in words, with the figures. */
  detail: string
  /** What to do about it, and where; nothing when there is nothing to do. */
  advice?: string
  /** A page of the site, or a part of the settings themselves. */
  href?: string
}

export interface ElectionState {
  readiness: Readiness[]
  /** Whether ballots rest on the settings already. */
  hasBallots: boolean
  now: Instant
}

/** What is missing before voting opens, and what can still be changed. */
export async function readReadiness(deps: Deps, electionId: string): Promise<ElectionState> {
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  const nominees = [...(await deps.elections.approved(electionId)).values()]
  const people = await countPeople(deps)
  const now = deps.clock.now()
  return {
    now,
    hasBallots: await hasBallots(deps.db, electionId),
    readiness: [
      nomineesReady(election, nominees),
      windowsReady(election, now),
      await vaultReady(deps, electionId),
      regionsReady(people.noRegion),
      applicantsReady(people.pending),
      rehearsalReady(election),
      secondAdminReady(election, people.admins),
      mailReady(deps),
      addressesReady(people.noEmail),
    ],
  }
}

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`

function nomineesReady({ seats }: Election, nominees: readonly ApprovedNominee[]): Readiness {
  const what = 'nominees'
  const short = services
    .map((ms) => ({ ms, seats: seatsOf(seats, ms), stand: nominees.filter((one) => one.ms === ms).length }))
    .filter((one) => one.stand < one.seats)
  if (short.length === 0)
    return { what, ready: true, detail: `${many(nominees.length, 'approved nominee')}, enough for every seat.` }
  const lacking = short.map((one) => `${one.ms} has ${many(one.stand, 'nominee')} for ${many(one.seats, 'seat')}`)
  return {
    what,
    ready: false,
    detail: `${lacking.join('; ')}.`,
    advice: 'Nominate more people, or approve those who wait. A seat without a nominee stays vacant.',
    href: '/nominate',
  }
}

function windowsReady(election: Election, now: Instant): Readiness {
  const what = 'windows'
  const href = '#times'
  if (election.votingCloses <= now)
    return {
      what,
      ready: false,
      detail: `Voting ended ${showInstant(election.votingCloses)}.`,
      advice: 'If nobody has voted, set the times of the next election here.',
      href,
    }
  if (election.voteLinkOpens > election.votingOpens || election.voteLinkCloses < election.votingCloses)
    return {
      what,
      ready: false,
      detail: 'The Vote link is not shown during all of voting.',
      advice: 'Let it appear when voting opens at the latest, and go when voting closes at the earliest.',
      href,
    }
  const opens = showInstant(election.votingOpens)
  return {
    what,
    ready: true,
    detail: now < election.votingOpens ? `Voting opens ${opens}.` : `Voting is open since ${opens}.`,
  }
}

/**
 * Looking for the key also makes it, once: only so is it known that the folder can be written to, before the first ballot is
 * sealed. That does no harm in a reading: it is the key that the first ballot would make, however often and by whomever it is
 * asked for; where there was one and it is lost, or it was destroyed, no other is made.
 */
async function vaultReady({ vault }: Pick<Deps, 'vault'>, electionId: string): Promise<Readiness> {
  const what = 'vault'
  try {
    await vault.keyOf(electionId)
    return { what, ready: true, detail: 'The key that seals ballots is in place.' }
  } catch (error) {
    return {
      what,
      ready: false,
      detail: errorText[error instanceof AppError ? error.code : 'unexpected'],
      advice: 'Ask the person who runs the server to look at the “vault” folder beside the data.',
    }
  }
}

function regionsReady(lacking: number): Readiness {
  const what = 'regions'
  if (lacking === 0) return { what, ready: true, detail: 'Every member has a region.' }
  const detail = `${many(lacking, 'member has', 'members have')} no region and could not vote.`
  return { what, ready: false, detail, advice: 'Open their profiles and add it.', href: '/members' }
}

function applicantsReady(waiting: number): Readiness {
  const what = 'applicants'
  if (waiting === 0) return { what, ready: true, detail: 'Nobody waits for approval.' }
  return {
    what,
    ready: false,
    detail: `${many(waiting, 'applicant waits', 'applicants wait')} for approval and could not vote.`,
    advice: 'Decide on them before voting opens.',
    href: '/members?approval=true',
  }
}

function rehearsalReady({ rehearsal }: Election): Readiness {
  const what = 'rehearsal'
  if (!rehearsal) return { what, ready: true, detail: 'No rehearsal is on.' }
  const advice = 'Turn it off before voting opens. Its ballots are wiped then.'
  return { what, ready: false, detail: 'A rehearsal is on.', advice, href: '#rehearsal' }
}

function secondAdminReady({ proxyNeedsSecondAdmin }: Election, admins: number): Readiness {
  const what = 'second admin'
  if (!proxyNeedsSecondAdmin) return { what, ready: true, detail: 'Proxy ballots need no second administrator.' }
  if (admins >= 2)
    return { what, ready: true, detail: `${admins} administrators can confirm each other’s proxy ballots.` }
  return {
    what,
    ready: false,
    detail: 'Proxy ballots need a second administrator, and there is only one.',
    advice: 'Ask the person who runs the server to add an administrator, or let one administrator decide.',
    href: '#proxies',
  }
}

function mailReady({ config }: Pick<Deps, 'config'>): Readiness {
  const what = 'mail'
  if (config.smtpUrl) return { what, ready: true, detail: 'Letters go out by e-mail.' }
  return {
    what,
    ready: false,
    detail: 'No mail server is set: reminders and proxy letters would stay on this server.',
    advice: 'Ask the person who runs the server to set SMTP_URL and MAIL_FROM.',
  }
}

function addressesReady(lacking: number): Readiness {
  const what = 'e-mails'
  if (lacking === 0) return { what, ready: true, detail: 'Every member has an e-mail address.' }
  const detail = `${many(lacking, 'member has', 'members have')} no e-mail address and would get no letter.`
  return { what, ready: false, detail, advice: 'They can vote. Tell them of the day in another way.', href: '/members' }
}

async function countPeople({ pool }: Pick<Deps, 'pool'>) {
  const { rows } = await pool.query<{ noEmail: number; noRegion: number; pending: number; admins: number }>(
    `select
       count(*) filter (where ${inGoodStanding('users')} and email is null)::int as "noEmail",
       count(*) filter (where ${inGoodStanding('users')} and region is null)::int as "noRegion",
       count(*) filter (where not approved and not is_admin)::int as pending,
       count(*) filter (where is_admin)::int as admins
     from users where erased_at is null`,
  )
  const [found] = rows
  if (!found) throw new AppError('unexpected')
  return found
}
