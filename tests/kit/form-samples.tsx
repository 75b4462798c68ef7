import { useCallback, useState } from 'react'
import { z } from 'zod'
import { regions, services } from '#shared/members/enums.ts'
import { ApiError } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Combobox } from '#web/components/combobox.tsx'
import { PasswordField, SelectField, TextArea, TextField } from '#web/components/fields.tsx'
import { ErrorSummary, Form, FormFailure } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { FileField } from '#web/components/upload.tsx'
import { bySchema, useForm } from '#web/components/use-form.ts'
import { people, type SamplePerson } from './people.ts'
import { Samples } from './samples.tsx'

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
      <Samples title="A whole form">
        <WholeForm />
      </Samples>
    </>
  )
}

const sampleSchema = z.object({
  name: z.string().trim().min(1, 'Please enter a name'),
  email: z.email('Please enter a valid email address'),
})

const stored = { values: { name: 'ROSA', email: 'rosa@example.org' }, version: 2 }

/** A whole form: its server knows one address already, and somebody else saves whenever the name is CLASH. */
function WholeForm() {
  const form = useForm({
    values: { name: '', email: '' },
    check: bySchema(sampleSchema),
    async send({ name, email }, version) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (email === 'taken@example.org')
        throw new ApiError({ code: 'email-taken', message: 'Taken', fields: { email: 'This address is taken' } })
      if (name === 'CLASH' && version < stored.version)
        throw new ApiError({ code: 'edited-meanwhile', message: 'Somebody else has saved meanwhile' })
    },
    stored: { version: 1, read: async () => stored },
    draft: { key: 'kit-draft', read: ({ name }) => (typeof name === 'string' && name ? { name } : {}) },
  })
  return (
    <Form form={form} aria-label="Whole form" className="card grid gap-5 p-6">
      <ErrorSummary title="Please correct the following" labelOf={(name) => name} />
      {form.meanwhile && <Notice tone="warning">Both changed: {form.meanwhile.both.join(', ')}</Notice>}
      <TextField label="Sample name" name="name" capitals autoComplete="off" />
      <TextField label="Sample email" name="email" type="email" autoComplete="off" />
      <FileField
        label="Sample file"
        name="file"
        optional
        accept="image/png"
        whyNot={({ type }) => (type === 'image/png' ? null : 'Only PNG files are allowed')}
        upload={async (file) => {
          if (file.name === 'lost.png') throw new ApiError({ code: 'picture-not-a-picture', message: 'Lost' })
          return file.name
        }}
      />
      <FormFailure />
      {form.outcome.status === 'done' && <Notice tone="success">Saved</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          Save the sample
        </Button>
        <Button look="outline" onClick={() => form.reset()}>
          Discard the sample
        </Button>
      </div>
    </Form>
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
