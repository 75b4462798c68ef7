import { eq } from 'drizzle-orm'
import { checklistFor, type Checklist, type ChecklistFacts, type Dispensable } from '#shared/dashboard/checklist.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { checklistAnswers } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hasMailServer } from '#server/email/emails-leave.ts'
import type { Person } from '#server/http/session.ts'
import { countPeople } from '#server/members/listing/queries.ts'
import { readStanding } from './queries.ts'

type ChecklistDeps = Pick<Deps, 'config' | 'db' | 'settings' | 'elections'>

/** How far the site has come from empty to running. */
export async function readChecklist(deps: ChecklistDeps, person: Person): Promise<Checklist> {
  return checklistFor(await readFacts(deps, person), person)
}

async function readFacts({ config, db, settings, elections }: ChecklistDeps, person: Person): Promise<ChecklistFacts> {
  const [set, { pending, approved, withdrawn }, standing, all] = await Promise.all([
    settings(),
    countPeople(db),
    readStanding(db),
    elections.all(),
  ])
  return {
    contact: [set.contactEmail, set.contactPhone, set.socialUrl].some((way) => way !== ''),
    registrationFee: set.registrationFee,
    walletAccount: set.walletAccount !== '',
    mail: hasMailServer(config),
    ...standing,
    ownTwoStep: person.twoFactor,
    people: pending + approved + withdrawn,
    // One that went by without a single ballot was never planned: it came with the site.
    electionPlanned: all.some(({ nobodyVoted }) => !nobodyVoted),
  }
}

/** Says that the association does without it, or needs it after all. Said twice it is the same. */
export async function answerChecklist(
  deps: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  item: Dispensable,
  { needed }: { needed: boolean },
): Promise<void> {
  await inTransaction({ db: deps.db }, async (tx) => {
    const { rowCount } = needed
      ? await tx.delete(checklistAnswers).where(eq(checklistAnswers.item, item))
      : await tx.insert(checklistAnswers).values({ item }).onConflictDoNothing()
    if (rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: person.id, action: 'checklist answered', detail: { item, needed } })
  })
}
