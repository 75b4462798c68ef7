import type { Person } from '#server/http/session.ts'
import type { Deps } from '#server/deps.ts'
import { electionDocument } from '#server/elections/election-document.ts'
import { receiveDocument, type SentDocument } from '#server/storage/receive-document.ts'
import { findSnapshot, isNominated } from '#server/elections/nominee-snapshot.ts'
import { whyCannotFile } from '#shared/elections/candidacy/candidacy.ts'

/** A candidate's document. Nobody uses it until the candidacy is filed with it. */
export const receiveCandidateDocument = (deps: Deps, member: Person, sent: SentDocument): Promise<{ id: string }> =>
  receiveDocument(deps, sent, {
    ...electionDocument,
    ownerId: member.id,
    takes: ['picture', 'pdf', 'doc', 'docx'],
    wrongType: 'candidate-file-type',
    whyNot: () => whyNotNow(deps, member),
  })

async function whyNotNow(deps: Deps, member: Person) {
  const election = await deps.elections.current()
  if (!election || election.cancelledAt !== null) return 'candidacy-closed'
  const person = await findSnapshot(deps.db, member.id)
  const alreadyNominated = await isNominated(deps.db, election.id, member.id)
  const candidate = { alreadyNominated, ms: person?.ms ?? null, region: person?.region ?? null }
  return whyCannotFile(election, candidate, deps.clock.now())
}
