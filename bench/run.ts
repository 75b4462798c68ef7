import { ballots } from './ballots.ts'
import { home } from './home.ts'
import { login } from './login.ts'
import { paint } from './paint.ts'
import { recount } from './recount.ts'
import { results } from './results.ts'
import { search } from './search.ts'
import { wholeElection } from './whole-election.ts'

/** `npm run bench -- home login`: what is named, or all. */
const benches = { ballots, home, login, paint, recount, results, search, election: wholeElection }

const asked = process.argv.slice(2)
for (const [name, bench] of Object.entries(benches)) if (asked.length === 0 || asked.includes(name)) await bench()
