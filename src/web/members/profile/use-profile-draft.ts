import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import type { MemberField } from '#shared/members/member-fields.ts'
import { profileText } from '#shared/members/profile/text.ts'
import { type Profile, readProfile } from '#shared/members/profile/profile.ts'
import { dayInManila } from '#shared/time.ts'
import { ApiError } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import type { PictureState } from '#web/components/picture-field.tsx'
import { invalidateMembers, memberQuery, type Member } from '#web/members/api.ts'
import { saveProfile } from '#web/members/profile/api.ts'
import { changedNames, mergeValues, toForm, valuesOf, type ProfileValues } from '#web/members/profile/profile-values.ts'

type Pictures = Partial<Record<MemberFileKind, PictureState<{ id: string }>>>
export type Problems = Record<string, string>

/** What an administrator is changing of a member, until it is saved or given up. */
export function useProfileDraft(member: Member, onSaved: () => void) {
  const [base, setBase] = useState(() => ({ values: valuesOf(member), version: member.version }))
  const [values, setValues] = useState(base.values)
  const [pictures, setPictures] = useState<Pictures>({})
  const [problems, setProblems] = useState<Problems>({})
  /** What somebody else saved meanwhile in fields that this person changed too. */
  const [theirs, setTheirs] = useState<{ both: MemberField[]; values: ProfileValues } | null>(null)

  const files = filesOf(pictures)
  const sending = Object.values(pictures).some((picture) => picture.status === 'sending')
  const changed = changedNames(base.values, values)
  const unsaved = changed.length > 0 || Object.values(pictures).some((picture) => picture.status !== 'none')

  const save = useMutation({
    mutationFn: (profile: Profile) => saveProfile(member.id, profile),
    onSuccess(saved) {
      queries.setQueryData(memberQuery(member.id).queryKey, (before) => before && { ...before, ...saved })
      onSaved()
      void invalidateMembers()
    },
    async onError(error, profile) {
      if (!(error instanceof ApiError)) return
      setProblems(error.fields)
      if (error.code !== 'edited-meanwhile') return
      const { member: now } = await queries.fetchQuery({ ...memberQuery(member.id), staleTime: 0 })
      if (isSaved(profile, now)) return onSaved()
      const newer = valuesOf(now)
      const merged = mergeValues(base.values, values, newer)
      setTheirs({ both: merged.both, values: newer })
      setValues(merged.values)
      setBase({ values: newer, version: now.version })
    },
  })

  function change(next: Partial<ProfileValues>) {
    setValues((now) => ({ ...now, ...next }))
    // What has been changed since is no longer what was refused.
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in next))))
  }

  function onPicture(kind: MemberFileKind, picture: PictureState<{ id: string }>) {
    setPictures((now) => ({ ...now, [kind]: picture }))
    setProblems(({ [`files.${kind}`]: _mended, ...rest }) => rest)
  }

  /** The profile as it would be saved, or null when something has to be corrected first. */
  function check(): Profile | null {
    const sent = { ...toForm(values, member), files, version: base.version }
    const read = readProfile(sent, { ...base.values, approved: member.approved }, dayInManila(Date.now()))
    const wrong: Problems = 'wrong' in read ? { ...read.wrong } : {}
    // Left out of the files, it would be lost without a word.
    for (const kind of memberFileKinds)
      if (pictures[kind]?.status === 'failed') wrong[`files.${kind}`] = profileText.uploadFailed[kind]
    setProblems(wrong)
    save.reset()
    return 'profile' in read && Object.keys(wrong).length === 0 ? read.profile : null
  }

  return { base, values, files, problems, theirs, changed, sending, unsaved, save, change, onPicture, check }
}

export type ProfileDraft = ReturnType<typeof useProfileDraft>

function filesOf(pictures: Pictures): Partial<Record<MemberFileKind, string>> {
  const sent = memberFileKinds.flatMap((kind) => {
    const picture = pictures[kind]
    return picture?.status === 'done' ? [[kind, picture.result.id]] : []
  })
  return Object.fromEntries(sent) as Partial<Record<MemberFileKind, string>>
}

/** The reply to a save was lost on the way, and this is the same save again: the record already says what was sent. */
function isSaved({ files, version: _version, ...form }: Profile, now: Member): boolean {
  const same = Object.entries(form).every(([name, value]) => (now[name as keyof Member] ?? '') === (value ?? ''))
  return same && memberFileKinds.every((kind) => !files[kind] || files[kind] === now[kind])
}
