import { timingSafeEqual } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { readInBatches, type Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { keyedHash } from '#server/signed-values.ts'
import type { Job } from '#shared/permissions.ts'
import type { Instant } from '#shared/time.ts'

/**
 * Each account has a mark: a hash with the site key of what its owner logs in with and may do. The key is not in the
 * database, so whoever changes an account there directly leaves a wrong mark. Such an account is stopped: no login, no
 * reset link, no request, until an administrator confirms it (`src/server/accounts/account-standing.ts`). Passwords,
 * two-step secrets and passkeys need no mark: they are sealed for their owner.
 */
export interface MarkedAccount {
  id: string
  birthday: string | null
  military_serial: string | null
  email: string | null
  approved: boolean
  withdrawn: boolean
  is_admin: boolean
  is_observer: boolean
  is_viewer: boolean
  own_password: boolean
  two_factor_enabled: boolean
  /** A string if Drizzle read it. */
  login_helped_at: Instant | string | null
  jobs: readonly Job[] | null
  account_mark: string | null
}

/** SQL for a user `u`; needs `accountJoins`. */
export const accountColumns = `u.id, u.birthday, u.military_serial, u.email, u.approved, u.withdrawn_at is not null as withdrawn,
  u.is_admin, u.is_observer, v.user_id is not null as is_viewer, u.own_password, u.two_factor_enabled, u.login_helped_at,
  a.jobs, m.mark as account_mark`

export const accountJoins = `left join viewers v on v.user_id = u.id
  left join administrators a on a.user_id = u.id and a.removed_at is null
  left join account_marks m on m.user_id = u.id`

/** The order of the fields is part of the mark. */
const markOf = (siteKey: string, account: MarkedAccount): string =>
  keyedHash(
    siteKey,
    'account',
    JSON.stringify([
      account.id,
      account.birthday,
      account.military_serial,
      account.email,
      account.approved,
      account.withdrawn,
      account.is_admin,
      account.is_observer,
      account.is_viewer,
      account.own_password,
      account.two_factor_enabled,
      account.login_helped_at && new Date(account.login_helped_at).getTime(),
      account.jobs,
    ]),
  )

export function fitsMark(siteKey: string, account: MarkedAccount): boolean {
  const stored = Buffer.from(account.account_mark ?? '')
  const expected = Buffer.from(markOf(siteKey, account))
  return stored.length === expected.length && timingSafeEqual(stored, expected)
}

async function selectAccounts(db: Queryable, which: SQL): Promise<MarkedAccount[]> {
  const { rows } = await db.execute<MarkedAccount & Record<string, unknown>>(
    sql`select ${sql.raw(accountColumns)} from users u ${sql.raw(accountJoins)} where ${which}`,
  )
  return rows
}

const readAccounts = (db: Queryable, ids: readonly string[], lock = sql``) =>
  selectAccounts(db, sql`u.id = any(${sql.param([...ids])}::uuid[]) order by u.id ${lock}`)

/** Also false for an unknown account. */
export async function accountFits(siteKey: string, db: Queryable, id: string): Promise<boolean> {
  const [account] = await readAccounts(db, [id])
  return account !== undefined && fitsMark(siteKey, account)
}

/**
 * Every change of what the mark covers goes through here, including new accounts. A stopped account stays stopped: no
 * change through the site may legitimise what was written to the database directly.
 */
export async function changeAccounts<Result>(
  { siteKey }: Pick<Deps, 'siteKey'>,
  tx: Queryable,
  ids: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await readAccounts(tx, ids, sql`for no key update of u`)
  const stopped = new Set(before.filter((account) => !fitsMark(siteKey, account)).map(({ id }) => id))
  const result = await change()
  const changed = ids.filter((id) => !stopped.has(id))
  if (changed.length > 0) await writeMarks(siteKey, tx, changed)
  return result
}

/** Only for accounts whose data somebody vouches for. */
export async function writeMarks(siteKey: string, tx: Queryable, ids: readonly string[]): Promise<void> {
  const accounts = await readAccounts(tx, ids)
  const marks = accounts.map((account) => markOf(siteKey, account))
  await tx.execute(sql`insert into account_marks (user_id, mark)
    select * from unnest(${sql.param(accounts.map(({ id }) => id))}::uuid[], ${sql.param(marks)}::text[])
    on conflict (user_id) do update set mark = excluded.mark`)
}

/** Every account that could log in one day, in batches, divided by whether the mark fits. */
export async function* walkAccounts(
  siteKey: string,
  db: Queryable,
): AsyncGenerator<{ fit: string[]; stopped: string[] }> {
  // Select the next ids in a subquery: with a join, every batch would read the marks from the first one on.
  const read = (last: MarkedAccount | undefined) =>
    selectAccounts(
      db,
      sql`u.id = any(array(
        select next.id from users next
        where next.id > ${last?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid and next.erased_at is null
          and not next.former_admin and (not next.is_observer or next.email is not null)
        order by next.id limit 2000))
      order by u.id`,
    )
  for await (const rows of readInBatches(read)) {
    const byFit = Map.groupBy(rows, (row) => fitsMark(siteKey, row))
    const idsOf = (fit: boolean) => (byFit.get(fit) ?? []).map(({ id }) => id)
    yield { fit: idsOf(true), stopped: idsOf(false) }
  }
}
