import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { columnNames, memberCells } from '#shared/members/csv/member-file.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { countExported, readNumbered, readUnnumbered, type ExportedMember } from './queries.ts'

/** The lines of the file, read as they are sent: however many members there are, a thousand are in memory. */
export async function exportMembers(deps: Deps, admin: Person, approved: boolean): Promise<AsyncGenerator<string>> {
  // Written down before the first byte: data that left in half is data that left.
  const people = await countExported(deps.db, approved)
  await appendAudit(deps.db, deps.clock, {
    actor: admin.id,
    action: 'members exported',
    detail: { count: people, approved },
  })
  return memberLines(deps.db, approved)
}

async function* memberLines(db: Database, approved: boolean): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['id', ...columnNames, 'approved', 'is_admin'])
  if (approved) yield* batches((after) => readNumbered(db, after))
  yield* batches((after) => readUnnumbered(db, approved, after))
}

async function* batches(read: (after: ExportedMember | undefined) => PromiseLike<ExportedMember[]>) {
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1)))
    yield rows.map(memberLine).join('')
}

function memberLine(member: ExportedMember): string {
  return csvLine([member.id, ...memberCells(member), String(member.approved), String(member.isAdmin)])
}
