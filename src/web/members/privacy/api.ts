import { queryOptions } from '@tanstack/react-query'
import type { MemberFileKind } from '#shared/members/files.ts'
import type { PrivacyAnswer, PrivacyRequestForm } from '#shared/members/privacy/privacy.ts'
import type { ChangeForm } from '#shared/members/profile/profile.ts'
import { sentenceFor } from '#shared/text.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/upload.tsx'

const readMyData = () => unwrap(api['my-data'].$get())
export type MyData = Awaited<ReturnType<typeof readMyData>>

export const myDataQuery = queryOptions({ queryKey: ['my-data'], queryFn: () => readMyData() })

const readOwnRequests = () => unwrap(api['privacy-requests'].own.$get())
export type OwnRequest = Awaited<ReturnType<typeof readOwnRequests>>['requests'][number]

export const ownRequestsQuery = queryOptions({
  queryKey: ['privacy-requests', 'own'],
  queryFn: () => readOwnRequests(),
})

export type RequestState = 'open' | 'answered'

const readRequests = (state: RequestState, page: number) =>
  unwrap(api['privacy-requests'].$get({ query: { state, page: String(page) } }))
export type HandledRequest = Awaited<ReturnType<typeof readRequests>>['requests'][number]

export const requestsQuery = (state: RequestState, page: number) =>
  queryOptions({ queryKey: ['privacy-requests', state, page], queryFn: () => readRequests(state, page) })

export const makeRequest = (json: PrivacyRequestForm) => unwrap(api['privacy-requests'].$post({ json }))

/** Changes one field: a new value, or an uploaded picture. */
export const askChange = (json: ChangeForm) => unwrap(api['privacy-requests'].changes.$post({ json }))

export const sendChangeFile =
  (kind: MemberFileKind): Upload<{ id: string }> =>
  (file, how) =>
    sendFile(`/api/change-files/${kind}`, file, how)

export const takeBackRequest = (id: string) =>
  unwrap(api['privacy-requests'][':id'].withdrawal.$post({ param: { id } }))

export const answerRequest = (id: string, json: PrivacyAnswer) =>
  unwrap(api['privacy-requests'][':id'].answer.$post({ param: { id }, json }))

/** Reloads everything that shows requests. */
export const invalidateRequests = () => queries.invalidateQueries({ queryKey: ['privacy-requests'] })

export const dataAddress = (memberId: string) => `/api/members/${memberId}/data.zip`

/** Asks without downloading. Returns a sentence, or null if it can start or the browser should report the problem. */
export async function whyNoDownload(memberId: string): Promise<string | null> {
  const reply = await fetch(dataAddress(memberId), { method: 'HEAD' }).catch(() => null)
  if (reply?.status === 503) return sentenceFor('site-busy')
  if (reply?.status !== 429) return null
  const tooMany = reply.headers.get('error-code') === 'too-many-downloads'
  return sentenceFor(tooMany ? 'too-many-downloads' : 'download-running')
}
