import { AppError } from '#shared/errors.ts'
import {
  membersPerPage,
  type Concern,
  type ListedApplicant,
  type ListedForReaders,
  type ListedMember,
  type MembersPage,
} from '#shared/members/listing/listing.ts'
import type { ListQuery } from '#shared/members/listing/listing-query.ts'
import { isMendableItem } from '#shared/members/registration/mendable.ts'
import { readReference } from '#shared/members/registration/reference.ts'
import { may } from '#shared/permissions.ts'
import type { Person } from '#server/http/session.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import {
  countPeople,
  countReturned,
  countWaiting,
  idsOfPage,
  idsOfReference,
  rowsForAdmins,
  rowsForMembers,
  rowsForReaders,
  rowsOfApplicants,
} from './queries.ts'
import { searchPage } from './search.ts'
import { applicantList, membersFor, returnedList, waitingList, type MemberList } from './list-scopes.ts'

type Reader = Pick<Person, 'role' | 'jobs'>

/** A page of members, or of applicants for those who decide on them, with as much of each as this person may see. */
export async function listMembers(
  deps: Pick<Deps, 'db' | 'log' | 'settings'>,
  reader: Reader,
  { approved, returned, page, searchQuery, service, region }: ListQuery,
): Promise<MembersPage> {
  const { idPrefix } = await deps.settings()
  const ofApplicants = approved === 'false'
  if (ofApplicants && !may(reader, 'approve members')) throw new AppError('not-allowed')
  try {
    const referred = ofApplicants ? await byReference(deps.db, searchQuery) : null
    const list = ofApplicants ? applicantsWanted(searchQuery, returned === 'true') : membersFor(reader)
    const { ids, count } =
      referred ??
      (searchQuery === '' && !service && !region
        ? await unfiltered(deps.db, reader, list, page)
        : await searchPage(deps.db, list, { typed: searchQuery, page, service, region, idPrefix }))
    const rows =
      ids.length === 0 ? [] : await (ofApplicants ? applicantRows(deps.db, ids) : memberRows(deps.db, reader, ids))
    const place = new Map(ids.map((id, n) => [id, n]))
    const users = rows.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)).map(({ row }) => row)
    return { users, count, page }
  } catch (err) {
    deps.log.error({ err }, 'members could not be listed')
    throw new AppError('users-unavailable', { retryAfter: 5 })
  }
}

function applicantsWanted(searchQuery: string, returned: boolean): MemberList {
  if (searchQuery !== '') return applicantList
  return returned ? returnedList : waitingList
}

/** Null when it is nobody's number: a name of twelve letters may look like one, and is searched for as a name. */
async function byReference(db: Queryable, typed: string) {
  const reference = readReference(typed)
  const ids = reference === null ? [] : await idsOfReference(db, reference)
  return ids.length > 0 ? { ids, count: ids.length } : null
}

async function unfiltered(db: Queryable, reader: Reader, list: MemberList, page: number) {
  const ids = await idsOfPage(db, list, (page - 1) * membersPerPage, membersPerPage)
  if (list === returnedList) return { ids, count: await countReturned(db) }
  if (list === waitingList) return { ids, count: await countWaiting(db) }
  const { approved, withdrawn } = await countPeople(db)
  return { ids, count: may(reader, 'read any profile') ? approved + withdrawn : approved }
}

type Row = { id: string; row: ListedMember | ListedForReaders }

async function memberRows(db: Queryable, reader: Reader, ids: string[]): Promise<Row[]> {
  if (!may(reader, 'read any profile')) return rowsForMembers(db, ids)
  const rows = await (may(reader, 'edit any profile') ? rowsForAdmins(db, ids) : rowsForReaders(db, ids))
  return rows.map(({ id, row }) => ({ id, row: { ...row, id } }))
}

/** Somebody of the queue, wherever in it they are; null for anybody else. */
export async function findApplicant(db: Queryable, id: string): Promise<ListedApplicant | null> {
  const [found] = await applicantRows(db, [id])
  return found?.row ?? null
}

async function applicantRows(db: Queryable, ids: string[]): Promise<{ id: string; row: ListedApplicant }[]> {
  const rows = await rowsOfApplicants(db, ids)
  return rows.map(({ id, row, version, appliedAt, concerns, reference, returnedAt, mendedAt, items, message }) => ({
    id,
    row: {
      ...row,
      id,
      version,
      appliedAt: appliedAt.getTime(),
      concerns: (Object.keys(concerns) as Concern[]).filter((concern) => concerns[concern]),
      application: {
        reference,
        returnedAt: returnedAt?.getTime() ?? null,
        mendedAt: mendedAt?.getTime() ?? null,
        items: (items ?? []).filter(isMendableItem),
        message: message ?? '',
      },
    },
  }))
}
