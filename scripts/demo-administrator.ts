import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { mainJobs } from '#shared/permissions.ts'
import { demoAdmin } from './demo-logins.ts'

/** Who does in the demonstration what an administrator has to do. */
export async function demoAdministrator(deps: Pick<Deps, 'db'>): Promise<Person> {
  const [found] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, demoAdmin.email))
  if (!found) throw new Error('the demonstration has no administrator')
  return {
    id: found.id,
    role: 'admin',
    jobs: mainJobs,
    named: true,
    name: demoAdmin.name,
    email: demoAdmin.email,
    serial: '',
    region: null,
    ownPassword: true,
    passwordMade: false,
    twoFactor: false,
    firstStep: null,
    helped: false,
    helpedAt: null,
    session: { token: '', expiresAt: 0 },
  }
}
