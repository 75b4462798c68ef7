import type { MemberFileKind } from '#shared/members/files.ts'
import type { ApplicationKey, ApplicationStatus, EmailCorrection } from '#shared/members/registration/correction.ts'
import type { Registration } from '#shared/members/registration/registration.ts'
import { api, unwrap } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/upload.tsx'

/** A dead connection is reported after this long, so that the person can try again. */
const patienceMs = 45_000

export const sendRegistrationFile =
  (kind: MemberFileKind): Upload<{ id: string }> =>
  (file, how) =>
    sendFile(`/api/registration-files/${kind}`, file, how)

/** For an application that was sent back. The body is the file, so the key goes in a header. */
export const sendCorrectedFile =
  ({ reference, birthday }: ApplicationKey) =>
  (kind: MemberFileKind): Upload<{ id: string }> =>
  (file, how) =>
    sendFile(`/api/applications/files/${kind}`, file, {
      ...how,
      headers: { 'x-application': `${reference} ${birthday}` },
    })

const patient = () => ({ init: { signal: AbortSignal.timeout(patienceMs) } })

export const readApplication = (json: ApplicationKey): Promise<ApplicationStatus> =>
  unwrap(api.applications.status.$post({ json }, patient()))

export const correctApplication = (
  json: ApplicationKey & { fields: Record<string, string>; files: Partial<Record<MemberFileKind, string>> },
): Promise<ApplicationStatus> => unwrap(api.applications.corrections.$post({ json }, patient()))

export const correctEmail = (json: EmailCorrection): Promise<ApplicationStatus> =>
  unwrap(api.applications.email.$post({ json }, patient()))

export const register = (json: Registration) => unwrap(api.registrations.$post({ json }, patient()))
