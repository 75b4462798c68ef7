import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { MemberFileKind } from '#shared/members/files.ts'
import type { Profile } from '#shared/members/profile/profile.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/upload.tsx'

export const saveProfile = (id: string, json: Profile) => unwrap(api.members[':id'].$put({ param: { id }, json }))

export const sendMemberFile =
  (kind: MemberFileKind): Upload<{ id: string }> =>
  (file, how) =>
    sendFile(`/api/member-files/${kind}`, file, how)

export const confirmAccount = (id: string, version: number) =>
  unwrap(api.members[':id'].confirmation.$post({ param: { id }, json: { version } }))

export const resetToBirthday = (id: string) => unwrap(api.members[':id']['birthdate-password'].$post({ param: { id } }))

export const removeMembersTwoFactor = (id: string) =>
  unwrap(api.members[':id']['two-factor-removal'].$post({ param: { id } }))

export const setWithdrawn = (id: string, withdrawn: boolean) =>
  unwrap(api.members[':id'].withdrawal.$post({ param: { id }, json: { withdrawn } }))

export const renewCardCode = (id: string) => unwrap(api.members[':id']['card-code'].$post({ param: { id } }))

export const setHealthConsent = (id: string, consent: boolean) =>
  unwrap(api.members[':id']['health-consent'].$post({ param: { id }, json: { consent } }))

const readNotes = (id: string) => unwrap(api.members[':id'].notes.$get({ param: { id } }))
export type Note = Awaited<ReturnType<typeof readNotes>>['notes'][number]

export const notesQuery = (id: string) =>
  queryOptions({ queryKey: ['members', id, 'notes'], queryFn: () => readNotes(id) })

export const addNote = (id: string, text: string) =>
  unwrap(api.members[':id'].notes.$post({ param: { id }, json: { text } }))

export const deleteNote = (id: string, note: string) =>
  unwrap(api.members[':id'].notes[':note'].$delete({ param: { id, note } }))

/** A note is also in the history. */
export const invalidateNotes = (id: string): Promise<void> => queries.invalidateQueries({ queryKey: ['members', id] })

const readHistory = (id: string, before: number | null) =>
  unwrap(api.members[':id'].history.$get({ param: { id }, query: before === null ? {} : { before } }))

/** The log entries about a member, a page at a time. */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['members', id, 'history'],
    queryFn: ({ pageParam }) => readHistory(id, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  })
