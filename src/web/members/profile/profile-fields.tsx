import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { bloodTypes, regions, services, type Service } from '#shared/members/enums.ts'
import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import {
  isCheck,
  isInCapitals,
  isRequired,
  memberFields,
  recordSections,
  type MemberField,
  type CheckField,
} from '#shared/members/member-fields.ts'
import { heldFileText } from '#shared/members/privacy/privacy.ts'
import type { Profile } from '#shared/members/profile/profile.ts'
import { movedBefore, recordOf } from '#shared/objects.ts'
import { isPlainDate } from '#shared/time.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { SelectField } from '#web/components/fields.tsx'
import type { SentPicture } from '#web/components/picture-field.tsx'
import { useValues, type FormState } from '#web/components/use-form.ts'
import type { Member } from '#web/members/api.ts'
import { MemberPictureField } from '#web/members/member-picture.tsx'
import { RankOptions } from '#web/members/rank-options.tsx'
import { isDay, showField } from '#web/members/record-facts.ts'
import { RecordLine, StatusTree } from '#web/members/registration/fields.tsx'
import { sendMemberFile } from './api.ts'

interface ProfileFieldsProps<Sent, Result> {
  member: Member
  form: FormState<ProfileValues, Sent, Result>
}

/** Every field of a member, in the sections of the record, and the pictures. */
export function ProfileFields<Sent, Result>({ member, form }: ProfileFieldsProps<Sent, Result>) {
  const service = useValues(form).ms as Service | undefined
  const ranks = useId()
  // The tree of statuses is one control.
  const fields = (names: readonly MemberField[]) =>
    names
      .filter((name) => name !== 'militaryStatus' && name !== 'reservistType' && !isCheck(name))
      .map((name) => <RecordField key={name} name={name} {...(name === 'rank' && { list: ranks })} />)
  return (
    <>
      <Part title="Name and number">
        {fields(
          recordSections.name.filter((name) => member.approved || (name !== 'idNumber' && name !== 'memberSince')),
        )}
      </Part>
      <Part title="Service">
        {fields(movedBefore(recordSections.service, 'region', 'unitAssignment'))}
        <RankOptions id={ranks} service={service} />
        <div className="sm:col-span-2">
          <StatusTree />
        </div>
      </Part>
      <Part title="Personal information">{fields([...recordSections.personal, ...recordSections.payment])}</Part>
      <Part title="Contact person">{fields(recordSections.contact)}</Part>
      <Pictures member={member} />
    </>
  )
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>

/** Lists to choose from. */
const choices: Partial<Record<MemberField, readonly string[]>> = {
  ms: services,
  region: regions,
  bloodType: bloodTypes,
}

interface RecordFieldProps extends InputProps {
  /** Of the record. */
  name: MemberField
  /** In the form, if different. */
  as?: string
  label?: string
}

/** One field of the record, as administrators edit it and members request a change. */
export function RecordField({ name, as = name, label, ...rest }: RecordFieldProps) {
  const texts = label ? { label } : { label: memberFields[name].label, optional: !isRequired(name, 'profile') }
  const offered = choices[name]
  if (offered) return <SelectField {...texts} name={as} choices={offered} />
  return <RecordLine of={name} {...texts} name={as} autoComplete="off" capitals={isInCapitals(name)} {...rest} />
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card p-5 md:p-8">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <div className="field-row mt-5">{children}</div>
    </section>
  )
}

/** New pictures, each replacing the present one; the others stay. */
function Pictures({ member }: { member: Member }) {
  return (
    <section aria-labelledby="pictures-title" className="card p-5 md:p-8">
      <h2 id="pictures-title" className="text-2xl">
        Pictures and documents
      </h2>
      <p className="mt-2 text-muted">Choose a file only for what you want to replace.</p>
      <div className="mt-5 grid gap-6">
        {memberFileKinds.map((kind) => (
          <MemberPictureField
            key={kind}
            kind={kind}
            name={`files.${kind}`}
            label={heldFileText[kind]}
            hint={
              <PresentFile
                id={member[kind]}
                kind={kind}
                rule={`JPEG or PNG, at most ${kind === 'profilePicture' ? 5 : 20} MB.`}
              />
            }
            upload={sendMemberFile}
            byAdministrator
          />
        ))}
      </div>
    </section>
  )
}

interface PresentFileProps {
  id: string | null
  kind: MemberFileKind
  /** What the new one must be. */
  rule: string
}

/** The present file, and what may replace it. */
export function PresentFile({ id, kind, rule }: PresentFileProps) {
  if (!id) return <>None on record. {rule}</>
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {kind === 'profilePicture' && <Avatar name="" photo={`/api/files/${id}`} className="size-12" />}
      <a href={`/api/files/${id}`} target="_blank" rel="noreferrer" className="tap-link">
        Open the current one
        <span className="sr-only"> ({heldFileText[kind]}, in a new tab)</span>
      </a>
      {rule}
    </span>
  )
}

/** In the order of the record. */
const recordFields = Object.values(recordSections).flat()

type TextName = Exclude<MemberField, CheckField>
type RecordValues = Record<TextName, string> & Record<CheckField, boolean>

/** The editor's fields. The pictures are those that replace present ones. */
export interface ProfileValues extends RecordValues {
  files: Record<MemberFileKind, SentPicture | null>
}

const isText = (name: MemberField): name is TextName => !isCheck(name)

/** The record as the fields show it. */
export const valuesOf = (member: Member): ProfileValues => ({
  ...recordOf(recordFields.filter(isText), (name) => member[name] ?? ''),
  ...recordOf(recordFields.filter(isCheck), (name) => member[name]),
  files: recordOf(memberFileKinds, () => null),
})

/** What the server accepts: an applicant has no number. */
export const toForm = ({ files, ...values }: ProfileValues, { approved }: Pick<Member, 'approved'>) => ({
  ...values,
  idNumber: approved ? values.idNumber : null,
  files: Object.fromEntries(
    memberFileKinds.flatMap((kind) => (files[kind] ? [[kind, files[kind].id]] : [])),
  ) as Partial<Record<MemberFileKind, string>>,
})

/** What the fields will show once this is saved: in capitals, folded and trimmed as the record stores it. */
export const afterSaving = ({ files: _files, version: _version, ...profile }: Profile): RecordValues => ({
  ...profile,
  idNumber: profile.idNumber ?? '',
})

export const changedNames = (before: RecordValues, after: RecordValues): MemberField[] =>
  recordFields.filter((name) => before[name] !== after[name])

export function showValue(name: MemberField, values: RecordValues): string {
  const value = values[name]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return isDay(name) && !isPlainDate(value) ? value.trim() : showField(name, value.trim())
}
