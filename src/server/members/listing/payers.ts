import { and, inArray, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { users, wholeName } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { payerCondition, isPayer } from '#server/members/dues/queries.ts'
import {
  creditSql,
  duesPlan,
  hasStandingSql,
  standingColumns,
  standingFrom,
  unreachedSql,
} from '#server/members/dues/standing.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { amountOwed } from '#shared/members/dues/dues.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { standingWords } from '#shared/members/dues/text.ts'
import type { PayersQuery } from '#shared/members/listing/listing-query.ts'
import { dayInManila, type PlainDate } from '#shared/time.ts'
import { allMembers } from './queries.ts'
import { pageOf, searchConditions, searchFirst } from './search.ts'

type PayerDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/**
 * For the treasury: members found by name or number, including those who left; or all present members of a standing. It learns
 * nothing else about them.
 */
export async function listPayers(deps: PayerDeps, query: PayersQuery) {
  const wanted = await wantedPayers(deps, query)
  const { ids, ...counted } = await pageOf(deps.db, wanted, query)
  const rows = await readPayers(deps.db, wanted, inArray(users.id, ids))
  return { ...counted, on: wanted.day, payers: rows }
}

const mostPayers = 8

/**
 * For the administrator who takes in dues at a table. A number or a scanned card means one member. The last digits of an ID
 * number, or a name, may mean several, perhaps more than are shown. Other words typed with a name narrow the search, but a
 * region or a rank alone names nobody.
 */
export async function searchPayers(deps: PayerDeps, typed: string) {
  const today = { plan: await duesPlan(deps), day: dayInManila(deps.clock.now()) }
  const read = (which: SQL) => readPayers(deps.db, today, which)
  const meant = /\d/.test(typed) ? await read(payerCondition(typed)) : []
  const payers = meant.length > 0 ? meant : await read(inArray(users.id, await searchPart(deps, typed)))
  if (payers.length === 0)
    throw new AppError('user-not-found', { fields: { typed: 'No member has this number or name' } })
  return { payers: payers.slice(0, mostPayers), more: payers.length > mostPayers }
}

/** By the end of an ID number, or by words of which one at least is a name. */
async function searchPart({ db, settings }: PayerDeps, typed: string): Promise<string[]> {
  const limit = mostPayers + 1
  const digits = typed.replaceAll('-', '')
  if (/^\d+$/.test(digits)) {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from member_lines where ${allMembers.listed} and replace(id_number, '-', '') like ${`%${digits}`} order by id_number limit ${limit}`)
    return rows.map(({ id }) => id)
  }
  const words = typed.split(/[\s,]+/).filter(Boolean)
  const isNamed = words.map((word) => sql`strpos(name, fold_text(${word})) > 0`)
  const listed = sql`${allMembers.listed} and (${sql.join([sql`false`, ...isNamed], sql` or `)})`
  const { idPrefix } = await settings()
  return searchFirst(db, { ...allMembers, listed }, { typed, idPrefix }, limit)
}

async function wantedPayers({ db, clock, settings }: PayerDeps, { q, standing, on }: PayersQuery) {
  const { idPrefix } = await settings()
  const plan = await duesPlan({ settings })
  const day = on ?? dayInManila(clock.now())
  const typed = q === '' ? [] : await searchConditions(db, allMembers, { typed: q, idPrefix })
  const has =
    standing === 'unreached'
      ? unreachedSql(plan, 'member_lines', day)
      : standing === 'asked again'
        ? `exists (select from dues_payments sent where sent.member_id = member_lines.id and sent.state = 'asked again')`
        : standing && hasStandingSql(plan, 'member_lines', day, standing)
  const conditions = [...(typed ?? [sql`false`]), ...(has ? [sql`state = 'member'`, sql.raw(has)] : [])]
  return { plan, day, list: allMembers, fits: sql.join([allMembers.listed, ...conditions], sql` and `) }
}

async function readPayers(db: Queryable, { plan, day }: { plan: DuesPlan; day: PlainDate }, which: SQL) {
  const isUnreached = sql.raw(unreachedSql(plan, 'users', day))
  const rows = await db
    .select({
      id: users.id,
      name: wholeName,
      rank: users.rank,
      idNumber: users.idNumber,
      region: users.region,
      withdrawn: sql<boolean>`${users.withdrawnAt} is not null`,
      /** Of those whom no reminder reaches, and who are called instead. */
      phone: sql<string | null>`case when ${isUnreached} then ${users.cellphoneNumber} end`,
      refused: sql<boolean>`${users.emailRefusedAt} is not null`,
      credit: sql<number>`${sql.raw(creditSql('users'))}`,
      ...standingColumns(plan),
    })
    .from(users)
    .where(and(isPayer, which))
    .orderBy(users.idNumber)
  return rows.map(({ paidUntil, exempt, credit, ...payer }) => ({
    ...payer,
    paidUntil,
    standing: mustExist(standingFrom(plan, { paidUntil, exempt }, day)),
    owed: payer.withdrawn || !paidUntil ? 0 : amountOwed(plan, { paidUntil, credit, exempt }, day),
  }))
}

const batchSize = 2000
const payerHeadings = [
  'Member',
  'ID number',
  'Rank',
  'Region',
  'Standing',
  'Paid until',
  'Owed in pesos',
  'Phone, of those whom no email reaches',
]

/** All of them, in the order of their numbers. */
export async function* payersCsv(deps: PayerDeps, query: PayersQuery): AsyncGenerator<string> {
  const wanted = await wantedPayers(deps, query)
  yield byteOrderMark + csvLine(payerHeadings)
  let after = ''
  for (;;) {
    const { rows } = await deps.db.execute<{ id: string; idNumber: string }>(sql`
      select id, id_number as "idNumber" from member_lines where ${wanted.fits} and id_number > ${after} order by id_number limit ${batchSize}`)
    const ids = rows.map(({ id }) => id)
    for (const one of await readPayers(deps.db, wanted, inArray(users.id, ids)))
      yield csvLine([
        one.name,
        one.idNumber,
        one.rank,
        one.region,
        standingWords(one.standing),
        one.paidUntil,
        one.owed / 100,
        one.phone,
      ])
    if (rows.length < batchSize) return
    after = rows.at(-1)?.idNumber ?? ''
  }
}
