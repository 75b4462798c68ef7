import { checkAtEnd, checksOf } from '../check.ts'
import type { Facts } from '../facts.ts'
import { printable } from '../problems.ts'
import type { Certificate, Seat, VoteCount } from '../statements.ts'
import { clockLeewayMs, logProblem } from './heads.ts'

/** Checks that the certificate agrees with the count. */

/** A check of the certificate: what is wrong with it, given the facts. */
const certified = (
  sentence: string,
  wrong: string,
  problemsOf: (certificate: Certificate, facts: Facts) => Iterable<string | null>,
) => ({
  sentence,
  wrong,
  needs: 'certificate' as const,
  watch: checkAtEnd((facts) => (facts.certificate ? problemsOf(facts.certificate.statement, facts) : [])),
})

export const certificateChecks = checksOf({
  'certificate-head': certified(
    'The certificate names the last head of the public board',
    'the certificate is about a different state of the public board',
    (certificate, { lastHead }) => [certificate.head === lastHead?.hash ? null : 'it names another head than the last'],
  ),
  'certificate-record': certified(
    'The certificate names the record made before voting with all its corrections',
    'a correction is missing from the certificate',
    (certificate, facts) => [
      facts.recordNumber(certificate.record) === facts.chain.length
        ? null
        : 'it names another record than the last of the package',
    ],
  ),
  'certificate-participation': certified(
    'The certificate names this very participation list',
    'the certificate is about a different list of who voted',
    (certificate, { participation }) => [
      certificate.participation === participation.hash() ? null : 'it names another participation list',
    ],
  ),
  'certificate-terms': certified(
    'Title, voting times and seats of the certificate are those of the record made before voting and its corrections',
    'the certificate has a wrong title, wrong times or wrong seats',
    (certificate, { record: { title, times, seats } }) => [
      differs('the title is', certificate.title, title),
      differs('voting opened', certificate.votingOpens, times.get('votingOpens')),
      differs('voting closed', certificate.votingCloses, times.get('votingCloses')),
      seatList(certificate.seats) === seatList(seats)
        ? null
        : 'its seats are not those of the record made before voting',
    ],
  ),
  'certificate-totals': certified(
    'The votes of every nominee are those of the recount',
    'the votes on the certificate are not those of the recount',
    (certificate, facts) => [
      ...standingProblems('standings', certificate.standings, facts),
      ...missing(certificate.standings, facts.record.nominees.keys()).map(
        (id) => `the certificate leaves out ${printable(facts.record.nominees.get(id)?.name)}`,
      ),
      certificate.standings.some(({ votes }, i, all) => votes > (all[i - 1]?.votes ?? Infinity))
        ? 'the standings do not have the most votes first'
        : null,
    ],
  ),
  'certificate-elected': certified(
    'Those elected are those with the most votes, and where votes are equal those of the recorded decision',
    'the people elected are not those on the certificate',
    (certificate, facts) => {
      const chosen = (service: string) =>
        (certificate.ties.find((tie) => tie.service === service)?.chosen ?? []).map(({ nomineeId }) => nomineeId)
      const wanted = new Set(
        outcomes(facts).flatMap(({ service, safe, tie }) => [...safe, ...(tie ? chosen(service) : [])]),
      )
      const name = (id: string) => printable(facts.record.nominees.get(id)?.name ?? id)
      return [
        ...standingProblems('elected', certificate.elected, facts),
        ...missing(certificate.elected, wanted).map(
          (id) => `${name(id)} is elected, but the certificate leaves that out`,
        ),
        ...certificate.elected
          .filter(({ nomineeId }) => !wanted.has(nomineeId))
          .map(({ nomineeId }) => `${name(nomineeId)} is not elected`),
      ]
    },
  ),
  'certificate-vacant': certified(
    'The seats left vacant are those for which nobody got a vote',
    'the vacant seats are not those on the certificate',
    (certificate, facts) => {
      const list = (some: { service: string; seats: number }[]) =>
        some
          .map(({ service, seats }) => `${service}: ${seats}`)
          .toSorted()
          .join(', ') || 'none'
      const found = outcomes(facts).map(({ service, vacant: seats }) => ({ service, seats }))
      return [differs('vacant are', list(certificate.vacant), list(found.filter(({ seats }) => seats > 0)))]
    },
  ),
  'certificate-ties': certified(
    'Equal votes for the last seats are named as ties, and each decision chooses among those who are tied',
    'the certificate is wrong about a tie',
    function* (certificate, facts) {
      const found = new Map(outcomes(facts).flatMap(({ service, tie }) => (tie ? [[service, tie] as const] : [])))
      for (const { service, votes, seats, tied, chosen } of certificate.ties) {
        const tie = found.get(service)
        if (!tie) {
          yield `${printable(service)} has no tie, or it is named twice`
          continue
        }
        found.delete(service)
        yield differs(`the tied of ${printable(service)} have votes:`, votes, tie.votes)
        yield differs(`the tied of ${printable(service)} compete for seats:`, seats, tie.seats)
        const ids = (people: { nomineeId: string }[]) => people.map(({ nomineeId }) => nomineeId).toSorted()
        if (ids(tied).join() !== tie.tied.toSorted().join())
          yield `others are tied in ${printable(service)} than it says`
        if (new Set(ids(chosen)).size !== tie.seats || chosen.length !== tie.seats)
          yield `${printable(service)} has ${tie.seats} seats for the tied, but ${chosen.length} are chosen`
        if (!ids(chosen).every((id) => tie.tied.includes(id)))
          yield `somebody chosen in ${printable(service)} is not tied`
        for (const { nomineeId, name } of [...tied, ...chosen])
          if (facts.record.nominees.get(nomineeId)?.name !== name)
            yield `${printable(name)} has another name on the ballot`
      }
      for (const service of found.keys()) yield `the tie of ${printable(service)} is not decided`
    },
  ),
  'certificate-ballots': certified(
    'The number of ballots is that of the ballots counted',
    'the certificate has a wrong number of ballots',
    (certificate, { lastHead }) => [differs('the ballots are', certificate.ballots, lastHead?.statement.counted)],
  ),
  'certificate-proxies': certified(
    'The number of proxy ballots is that of the participation list',
    'the certificate has a wrong number of proxy ballots',
    (certificate, { participation }) => [differs('the proxies are', certificate.proxies, participation.proxies)],
  ),
  'certificate-helped': certified(
    'The number of ballots cast with help to log in is that of the participation list',
    'the certificate has a wrong number of ballots cast with an administrator’s help',
    (certificate, { participation }) => [
      differs('the ballots cast with help are', certificate.helped, participation.helped),
    ],
  ),
  'certificate-turnout': certified(
    'The turnout of every region is that of the roll and of the participation list',
    'the certificate has a wrong turnout',
    function* (certificate, { roll, participation }) {
      const left = new Set([...roll.byRegion.keys(), ...participation.castByRegion.keys()])
      const seen = new Set<string>()
      for (const { region, cast, eligible } of certificate.turnout) {
        if (seen.has(region)) yield `${printable(region)} stands there twice`
        seen.add(region)
        left.delete(region)
        yield differs(`the ballots of ${printable(region)} are`, cast, participation.castByRegion.get(region) ?? 0)
        yield differs(`the voters of ${printable(region)} are`, eligible, roll.byRegion.get(region) ?? 0)
      }
      for (const region of left) yield `the turnout of ${printable(region)} is missing`
    },
  ),
  decisions: {
    sentence: 'Ties were decided after voting had closed, and every decision is there',
    wrong: 'a tie was decided before there was one, or a decision was left out',
    watch: ({ fail }) => {
      let number = 0
      return {
        decision: ({ where, statement }, { hours }) => {
          if (statement.number !== number) fail(`${where} has the number ${statement.number}, not ${number}`)
          if (statement.at < hours.votingCloses) fail(`${where} was made at ${statement.at}, before voting closed`)
          number++
        },
      }
    },
  },
  'certificate-decisions': certified(
    'The ties of the certificate were decided as it was signed last',
    'a tie was not decided as the certificate says',
    (certificate, { decisions }) =>
      certificate.ties.map(({ service, chosen, reason, decidedBy, decidedAt }) => {
        const last = decisions.findLast(({ statement }) => statement.service === service)?.statement
        const ids = chosen.map(({ nomineeId }) => nomineeId).toSorted()
        const isSame =
          last?.chosen.toSorted().join() === ids.join() &&
          last.reason === reason &&
          last.by === decidedBy &&
          last.at === decidedAt
        return isSame ? null : `the tie of ${printable(service)} is not as its last decision says`
      }),
  ),
  'certificate-log': certified(
    'The audit log goes on from where the last head has it',
    'entries disappeared from the site’s log before the result was certified',
    ({ logEntries: entries, lastHash }, { lastHead }) => [
      lastHead && logProblem(lastHead.statement.log, { entries, lastHash }),
    ],
  ),
  'certificate-last': certified(
    'The result was certified after everything that it rests on',
    'the result was certified before it was there',
    function* ({ certifiedAt }, { hours, lastHead, chain, decisions }) {
      const isEarly = (time = '') => Date.parse(certifiedAt) < Date.parse(time) - clockLeewayMs
      if (certifiedAt < hours.votingCloses) yield 'it was certified before voting closed'
      if (isEarly(lastHead?.statement.minute)) yield 'it was certified before the last head'
      for (const { where, statement } of [...chain, ...decisions])
        if (isEarly(statement.at)) yield `it was certified before ${where}`
    },
  ),
})

