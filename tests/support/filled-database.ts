import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { defaultElection } from '#shared/elections/settings/defaults.ts'
import { appendAudits } from '#server/audit/audit.ts'
import { runningClock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import { aMember, anAdmin, anApplicant } from './factories.ts'

/** An association with members, an election under way and a log, with every kind of value that is hard to write down. */
export async function fillDatabase(db: Database): Promise<void> {
  const deps = { db }
  const admin = await anAdmin(deps)
  const voters = [
    await aMember(deps, { firstName: 'ÑAÑO', middleName: 'tab\tand\nline', lastName: 'back\\slash \\N \\.' }),
    await aMember(deps, { suffix: null, region: 'Visayas' }),
    await aMember(deps, { lastName: '漢字 🗳', unitAddress: '' }),
  ]
  await anApplicant(deps)
  const [election] = await db.insert(elections).values(defaultElection).returning({ id: elections.id })
  for (const [place, { id }] of voters.entries()) {
    await db.execute(sql`insert into nominees (election_id, user_id, nominated_by, data)
      values (${election?.id}, ${id}, ${voters[0]?.id}, ${JSON.stringify({ name: 'ÑAÑO "quoted" \\ back', place })})`)
    await db.execute(sql`insert into ballots (election_id, voter_id, voter_region, sealed, counted)
      values (${election?.id}, ${id}, 'NCR', ${randomBytes(300)}, ${place > 0})`)
  }
  await db.execute(sql`insert into votes (election_id, position, service, nominee_id, nonce, commitment)
    select election_id, row_number() over (order by id, number) - 1, 'PA', id, uuid_send(gen_random_uuid()),
      sha256(uuid_send(gen_random_uuid())) from nominees cross join generate_series(1, 5) number`)
  await db.execute(sql`insert into tallies (election_id, nominee_id, votes) select election_id, id, 5 from nominees`)
  await appendAudits(
    db,
    runningClock(),
    voters.map(({ id }) => ({ actor: admin.id, action: 'member approved', subject: id, detail: { note: 'a\\b' } })),
  )
}
