import type { NomineeStatusForm } from '#shared/elections/nomination/nomination.ts'
import { ApiError, api, unwrap } from '#web/api/client.ts'

export const searchNominatable = (id: string, q: string, signal: AbortSignal) =>
  unwrap(api.elections[':id'].nominatable.$get({ param: { id }, query: { q } }, { init: { signal } }))
export type NominatableMember = Awaited<ReturnType<typeof searchNominatable>>['members'][number]

export const nominate = (id: string, idNumbers: string[]) =>
  unwrap(api.elections[':id'].nominations.$post({ param: { id }, json: { idNumbers } }))

export const setNomineeStatus = (id: string, json: NomineeStatusForm) =>
  unwrap(api.nominees[':id'].status.$put({ param: { id }, json }))

/** Somebody already deleted, perhaps by this very request before its reply was lost, is no error. */
export async function deleteNominee(id: string): Promise<void> {
  await unwrap(api.nominees[':id'].$delete({ param: { id } })).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'not-found')) throw error
  })
}
