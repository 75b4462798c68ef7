import { AppError } from '#shared/errors.ts'
import {
  membersPerPage,
  type Concern,
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
    const reference = ofApplicants ? readReference(searchQuery) : null
    const list = ofApplicants ? applicantsWanted(searchQuery, returned === 'true') : membersFor(reader)
    const { ids, count } = reference
      ? await byReference(deps.db, reference)
      : searchQuery === '' && !service && !region
        ? await unfiltered(deps.db, reader, list, page)
        : await searchPage(deps.db, list, { typed: searchQuery, page, service, region, idPrefix })
    const rows = ids.length === 0 ? [] : await (ofApplicants ? applicantRows : memberRows)(deps.db, reader, ids)
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

async function byReference(db: Queryable, reference: string) {
  const ids = await idsOfReference(db, reference)
  return { ids, count: ids.length }
}

async function unfiltered(db: Queryable, reader: Reader, list: MemberList, page: number) {
  const ids = await idsOfPage(db, list, (page - 1) * membersPerPage, membersPerPage)
  if (list === returnedList) return { ids, count: await countReturned(db) }
  const { pending, approved, withdrawn } = await countPeople(db)
  if (list === waitingList) return { ids, count: pending - (await countReturned(db)) }
  return { ids, count: may(reader, 'read any profile') ? approved + withdrawn : approved }
}

type Row = { id: string; row: ListedMember | ListedForReaders }

async function memberRows(db: Queryable, reader: Reader, ids: string[]): Promise<Row[]> {
  if (!may(reader, 'read any profile')) return rowsForMembers(db, ids)
  const rows = await (may(reader, 'edit any profile') ? rowsForAdmins(db, ids) : rowsForReaders(db, ids))
  return rows.map(({ id, row }) => ({ id, row: { ...row, id } }))
}

async function applicantRows(db: Queryable, _reader: Reader, ids: string[]): Promise<Row[]> {
  const rows = await rowsOfApplicants(db, ids)
  return rows.map(({ id, row, appliedAt, concerns, reference, returnedAt, mendedAt, items, message }) => ({
    id,
    row: {
      ...row,
      id,
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
