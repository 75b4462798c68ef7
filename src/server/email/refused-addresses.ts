import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema/members.ts'

/** Whoever has this address at this moment: one that was changed since is somebody's no more. */
const hasAddress = (address: string) => eq(users.email, address.toLowerCase())

/** The fact in `installation` that holds how many people's addresses were refused since an email was last taken. */
const inARow = 'addresses refused in a row'

/** So many people in a row do not have a wrong address: the mail server takes nothing from this site, and puts it that way. */
const everybodyAfter = 10

/**
 * Marks an address that a mail server does not know. Returns null, or, when the server has refused everybody since an email was
 * last taken, since when: then nobody is marked, and whom this run had marked no longer is. An email that is tried again and again
 * is about one person, who is counted once. The run begins a minute early, for two senders may have begun it together.
 */
export async function noteRefused(db: Queryable, address: string): Promise<string | null> {
  const { rows } = await db.execute<{ people: number; since: string }>(sql`
    with person as (select id from users where ${hasAddress(address)} and email_refused_at is null),
    run as (
      insert into installation (key, value)
      select ${inARow}, json_build_object('people', count(*), 'since', now() - interval '1 minute')::text from person
      on conflict (key) do update set value = json_build_object(
        'people', (installation.value::json ->> 'people')::int + (excluded.value::json ->> 'people')::int,
        'since', installation.value::json ->> 'since')::text
      returning (value::json ->> 'people')::int as people, value::json ->> 'since' as since
    ),
    changed as (
      update users set email_refused_at = case when run.people < ${everybodyAfter} then now() end from run
      where case when run.people < ${everybodyAfter} then users.id in (select id from person)
        else users.email_refused_at >= run.since::timestamptz end
    )
    select people, since from run`)
  const [run] = rows
  return run && run.people >= everybodyAfter ? run.since : null
}

/** For when the mail server has taken an email: whoever it refuses from then on is refused for their own address. */
export const endRun = sql`delete from installation where key = ${inARow}`

/** It exists after all. */
export async function noteAccepted(db: Queryable, address: string): Promise<void> {
  await db.execute(endRun)
  await db
    .update(users)
    .set({ emailRefusedAt: null })
    .where(and(hasAddress(address), isNotNull(users.emailRefusedAt)))
}
