import { eq } from 'drizzle-orm'
import { nextEvent } from '#server/content/events.ts'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { readStrip } from '#server/elections/public-strip.ts'
import { readCurrentElection } from '#server/elections/settings/current-election.ts'
import type { Person } from '#server/http/session.ts'
import { findStanding } from '#server/members/dues/queries.ts'
import { givenName } from '#server/members/record-columns.ts'
import { uploadIdAt } from '#server/storage/uploads.ts'
import { AppError } from '#shared/errors.ts'
import { homeLines } from '#shared/home/home.ts'
import { accountMenu } from '#shared/home/menu.ts'
import { may } from '#shared/permissions.ts'
import { dayInManila } from '#shared/time.ts'

type MineDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'elections' | 'signed' | 'settings'>

/** Everything the page frame and the home page need about the person logged in, in one reply. */
export async function readMine(deps: MineDeps, person: Person) {
  const { ownPasswordToVote, dues } = await deps.settings()
  const plan = may(person, 'pay dues') ? dues : null
  const [mine, { election }, event, standing] = await Promise.all([
    findMine(deps.db, person.id),
    readCurrentElection(deps, person),
    nextEvent(deps, deps.clock.now()),
    plan && findStanding(deps.db, plan, dayInManila(deps.clock.now()), person.id),
  ])
  // Their data has just been deleted.
  if (!mine) throw new AppError('not-signed-in')
  const { role, ownPassword } = person
  const { mayNominate = false, onRoll = false, voted = false, voteLink = null } = election ?? {}
  return {
    role,
    name: givenName(mine.firstName),
    fullName: `${mine.firstName} ${mine.lastName}`,
    photo: mine.photo && `/api/files/${mine.photo}`,
    menu: accountMenu(person, election, plan !== null),
    ...(await readStrip(deps, { role, mayNominate, onRoll, voted, voteLink })),
    /** With its version in the URL, a changed card is loaded again. */
    card: may(person, 'vote') ? { memberId: person.id, version: String(mine.version) } : null,
    lines: homeLines({
      role,
      election,
      nextEvent: event,
      nominationToAnswer: election?.candidacy?.awaited ? { href: '/profile#my-candidacy' } : null,
      ownPassword,
      ownPasswordToVote,
      hasRegion: mine.region !== null,
      dues: standing,
    }),
  }
}

async function findMine(db: Queryable, id: string) {
  const [found] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      region: users.region,
      version: users.version,
      photo: uploadIdAt(users.profilePicturePath),
    })
    .from(users)
    .where(eq(users.id, id))
  return found ?? null
}
