import { votingOpen } from '#shared/elections/voting/eligibility.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { claimUpload } from '#server/storage/uploads.ts'
import { electionDocument } from '#server/elections/election-document.ts'
import { receiveDocument, type SentDocument } from '#server/storage/receive-document.ts'
import { findProxyVoter } from './queries.ts'

/** The form that a member signed. It is the member's document from its first byte on, so it goes when the member is erased. */
export const receiveProxyForm = (deps: Deps, voterId: string, sent: SentDocument): Promise<{ id: string }> =>
  receiveDocument(deps, sent, {
    ...electionDocument,
    ownerId: voterId,
    takes: ['picture', 'pdf'],
    wrongType: 'proxy-form-type',
    whyNot: () => whyNotNow(deps, voterId),
  })

async function whyNotNow(deps: Deps, voterId: string): Promise<ErrorCode | null> {
  const elections = await deps.elections.all()
  const now = deps.clock.now()
  if (!elections.some((one) => votingOpen(one, now))) return 'voting-not-open'
  return (await findProxyVoter(deps.pool, voterId)) ? null : 'user-not-found'
}

/** Where the form lies that was sent for this voter, from now on part of the ballot. */
export async function claimForm(tx: Queryable, uploadId: string, voterId: string): Promise<string> {
  try {
    return (await claimUpload(tx, { uploadId, ownerId: voterId, bucket: 'candidate_documents' })).path
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('invalid-input', { fields: { formId: 'Please attach the form again' } })
  }
}
