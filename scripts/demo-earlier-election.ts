import { certainClock } from '#server/clock.ts'
import { elections, nominees } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { certify } from '#server/elections/closing/certify.ts'
import { decideTie } from '#server/elections/closing/final-count.ts'
import { publish } from '#server/elections/closing/publish.ts'
import { readClosing } from '#server/elections/closing/read-closing.ts'
import { countBallots } from '#server/elections/counting/count-ballots.ts'
import { ensureFrozen } from '#server/elections/roll/freeze.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { services, type Service } from '#shared/members/enums.ts'
import { manila, type Instant } from '#shared/time.ts'
import { demoAdministrator } from './demo-administrator.ts'
import { castDemoBallots, slateOf, wholeMembers } from './demo-ballots.ts'
import { firstOfTheOthers } from './demo-logins.ts'

/** The election of two years before: held, counted, certified and published by the site itself, at the hours of that day. */

const day = '2023-03-25'
const votingOpens = manila(day)
const votingCloses = manila(day, '17:00')
const at = (date: string) => manila(date)

const earlier = {
  title: 'ARRAPI BOT ELECTION 2023',
  nominationOpens: at('2023-03-01'),
  nominationCloses: at('2023-03-15'),
  adminNominationCloses: at('2023-03-20'),
  candidacyOpens: at('2023-03-01'),
  candidacyCloses: at('2023-03-14'),
  voteLinkOpens: votingOpens,
  voteLinkCloses: at('2023-03-26'),
  votingOpens: votingOpens,
  votingCloses: votingCloses,
  createdAt: at('2023-02-01'),
}
/** By their places among the members who are no candidates of 2025. */
const standing: Record<Service, number> = { PA: 7, PN: 3, PAF: 3, TAS: 3 }
const skipped: Record<Service, number> = { PA: 9, PN: 4, PAF: 4, TAS: 3 }
const voters = { from: 10, to: 140 }

export async function fillEarlierElection(site: Deps): Promise<void> {
  const time = { now: votingOpens }
  const deps = { ...site, clock: certainClock({ now: (): Instant => time.now }) }
  const admin = await demoAdministrator(deps)
  const [held] = await deps.db
    .insert(elections)
    .values({ ...earlier, seats: defaultElection.seats })
    .returning({ id: elections.id })
  if (!held) throw new Error('the earlier election was not stored')
  const whole = await wholeMembers(deps)
  const others = whole.slice(firstOfTheOthers - 1)
  const chosen = services.flatMap((ms) =>
    others.filter((one) => one.ms === ms).slice(skipped[ms], skipped[ms] + standing[ms]),
  )
  const made = await deps.db
    .insert(nominees)
    .values(
      chosen.map((data, n) => ({
        electionId: held.id,
        userId: data.id,
        nominatedBy: whole[n % 5]?.id ?? data.id,
        data,
        createdAt: at('2023-03-05'),
      })),
    )
    .returning({ nomineeId: nominees.id, userId: nominees.userId })
  const serviceOf = new Map(chosen.map(({ id, ms }) => [id, ms]))
  deps.elections.invalidate()
  const opening = await deps.elections.byId(held.id)
  if (opening) await ensureFrozen(deps, opening)
  time.now = votingOpens + 9 * 60 * 60_000
  const slate = slateOf(made.map((one) => ({ ...one, ms: serviceOf.get(one.userId) ?? 'PA' })))
  await castDemoBallots(deps, held.id, slate, whole.slice(voters.from, voters.to))
  await countBallots(deps, AbortSignal.timeout(60_000))
  time.now = votingCloses + 60 * 60_000
  await countBallots(deps, AbortSignal.timeout(60_000))
  deps.elections.invalidate()
  for (const { ms, seats: open, nominees: tied } of (await readClosing(deps, admin, held.id)).ties)
    await decideTie(deps, admin, held.id, {
      ms,
      nomineeIds: tied.slice(0, open).map(({ nomineeId }) => nomineeId),
      reason: 'drawing of lots in public, as the by-laws say',
    })
  time.now += 60 * 60_000
  await certify(deps, admin, held.id)
  deps.elections.invalidate()
  await publish(deps, admin, held.id, { replaces: [] })
}
