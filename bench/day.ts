import { drizzle } from 'drizzle-orm/node-postgres'
import { writeMarks } from '#server/http/account-mark.ts'
import { siteSecret, type Polls } from './election.ts'
import { load, type Answer, type Sent } from './load.ts'
import { addLogins, loginPassword } from './login.ts'
import { percentile, type Bench, type Figure } from './measure.ts'
import { holdElection, type BallotToSend } from './whole-election.ts'

const sizes = {
  full: { members: 1_000_000, voters: 200_000, minutes: 24, logins: 2000, pages: 24_000, watchers: 12_000 },
  small: { members: 60, voters: 40, minutes: 0.1, logins: 4, pages: 10, watchers: 10 },
}
/** Connections to each node, of each kind of traffic. */
const atOnce = 48

/**
 * Election day of an association of a million, on one machine: two nodes on one database, an evening of ballots of which 30 % come
 * in its last tenth, and beside them logins, public pages and people who watch the results.
 */
export const day: Bench = {
  name: 'day',
  onlyNamed: true,
  run(size) {
    const { minutes, ...amounts } = sizes[size]
    const members = Number(process.env['BENCH_MEMBERS'] ?? amounts.members)
    const voters = Math.min(amounts.voters, members)
    let serials: string[] = []
    return holdElection(size, {
      voters,
      // The hours of voting begin with the freezing.
      votingSeconds: minutes * 60 + 60 + Math.ceil(members / 4000),
      async prepare(polls) {
        // They are on the roll like everybody else, so they come before it is drawn up.
        serials = await addLogins(polls.connection, amounts.logins)
        await addMembers(polls, members - voters)
      },
      vote: (polls, ballots) => evening(polls, ballots, { minutes, serials, ...amounts }),
    })
  },
}

/** On the roll, but not among those who vote. */
async function addMembers({ pool }: Polls, count: number): Promise<void> {
  const atATime = 100_000
  for (let first = 0; first < count; first += atATime) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into users (first_name, last_name, military_serial, birthday, region, ms, approved, approved_at, id_number)
       select 'MEMBER', 'AT HOME ' || n, 'HOME-' || n, date '1964-10-05', (array['NCR', 'Luzon', 'Visayas', 'Mindanao'])[1 + n % 4],
         (array['PA', 'PN', 'PAF', 'TAS'])[1 + n / 4 % 4], true, '2020-01-01',
         'HOME' || n / 999000 || '-' || lpad((n / 999 % 1000)::text, 3, '0') || '-' || lpad((n % 999 + 1)::text, 3, '0')
       from generate_series($1::int, $2::int - 1) n returning id`,
      [first, Math.min(first + atATime, count)],
    )
    await writeMarks(
      siteSecret,
      drizzle(pool),
      rows.map(({ id }) => id),
    )
  }
  await pool.query('vacuum analyze')
}

interface Evening extends Omit<(typeof sizes)['full'], 'members' | 'voters' | 'logins'> {
  /** Of those who log in. */
  serials: string[]
}

async function evening(polls: Polls, ballots: BallotToSend[], plan: Evening): Promise<Figure[]> {
  const nodes = [polls.site.url, (await polls.addNode()).url]
  const results = `/api/elections/${polls.polls[0].electionId}/results`
  const began = performance.now()
  /** The first 70 % fill nine tenths of the time. */
  const due = (n: number, count: number) => {
    const part = n / count
    return began + plan.minutes * 60_000 * (part < 0.7 ? (part / 0.7) * 0.9 : 0.9 + ((part - 0.7) / 0.3) * 0.1)
  }
  /** Every other one to the other node. */
  async function crowd(count: number, make: (n: number) => Sent): Promise<Answer[]> {
    const shares = nodes.map((url, node) =>
      load(url, Math.ceil((count - node) / nodes.length), atOnce, (n) => {
        const which = n * nodes.length + node
        const sent = make(which)
        return { ...sent, headers: { ...sent.headers, origin: url }, due: due(which, count) }
      }),
    )
    return (await Promise.all(shares)).flat()
  }
  const [cast, loggedIn, pages, watched] = await Promise.all([
    crowd(ballots.length, (n) => ballots[n]!),
    crowd(plan.serials.length, (n) => ({
      method: 'POST',
      path: '/api/accounts/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: plan.serials[n], password: loginPassword }),
    })),
    crowd(plan.pages, (n) => ({ path: ['/', '/election', '/about', '/leadership'][n % 4]! })),
    crowd(plan.watchers, (n) => ({
      path: results,
      headers: { cookie: ballots[n % ballots.length]!.headers['cookie']! },
    })),
  ])
  return [
    ...figuresOf('ballots', cast, 201),
    ...figuresOf('logins', loggedIn, 200),
    ...figuresOf('public pages', pages, 200),
    ...figuresOf('results', watched, 200),
  ]
}

function figuresOf(name: string, answers: Answer[], right: number): Figure[] {
  const wrong = answers.filter(({ status }) => status !== right)
  if (wrong[0]) console.log(`  ${name}: ${wrong[0].status} ${wrong[0].body.slice(0, 200)}`)
  const times = answers.map(({ ms }) => ms)
  return [
    { name: `day: ${name}, errors of ${answers.length}`, value: wrong.length, unit: 'count', goal: { atMost: 0 } },
    { name: `day: ${name}, median`, value: percentile(times, 0.5), unit: 'ms' },
    { name: `day: ${name}, 99 of 100 within`, value: percentile(times, 0.99), unit: 'ms', goal: { atMost: 1000 } },
  ]
}
