import { sql } from 'drizzle-orm'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { returnedApplicants, waitingApplicants } from '#server/members/applicants.ts'
import { AppError } from '#shared/errors.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import type { ListQuery } from '#shared/members/listing/listing-query.ts'
import {
  membersPerPage,
  type Concern,
  type ListedApplicant,
  type ListedMember,
  type MembersPage,
} from '#shared/members/listing/listing.ts'
import { filterFor, isFiltered, statusOf, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { isCorrectableItem } from '#shared/members/registration/correctable.ts'
import { readReference } from '#shared/members/registration/reference.ts'
import { may } from '#shared/permissions.ts'
import { lineConditions, type FilterContext } from './member-conditions.ts'
import {
  countPeople,
  countReturned,
  countWaitingApplicants,
  idsOfApplicants,
  idsOfPage,
  idsOfReference,
  rowsForAdmins,
  rowsForMembers,
  rowsForReaders,
  rowsOfApplicants,
  applicantList,
  type MemberList,
  membersFor,
} from './queries.ts'
import { countUpTo, pageOf, searchConditions, findPageFrom, type FoundPage } from './search.ts'

type Reader = Pick<Person, 'role' | 'jobs'>

/** A page of members, or of applicants for those who approve them, with the fields that the reader may see. */
export async function listMembers(
  deps: Pick<Deps, 'db' | 'log' | 'settings' | 'siteKey'> & { clock: Clock },
  reader: Reader,
  { approved, returned, page, rows: asked, near, sort, ...filter }: ListQuery,
): Promise<MembersPage> {
  const settings = await deps.settings()
  const { idPrefix } = settings
  const ofApplicants = approved === 'false'
  if (ofApplicants && !may(reader, 'approve members')) throw new AppError('not-allowed')
  // Members always see ten per page.
  const perPage = may(reader, 'edit any profile') ? asked : membersPerPage
  try {
    const { ids, ...counted } = ofApplicants
      ? await applicantPage(deps.db, { typed: filter.searchQuery, returned: returned === 'true', page, idPrefix })
      : await memberPage(
          deps.db,
          { reader, settings, now: deps.clock.now() },
          { filter, sort, page, rows: perPage, near },
        )
    const rows =
      ids.length === 0
        ? []
        : await (ofApplicants ? applicantRows(deps, ids) : memberRows(deps.db, reader, settings.dues, ids))
    const place = new Map(ids.map((id, n) => [id, n]))
    const users = rows.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)).map(({ row }) => row)
    return { users, ...counted, page }
  } catch (err) {
    deps.log.error({ err }, 'members could not be listed')
    throw new AppError('users-unavailable', { retryAfter: 5 })
  }
}

interface ApplicantsWanted {
  typed: string
  returned: boolean
  page: number
  idPrefix: string
}

async function applicantPage(db: Queryable, { typed, returned, page, idPrefix }: ApplicantsWanted): Promise<FoundPage> {
  if (typed === '') {
    const which = returned ? returnedApplicants : waitingApplicants
    const ids = await idsOfApplicants(db, which, (page - 1) * membersPerPage, membersPerPage)
    return { ids, count: await (returned ? countReturned : countWaitingApplicants)(db) }
  }
  const referred = await byReference(db, typed)
  if (referred) return referred
  const conditions = await searchConditions(db, applicantList, { typed, idPrefix })
  if (!conditions) return { ids: [], count: 0 }
  const fits = sql.join([applicantList.listed, ...conditions], sql` and `)
  return pageOf(db, { list: applicantList, fits }, { page })
}

/** Null if nobody has this reference: a name of twelve letters may look like one and is then searched as a name. */
async function byReference(db: Queryable, typed: string) {
  const reference = readReference(typed)
  const ids = reference === null ? [] : await idsOfReference(db, reference)
  return ids.length > 0 ? { ids, count: ids.length } : null
}

interface MembersWanted extends Pick<ListQuery, 'sort' | 'page' | 'rows' | 'near'> {
  filter: MemberFilter
}

async function memberPage(
  db: Queryable,
  context: FilterContext,
  { filter: asked, sort, ...place }: MembersWanted,
): Promise<FoundPage> {
  const { reader } = context
  const filter = filterFor(reader, asked)
  // Within one region, the order by region is the order by number.
  const list = membersFor(reader, filter, sort === 'region' && filter.region ? 'number' : sort)
  const seesWithdrawn = may(reader, 'read any profile') && statusOf(filter) === 'member'
  if (isFiltered(filter)) {
    const fits = await lineConditions(db, filter, context)
    const found = await pageOf(db, { list, fits }, place)
    if (!seesWithdrawn) return found
    const left = await lineConditions(db, { ...filter, status: 'withdrawn' }, context)
    return { ...found, withdrawn: await countUpTo(db, left) }
  }
  // Without a filter, use the counts that the database keeps.
  const { approved: count, withdrawn } = await countPeople(db)
  const walked = place.near && (await findPageFrom(db, { list, fits: sql`true` }, place))
  const ids = walked ?? (await fromNearerEnd(db, list, { ...place, count }))
  return { ids, count, ...(seesWithdrawn && { withdrawn }) }
}

async function fromNearerEnd(
  db: Queryable,
  list: MemberList,
  { page, rows, count }: Pick<MembersWanted, 'page' | 'rows'> & { count: number },
) {
  const before = (page - 1) * rows
  const after = Math.max(0, count - before - rows)
  if (before <= after) return idsOfPage(db, list, before, rows)
  const { order, ...rest } = list
  const reversed = { ...rest, order: { ...order, descending: !order.descending } }
  const ids = await idsOfPage(db, reversed, after, Math.max(0, count - before - after))
  return ids.toReversed()
}

export async function readCounts({ db }: Pick<Deps, 'db'>) {
  const { approved } = await countPeople(db)
  return { pendingCount: await countWaitingApplicants(db), approvedCount: approved }
}

type Row = { id: string; row: ListedMember }

async function memberRows(db: Queryable, reader: Reader, plan: DuesPlan | null, ids: string[]): Promise<Row[]> {
  if (!may(reader, 'read any profile')) return rowsForMembers(db, ids)
  if (may(reader, 'edit any profile')) {
    const rows = await rowsForAdmins(db, plan, ids)
    return rows.map(({ id, row, dues }) => ({ id, row: { ...row, id, ...(plan && { dues }) } }))
  }
  const rows = await rowsForReaders(db, ids)
  return rows.map(({ id, row }) => ({ id, row: { ...row, id } }))
}

type ApplicantDeps = Pick<Deps, 'db' | 'siteKey'>

/** An applicant anywhere in the queue, or null. */
export async function findApplicant(deps: ApplicantDeps, id: string): Promise<ListedApplicant | null> {
  const [found] = await applicantRows(deps, [id])
  return found?.row ?? null
}

async function applicantRows(
  { db, siteKey }: ApplicantDeps,
  ids: string[],
): Promise<{ id: string; row: ListedApplicant }[]> {
  const rows = await rowsOfApplicants(db, ids, siteKey)
  return rows.map(({ id, row, version, appliedAt, concerns, reference, returnedAt, correctedAt, items, message }) => ({
    id,
    row: {
      ...row,
      id,
      version,
      appliedAt,
      concerns: (Object.keys(concerns) as Concern[]).filter((concern) => concerns[concern]),
      application: {
        reference,
        returnedAt,
        correctedAt,
        items: (items ?? []).filter(isCorrectableItem),
        message: message ?? '',
      },
    },
  }))
}