const differs = (what: string, said: unknown, is: unknown): string | null =>
  said === is ? null : `the certificate says ${what} ${printable(said)}; it should say ${printable(is)}`

const seatList = (seats: readonly Seat[]): string => JSON.stringify(seats.map(({ slot, service }) => [slot, service]))

function* standingProblems(list: string, standings: readonly VoteCount[], { record: { nominees }, votes }: Facts) {
  const seen = new Set<string>()
  for (const { nomineeId, votes: said, ...person } of standings) {
    const nominee = nominees.get(nomineeId)
    if (!nominee || seen.has(nomineeId)) {
      yield `${list} has ${printable(person.name)}, who is not on the ballot or stands there twice`
      continue
    }
    seen.add(nomineeId)
    for (const field of ['name', 'rank', 'service', 'region'] as const)
      yield differs(`the ${field} of ${printable(nominee.name)} is`, person[field], nominee[field])
    yield differs(`the votes of ${printable(nominee.name)} are`, said, votes.get(nomineeId))
  }
}

const missing = (standings: readonly VoteCount[], wanted: Iterable<string>): string[] => {
  const there = new Set(standings.map(({ nomineeId }) => nomineeId))
  return [...wanted].filter((id) => !there.has(id))
}

const outcomes = ({ seatsByService, record: { nominees }, votes }: Facts) =>
  outcomeOf(seatsByService, nominees.values(), votes)

