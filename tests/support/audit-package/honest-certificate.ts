import { votingCloses, votingOpens, type ElectionModel, type LeafModel, type Voter } from './election-model.ts'
import { countsOf } from './counts.ts'
import type { Statement } from './sealed-package.ts'

/** What an honest certificate says, counted without the verifier's code. */

interface Count {
  leaves: readonly LeafModel[]
  present: readonly Voter[]
  participants: readonly Voter[]
}

export function certificateOf(
  model: ElectionModel,
  { leaves, present, participants }: Count,
  bound: Record<string, string>,
): Statement {
  const votes = countsOf(leaves.flatMap(({ nominee }) => nominee ?? []))
  const names = new Map(
    model.corrections.flatMap(({ changes }) => changes.map(({ field, after }) => [field, String(after)] as const)),
  )
  const standings = model.nominees
    .map(({ id, name, ...rest }) => ({
      nomineeId: id,
      name: names.get(`nominees.${id}.name`) ?? name,
      ...rest,
      votes: votes[id] ?? 0,
    }))
    .toSorted((a, b) => b.votes - a.votes || (a.name < b.name ? -1 : 1))
  const { elected, ties, vacant } = outcome(model, standings)
  const voted = participants.filter((voter) => voter.voted)
  const [cast, eligible] = [countsOf(voted.map(({ region }) => region)), countsOf(present.map(({ region }) => region))]
  return {
    type: 'certificate/1',
    election: model.id,
    title: names.get('title') ?? model.title,
    certifiedAt: '2025-03-30T06:00:00.000Z',
    certifiedBy: 'Administrator One',
    votingOpens,
    votingCloses: names.get('times.votingCloses') ?? votingCloses,
    seats: model.seats,
    standings,
    elected,
    vacant,
    ballots: model.batches.at(-1)!,
    proxies: participants.filter(({ proxy }) => proxy).length,
    turnout: Object.entries(eligible).map(([region, count]) => ({ region, cast: cast[region] ?? 0, eligible: count })),
    ties,
    ...bound,
    lastHash: '00'.repeat(32),
    logEntries: 7,
  }
}

interface Standing {
  nomineeId: string
  name: string
  service: string
  votes: number
}

function outcome({ seats }: ElectionModel, standings: readonly Standing[]) {
  const elected: Standing[] = []
  const ties: unknown[] = []
  const vacant: { service: string; seats: number }[] = []
  for (const [service, places] of Object.entries(countsOf(seats.map((seat) => seat.service)))) {
    const ranked = standings.filter((one) => one.service === service && one.votes > 0)
    const limit = ranked[places - 1]?.votes ?? 0
    const above = ranked.filter(({ votes }) => votes > limit)
    const level = ranked.filter(({ votes }) => votes === limit)
    const left = places - above.length
    const chosen = level.slice(0, left)
    elected.push(...above, ...chosen)
    if (ranked.length < places) vacant.push({ service, seats: places - ranked.length })
    const named = (people: Standing[]) => people.map(({ nomineeId, name }) => ({ nomineeId, name }))
    if (level.length > left)
      ties.push({
        service,
        votes: limit,
        seats: left,
        tied: named(level),
        chosen: named(chosen),
        reason: 'Drawn by lot before the observers',
        decidedBy: 'Administrator Two',
        decidedAt: '2025-03-30T05:00:00.000Z',
      })
  }
  return { elected, ties, vacant }
}
