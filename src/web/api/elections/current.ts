import { queryOptions } from '@tanstack/react-query'
import { unwrap, type ApiClient } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/use-upload.ts'

const readCurrentElection = (api: ApiClient) => unwrap(api.elections.current.$get())
export type CurrentElection = NonNullable<Awaited<ReturnType<typeof readCurrentElection>>['election']>

/** What the election offers now changes with the server's clock, so nothing of it is kept. */
export const currentElectionQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['elections', 'current'], queryFn: () => readCurrentElection(api) })

/** A header carries plain letters only, so the name of the file goes percent-encoded. */
export const sendCandidateDocument: Upload<{ id: string }> = (file, how) =>
  sendFile('/api/candidate-documents', file, { ...how, headers: { 'x-file-name': encodeURIComponent(file.name) } })

export const fileCandidacy = (api: ApiClient, id: string, documentId: string) =>
  unwrap(api.elections[':id'].candidacy.$post({ param: { id }, json: { documentId } }))
