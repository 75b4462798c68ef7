import { useCallback, useState } from 'react'
import { regions, services } from '#shared/members/enums.ts'
import { Button } from '#web/components/button.tsx'
import { Combobox } from '#web/components/combobox.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea } from '#web/components/text-area.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { Samples } from './samples.tsx'
import { people, type SamplePerson } from './people.ts'

export function FormSamples() {
  return (
    <>
      <Samples title="Buttons">
        <div className="flex flex-wrap gap-3">
          <Button>Primary</Button>
          <Button look="accent">Accent</Button>
          <Button look="outline">Outline</Button>
          <Button look="quiet">Quiet</Button>
          <Button look="danger">Danger</Button>
          <Button look="danger-outline">Danger, outline</Button>
          <Button busy>Saving</Button>
          <Button disabled>Disabled</Button>
          <Button size="small">Small</Button>
        </div>
        <div className="on-dark flex flex-wrap gap-3 bg-navy p-5">
          <Button look="accent">Accent</Button>
          <Button look="outline-light">Outline on dark</Button>
        </div>
      </Samples>
      <Samples title="Fields">
        <div className="card grid gap-6 p-6 md:grid-cols-2">
          <TextField label="First name" defaultValue="MARÍA" name="first" />
          <TextField label="Rank" hint="As on your commission document" name="rank" />
          <TextField label="Email" name="email" defaultValue="maria@" error="Please enter a valid email address" />
          <TextField label="Middle name" name="middle" optional disabled />
          <PasswordField label="Password" name="password" autoComplete="off" />
          <PasswordField
            label="New password"
            name="new"
            autoComplete="off"
            error="Password must be at least 6 characters long"
          />
          <SelectField label="Region" name="region" choices={regions} />
          <SelectField label="Military service" name="ms" choices={services} error="Military service is required" />
          <TextArea label="History" name="history" hint="Plain text; an empty line starts a paragraph." />
          <PeopleBox />
        </div>
      </Samples>
    </>
  )
}

function PeopleBox() {
  const [chosen, setChosen] = useState<SamplePerson | null>(null)
  const search = useCallback(async (typed: string) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    if (typed.startsWith('fail')) throw new Error('no answer')
    return { options: people.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())) }
  }, [])
  return (
    <Combobox
      label="Nominee"
      value={chosen}
      onChange={setChosen}
      search={search}
      labelOf={({ name }) => name}
      renderOption={({ name, rank, unit }) => (
        <>
          <span className="block font-semibold">{name}</span>
          <span className="block text-muted">
            {rank}, {unit}
          </span>
        </>
      )}
      texts={{ tooShort: 'Enter at least 3 characters to search', nothing: 'No approved members found' }}
      placeholder="Search by name"
    />
  )
}
