import { eq } from 'drizzle-orm'
import { certainClock } from '#server/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import { candidateProfiles, candidatesFiles, elections, nominees, type NomineeSnapshot } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { countBallots } from '#server/elections/counting/count-ballots.ts'
import { ensureFrozen } from '#server/elections/roll/freeze.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { services, type Service } from '#shared/members/enums.ts'
import { castDemoBallots, slateOf, wholeMembers } from './demo-ballots.ts'
import { demoPeople, firstOfTheOthers } from './demo-logins.ts'
import { certificate } from './demo-pictures.ts'
import { stored } from './demo-videos.ts'

/** The election of the demonstration: nominees who accepted, one who did not answer, and a morning's worth of ballots. */

const standing: Record<Service, number> = { PA: 9, PN: 4, PAF: 4, TAS: 3 }
const firstVoter = 40
const voters = 120

const statements = [
  'I have served with this association since its first assembly. I will see to it that every chapter gets its training on time and that members’ children hear of our scholarships.',
  'Three things I will work for: cards printed within a month, a medical mission each year in every region, and open books that any member may read.',
  'After the last flood our unit was on the road within four hours. I want a register of skills, so that we know at once whom to call.',
  'My promise is simple: I answer. Every letter to the board gets a reply within a week.',
  'I ask for your vote to bring the Visayas and Mindanao chapters closer to the work of the board.',
]

export async function fillDemoElection(deps: Deps): Promise<void> {
  const whole = await wholeMembers(deps)
  const [announced] = await deps.db.insert(elections).values(defaultElection).returning({ id: elections.id })
  if (!announced) throw new Error('the election was not stored')
  const electionId = announced.id
  const others = whole.slice(firstOfTheOthers - 1)
  const chosen = services.flatMap((ms) => others.filter((one) => one.ms === ms).slice(0, standing[ms]))
  const documents = await Promise.all(
    chosen
      .filter((_one, n) => n % 3 === 0)
      .map(async (one) => ({
        electionId,
        userId: one.id,
        filepath: await stored(deps, 'candidate_documents', 'image/jpeg', await paperOf(one), one.id),
        createdAt: nominatedOn(0),
      })),
  )
  const asked = whole[demoPeople.asked.number - 1]
  // At once: the site freezes an election in which somebody stands.
  const made = await inTransaction(deps, async (tx) => {
    await tx.update(elections).set({ nomineesAccept: true }).where(eq(elections.id, electionId))
    const rows = await tx
      .insert(nominees)
      .values([
        ...chosen.map((data, n) => ({
          electionId,
          userId: data.id,
          nominatedBy: whole[n % 5]?.id ?? data.id,
          data,
          status: 'approved' as const,
          answer: 'accepted' as const,
          answeredAt: nominatedOn(n + 1),
          createdAt: nominatedOn(n),
        })),
        ...(asked ? [unanswered(electionId, asked, whole[0]?.id ?? asked.id)] : []),
      ])
      .returning({ id: nominees.id, userId: nominees.userId, status: nominees.status })
    const accepted = rows.filter(({ status }) => status === 'approved')
    await tx.insert(candidateProfiles).values(
      accepted.map(({ id }, n) => ({
        nomineeId: id,
        statement: statements[n % statements.length] ?? '',
        updatedAt: nominatedOn(n + 1),
      })),
    )
    await tx.insert(candidatesFiles).values(documents)
    return accepted
  })
  const serviceOf = new Map(chosen.map(({ id, ms }) => [id, ms]))
  const slate = slateOf(made.map(({ id, userId }) => ({ nomineeId: id, userId, ms: serviceOf.get(userId) ?? 'PA' })))
  deps.elections.invalidate()
  const election = await deps.elections.byId(electionId)
  if (!election || deps.clock.now() < election.votingOpens) return
  await ensureFrozen({ ...deps, clock: certainClock({ now: () => election.votingOpens }) }, election)
  const voted = whole.filter(
    (one, n) => n + 1 === demoPeople.voter.number || (n >= firstVoter && n < firstVoter + voters),
  )
  await castDemoBallots(deps, electionId, slate, voted)
  await countBallots(deps, AbortSignal.timeout(60_000))
}

const nominatedOn = (n: number) => Date.parse(`2025-03-${String(1 + (n % 13)).padStart(2, '0')}T10:00:00+08:00`)

const unanswered = (electionId: string, data: NomineeSnapshot, nominatedBy: string) => ({
  electionId,
  userId: data.id,
  nominatedBy,
  data,
  status: 'asked' as const,
  answer: null,
  answeredAt: null,
  createdAt: nominatedOn(12),
})

const paperOf = (one: NomineeSnapshot) =>
  certificate(`${one.first_name} ${one.last_name}`, one.rank ?? '', one.military_serial ?? '')
