import type { SQL } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { readInBatches, type Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { memberConditions } from '#server/members/listing/member-conditions.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import {
  columnNames,
  memberCells,
  exportColumns,
  exportLabel,
  withoutDues,
  yesOrNo,
  type ExportColumn,
} from '#shared/members/csv/columns.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { filterFor, type MemberFilter, filterWords } from '#shared/members/listing/member-filter.ts'
import { countExported, exportedApplicants, readNumbered, readUnnumbered, type ExportedMember } from './queries.ts'

interface Wanted {
  approved: boolean
  /** Filters members only. An export of applicants always contains all who wait for approval. */
  filter: MemberFilter
  columns: readonly ExportColumn[]
  how?: 'print' | undefined
}

/** Streams the file in batches, so that only a thousand members are in memory at a time. */
export async function exportMembers(
  deps: Deps,
  admin: Person,
  { approved, filter, columns, how }: Wanted,
): Promise<AsyncGenerator<string>> {
  const settings = await deps.settings()
  const wanted = filterFor(admin, filter)
  const which = approved
    ? await memberConditions(deps.db, wanted, { reader: admin, settings, now: deps.clock.now() })
    : exportedApplicants
  // Logged before the first byte: an export that breaks off halfway has still disclosed data.
  const count = await countExported(deps.db, which)
  await appendAudit(deps.db, deps.clock, {
    actor: admin.id,
    action: 'members exported',
    detail: { count, approved, ...loggedFilter(filter), columns: columns.length, ...(how && { how }) },
  })
  return memberLines(deps.db, which, {
    numbered: approved,
    plan: how === 'print' ? settings.dues : null,
    columns: withoutDues(exportColumns, settings.dues !== null).filter((name) => columns.includes(name)),
  })
}

/** The log describes the filter but not the search text, which may be somebody's name or address. */
function loggedFilter({ searchQuery, unit, ...filter }: MemberFilter): { which?: string } {
  const words = filterWords({ ...filter, ...(unit && { unit: '…' }), ...(searchQuery && { searchQuery: '…' }) })
  return words === '' ? {} : { which: words }
}

interface Lines {
  /** Members have an ID number, except for some administrators; applicants have none. */
  numbered: boolean
  columns: readonly ExportColumn[]
  /** For paper: dues as the list on the screen has them. A file has what was paid, to be imported again. */
  plan: DuesPlan | null
}

async function* memberLines(db: Database, which: SQL, { numbered, columns, plan }: Lines): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(exportLabel))
  for (const read of numbered ? [readNumbered, readUnnumbered] : [readUnnumbered])
    for await (const rows of readInBatches((last: ExportedMember | undefined) => read(db, plan, which, last)))
      yield rows.map((row) => memberLine(row, columns)).join('')
}

function memberLine(member: ExportedMember, columns: readonly ExportColumn[]): string {
  const cells = memberCells(member)
  const record = Object.fromEntries(columnNames.map((name, place) => [name, cells[place] ?? null]))
  const all: Record<string, string | null> = {
    ...record,
    id: member.id,
    approved: yesOrNo(member.approved),
    is_admin: yesOrNo(member.isAdmin),
    status: member.withdrawnAt ? 'withdrawn' : member.approved ? 'member' : 'applicant',
    password: member.ownPassword ? 'own' : 'birthday',
    dues_paid_until: member.exempt ? 'Exempt' : (member.paidUntil ?? member.duesPaidUntil),
  }
  return csvLine(columns.map((name) => all[name] ?? null))
}
