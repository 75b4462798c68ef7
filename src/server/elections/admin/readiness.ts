import { seatsOf } from '#shared/elections/standings.ts'
import { AppError } from '#shared/errors.ts'
import { services } from '#shared/members/enums.ts'
import type { Deps } from '#server/deps.ts'

/** One thing that must, or should, be in order before voting opens. */
export interface Readiness {
  what: 'nominees' | 'vault' | 'mail' | 'e-mails' | 'regions' | 'applicants' | 'second admin' | 'windows' | 'rehearsal'
  ready: boolean
  /** In words, with the figures. */
  detail: string
}

/** What is missing before voting opens. */
export async function readReadiness(deps: Deps, electionId: string): Promise<Readiness[]> {
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  const approved = [...(await deps.elections.approved(electionId)).values()]
  const short = services
    .map((ms) => ({ ms, seats: seatsOf(election.seats, ms), stand: approved.filter((one) => one.ms === ms).length }))
    .filter(({ seats, stand }) => seats > 0 && stand < seats)
  const people = await countPeople(deps)
  const vault = await deps.vault.keyOf(electionId).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : 'unexpected'),
  )
  const now = deps.clock.now()
  return [
    {
      what: 'nominees',
      ready: short.length === 0,
      detail:
        short.length === 0
          ? `${approved.length} approved nominees, enough for every seat`
          : short.map(({ ms, seats, stand }) => `${ms}: ${stand} for ${seats} seats`).join('; '),
    },
    {
      what: 'windows',
      ready: now < election.votingOpens,
      detail: now < election.votingOpens ? 'Voting opens later' : 'Voting has begun',
    },
    { what: 'vault', ready: vault === null, detail: vault ?? 'The key that seals ballots is in place' },
    {
      what: 'mail',
      ready: deps.config.smtpUrl !== undefined,
      detail: deps.config.smtpUrl
        ? 'Letters go out by e-mail'
        : 'No mail server is set: letters stay in a folder of this server',
    },
    { what: 'e-mails', ready: people.noEmail === 0, detail: `${people.noEmail} members have no e-mail address` },
    {
      what: 'regions',
      ready: people.noRegion === 0,
      detail: `${people.noRegion} members have no region and could not vote`,
    },
    { what: 'applicants', ready: people.pending === 0, detail: `${people.pending} applicants wait for approval` },
    {
      what: 'second admin',
      ready: !election.proxyNeedsSecondAdmin || people.admins >= 2,
      detail: `${people.admins} administrators`,
    },
    {
      what: 'rehearsal',
      ready: !election.rehearsal,
      detail: election.rehearsal ? 'A rehearsal is on' : 'No rehearsal is on',
    },
  ]
}

async function countPeople({ pool }: Pick<Deps, 'pool'>) {
  const { rows } = await pool.query<{ noEmail: number; noRegion: number; pending: number; admins: number }>(
    `select
       count(*) filter (where approved and withdrawn_at is null and not is_admin and email is null)::int as "noEmail",
       count(*) filter (where approved and withdrawn_at is null and not is_admin and region is null)::int as "noRegion",
       count(*) filter (where not approved and not is_admin)::int as pending,
       count(*) filter (where is_admin)::int as admins
     from users where erased_at is null`,
  )
  const [found] = rows
  if (!found) throw new AppError('unexpected')
  return found
}
