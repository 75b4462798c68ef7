import type { MemberFileKind } from '#shared/members/files.ts'
import type { Registration } from '#shared/members/registration/registration.ts'
import { unwrap, type ApiClient } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/use-upload.ts'

/** A dead connection is told after this long, for the person to try again. */
const patienceMs = 45_000

export const sendRegistrationFile =
  (kind: MemberFileKind): Upload<{ id: string }> =>
  (file, how) =>
    sendFile(`/api/registration-files/${kind}`, file, how)

export const register = (api: ApiClient, json: Registration) =>
  unwrap(api.registrations.$post({ json }, { init: { signal: AbortSignal.timeout(patienceMs) } }))