/** Who is elected by the votes: written independently of the site, from docs/audit-package.md. */

interface ServiceOutcome {
  readonly service: string
  /** Elected however a tie is decided. */
  readonly safe: readonly string[]
  readonly tie: { readonly votes: number; readonly seats: number; readonly tied: readonly string[] } | null
  readonly vacant: number
}

export function outcomeOf(
  seatsByService: ReadonlyMap<string, number>,
  nominees: Iterable<{ id: string; service: string }>,
  votes: ReadonlyMap<string, number>,
): ServiceOutcome[] {
  const voted = [...nominees]
    .map(({ id, service }) => ({ id, service, votes: votes.get(id) ?? 0 }))
    .filter((nominee) => nominee.votes > 0)
    .toSorted((a, b) => b.votes - a.votes)
  return [...seatsByService].map(([service, seats]) => {
    const ranked = voted.filter((nominee) => nominee.service === service)
    const ids = (some: typeof ranked) => some.map(({ id }) => id)
    const lastSeat = ranked[seats - 1]
    if (!lastSeat || ranked[seats]?.votes !== lastSeat.votes) {
      const vacant = Math.max(0, seats - ranked.length)
      return { service, safe: ids(ranked.slice(0, seats)), tie: null, vacant }
    }
    const above = ranked.filter((nominee) => nominee.votes > lastSeat.votes)
    const tied = ranked.filter((nominee) => nominee.votes === lastSeat.votes)
    const tie = { votes: lastSeat.votes, seats: seats - above.length, tied: ids(tied) }
    return { service, safe: ids(above), tie, vacant: 0 }
  })
}
