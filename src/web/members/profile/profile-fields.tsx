import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { bloodTypes, regions, services, type Service } from '#shared/members/enums.ts'
import {
  isCheck,
  isInCapitals,
  isRequired,
  memberFields,
  recordSections,
  type CheckField,
  type MemberField,
} from '#shared/members/member-fields.ts'
import { ranksByService } from '#web/members/ranks.ts'
import { movedBefore } from '#shared/objects.ts'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { StatusFields } from '#web/members/profile/status-fields.tsx'
import type { ProfileDraft } from '#web/members/profile/use-profile-draft.ts'

type Draft = Pick<ProfileDraft, 'values' | 'problems' | 'change'>
type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>
type StatusField = 'militaryStatus' | 'reservistType' | CheckField
type Drawn = Exclude<MemberField, StatusField>

/** Lists to choose from. */
const choices: Partial<Record<Drawn, readonly string[]>> = { ms: services, region: regions, bloodType: bloodTypes }

/** What a line is that is no plain text. */
const kinds: Partial<Record<Drawn, InputProps>> = {
  idNumber: { autoCapitalize: 'characters' },
  birthday: { type: 'date' },
  email: { type: 'email' },
  cellphoneNumber: { inputMode: 'tel' },
  contactPersonNumber: { inputMode: 'tel' },
  contactPersonEmail: { type: 'email' },
}

/** The tree of statuses is one control. */
const isDrawn = (name: MemberField): name is Drawn =>
  name !== 'militaryStatus' && name !== 'reservistType' && !isCheck(name)

/** Every field of a member, in the sections of the record. */
export function ProfileFields({ draft, approved }: { draft: Draft; approved: boolean }) {
  const service = draft.values.ms as Service
  const ranks = useId()
  const fields = (names: readonly MemberField[]) =>
    names.filter(isDrawn).map((name) => <Field key={name} {...{ draft, name, ranks }} />)
  return (
    <>
      <Part title="Name and number">
        {fields(recordSections.name.filter((name) => approved || name !== 'idNumber'))}
      </Part>
      <Part title="Service">
        {fields(movedBefore(recordSections.service, 'region', 'unitAssignment'))}
        <datalist id={ranks}>
          {(ranksByService[service] ?? []).flatMap(({ label, ranks: offered }) =>
            offered.map((rank) => (
              <option key={`${label} ${rank}`} value={rank}>
                {label}
              </option>
            )),
          )}
        </datalist>
        <StatusFields draft={draft} />
      </Part>
      <Part title="Personal information">{fields([...recordSections.personal, ...recordSections.payment])}</Part>
      <Part title="Contact person">{fields(recordSections.contact)}</Part>
    </>
  )
}

interface FieldProps {
  draft: Draft
  name: Drawn
}

function Field({ draft, name, ranks }: FieldProps & { ranks: string }) {
  const offered = choices[name]
  if (offered) return <Choice {...{ draft, name, offered }} />
  return <Line {...{ draft, name }} {...kinds[name]} {...(name === 'rank' && { list: ranks })} />
}

const controlOf = ({ draft, name }: FieldProps) => ({
  label: memberFields[name].label,
  optional: !isRequired(name, 'profile'),
  name,
  value: draft.values[name],
  error: draft.problems[name],
})

/** Shown in capitals as they are typed; the server keeps them so. */
const capitals = { className: 'uppercase', autoCapitalize: 'characters', spellCheck: false } as const

function Line({ draft, name, ...rest }: FieldProps & InputProps) {
  return (
    <TextField
      {...controlOf({ draft, name })}
      autoComplete="off"
      onChange={(event) => draft.change({ [name]: event.target.value })}
      {...(isInCapitals(name) && capitals)}
      {...rest}
    />
  )
}

function Choice({ draft, name, offered }: FieldProps & { offered: readonly string[] }) {
  return (
    <SelectField
      {...controlOf({ draft, name })}
      choices={offered}
      onChange={(event) => draft.change({ [name]: event.target.value })}
    />
  )
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
