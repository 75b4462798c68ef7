import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { bloodTypes, regions, services, type Service } from '#shared/members/enums.ts'
import { ranksByService } from '#shared/members/ranks.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { fieldLabels, type ProfileValues, type TextName } from '#web/members/profile/profile-values.ts'
import { StatusFields } from '#web/members/profile/status-fields.tsx'
import type { ProfileDraft } from '#web/members/profile/use-profile-draft.ts'

type Draft = Pick<ProfileDraft, 'values' | 'problems' | 'change'>

/** Every field of a member, in the order in which the profile shows them. */
export function ProfileFields({ draft, approved }: { draft: Draft; approved: boolean }) {
  const service = draft.values.ms as Service
  const ranks = useId()
  const line = (name: TextName, more: LineProps = {}) => <Line draft={draft} name={name} {...more} />
  return (
    <>
      <Part title="Name and number">
        {approved && line('idNumber', { autoCapitalize: 'characters' })}
        {line('firstName', capitals)}
        {line('middleName', { ...capitals, optional: true })}
        {line('lastName', capitals)}
        {line('suffix', { ...capitals, optional: true })}
      </Part>
      <Part title="Service">
        {line('militarySerial', capitals)}
        <Choice draft={draft} name="ms" choices={services} />
        {line('rank', { ...capitals, list: ranks })}
        <datalist id={ranks}>
          {(ranksByService[service] ?? []).flatMap(({ label, ranks: offered }) =>
            offered.map((rank) => (
              <option key={`${label} ${rank}`} value={rank}>
                {label}
              </option>
            )),
          )}
        </datalist>
        <Choice draft={draft} name="region" choices={regions} />
        {line('unitAssignment')}
        {line('unitAddress', { optional: true })}
        <StatusFields draft={draft} />
      </Part>
      <Part title="Personal information">
        {line('birthday', { type: 'date' })}
        {line('email', { type: 'email' })}
        {line('cellphoneNumber', { inputMode: 'tel' })}
        {line('personnelAddress', { optional: true })}
        {line('height', { optional: true })}
        {line('weight', { optional: true })}
        <Choice draft={draft} name="bloodType" choices={bloodTypes} optional />
        {line('philhealthNumber', { optional: true })}
        {line('paymentReference', { optional: true })}
      </Part>
      <Part title="Contact person">
        {line('contactPersonFirstName', capitals)}
        {line('contactPersonMiddleName', { ...capitals, optional: true })}
        {line('contactPersonLastName', capitals)}
        {line('contactPersonRelationship')}
        {line('contactPersonNumber', { inputMode: 'tel' })}
        {line('contactPersonEmail', { type: 'email', optional: true })}
      </Part>
    </>
  )
}

interface LineProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  optional?: boolean
}

/** Shown in capitals as they are typed; the server keeps them so. */
const capitals = { className: 'uppercase', autoCapitalize: 'characters', spellCheck: false } as const

function Line({ draft, name, ...rest }: LineProps & { draft: Draft; name: TextName }) {
  return (
    <TextField
      label={fieldLabels[name]}
      name={name}
      autoComplete="off"
      value={draft.values[name]}
      error={draft.problems[name]}
      onChange={(event) => draft.change({ [name]: event.target.value } as Partial<ProfileValues>)}
      {...rest}
    />
  )
}

interface ChoiceProps {
  draft: Draft
  name: 'ms' | 'region' | 'bloodType'
  choices: readonly string[]
  optional?: true
}

function Choice({ draft, name, choices, optional }: ChoiceProps) {
  return (
    <SelectField
      label={fieldLabels[name]}
      name={name}
      choices={choices}
      {...(optional && { optional })}
      value={draft.values[name]}
      error={draft.problems[name]}
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
      <div className="mt-5 grid gap-5 sm:grid-cols-2">{children}</div>
    </section>
  )
}
