import { queryOptions } from '@tanstack/react-query'
import type { NomineeAnswer } from '#shared/elections/candidacy/candidacy.ts'
import type { CandidateProfileForm, StatementCorrection } from '#shared/elections/candidacy/profile.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/upload.tsx'
import { currentElectionQuery, invalidateNominees } from '#web/elections/api.ts'

const readCandidate = (id: string) => unwrap(api.nominees[':id'].$get({ param: { id } }))
export type CandidateProfile = Awaited<ReturnType<typeof readCandidate>>

/** What voters read about a candidate. */
export const candidateQuery = (id: string) =>
  queryOptions({
    queryKey: ['nominees', id],
    // Report a lost connection instead of waiting silently.
    networkMode: 'always',
    queryFn: () => readCandidate(id),
  })

const readMyCandidacy = (id: string) => unwrap(api.elections[':id']['my-candidacy'].$get({ param: { id } }))
export type OwnCandidacy = Awaited<ReturnType<typeof readMyCandidacy>>

export const myCandidacyQuery = (electionId: string) =>
  queryOptions({
    queryKey: ['elections', electionId, 'my candidacy'],
    networkMode: 'always',
    queryFn: () => readMyCandidacy(electionId),
  })

export const answerNomination = (id: string, answer: NomineeAnswer) =>
  unwrap(api.elections[':id']['my-candidacy'].answer.$put({ param: { id }, json: { answer } }))

export const writeCandidateProfile = (id: string, json: CandidateProfileForm) =>
  unwrap(api.elections[':id']['my-candidacy'].profile.$put({ param: { id }, json }))

export const sendCandidatePhoto: Upload<{ id: string }> = (file, how) => sendFile('/api/candidate-photos', file, how)

export const correctStatement = (id: string, json: StatementCorrection) =>
  unwrap(api.nominees[':id'].statement.$put({ param: { id }, json }))

/** A candidate who answered or wrote something changes wherever they are shown. */
export async function invalidateCandidacy(electionId: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries(myCandidacyQuery(electionId)),
    queries.invalidateQueries(currentElectionQuery()),
    queries.invalidateQueries({ queryKey: ['nominees'] }),
    invalidateNominees(electionId),
  ])
}

/** Headers are ASCII only, so the file name is percent-encoded. */
export const sendCandidateDocument: Upload<{ id: string }> = (file, how) =>
  sendFile('/api/candidate-documents', file, { ...how, headers: { 'x-file-name': encodeURIComponent(file.name) } })

export const fileCandidacy = (id: string, documentId: string) =>
  unwrap(api.elections[':id'].candidacy.$post({ param: { id }, json: { documentId } }))
