import { home } from './home.ts'
import { login } from './login.ts'
import { paint } from './paint.ts'
import { search } from './search.ts'

/** `npm run bench -- home login`: what is named, or all. */
const benches = { home, login, paint, search }

const asked = process.argv.slice(2)
for (const [name, bench] of Object.entries(benches)) if (asked.length === 0 || asked.includes(name)) await bench()
