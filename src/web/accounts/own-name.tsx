import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import {
  ownEmailSchema,
  ownNameSchema,
  splitName,
  type OwnEmailForm,
  type OwnNameForm,
} from '#shared/accounts/administrators.ts'
import { ownAccountText as text } from '#shared/accounts/administrators-text.ts'
import { ownAccountChanged, saveOwnEmail, saveOwnName } from '#web/api/administrators.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { problemsIn } from '#web/components/problems-in.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { TextField } from '#web/components/text-field.tsx'

interface OwnNameProps {
  /** Null while the site does not know it. */
  name: string | null
  /** Whether the address is asked for with it: the first start made one up. */
  withEmail: boolean
}

interface Typed {
  name: OwnNameForm
  email: OwnEmailForm | null
}

/** An administrator's own name, and at the first login the address that goes with it. */
export function OwnName({ name, withEmail }: OwnNameProps) {
  const id = useId()
  const api = useApi()
  const queries = useQueryClient()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const before = splitName(name ?? '')
  const save = useMutation({
    // The address first: once the name is there, nobody is asked for it any more.
    mutationFn: async (typed: Typed) => {
      if (typed.email) await saveOwnEmail(api, typed.email)
      return saveOwnName(api, typed.name)
    },
    onSuccess: () => ownAccountChanged(queries),
  })
  const problems = { ...wrong, ...problemsIn(save.error) }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    save.reset()
    const typed = ownNameSchema.safeParse({
      firstName: fieldOf(event, 'firstName'),
      lastName: fieldOf(event, 'lastName'),
    })
    const email = withEmail
      ? ownEmailSchema.safeParse({ email: fieldOf(event, 'email'), password: fieldOf(event, 'password') })
      : null
    setWrong({ ...problemsIn(typed.error), ...problemsIn(email?.error) })
    if (typed.success && email?.success !== false) save.mutate({ name: typed.data, email: email?.data ?? null })
  }

  return (
    <section aria-labelledby={id} className="card mt-6 p-6 md:p-8">
      <h2 id={id} className="text-3xl">
        {withEmail ? text.nameAndEmailTitle : text.nameTitle}
      </h2>
      <p className="mt-3 text-muted">{text.nameHelp}</p>
      <form method="post" onSubmit={submit} noValidate className="mt-5 grid gap-5">
        {save.isError && (
          <Notice tone="error" title={withEmail ? text.nameAndEmailNotSaved : text.nameNotSaved}>
            {sentenceOf(save.error)}
          </Notice>
        )}
        {save.isSuccess && <Notice tone="success">{text.nameSaved}</Notice>}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={text.firstName}
            name="firstName"
            autoComplete="given-name"
            defaultValue={before?.firstName}
            error={problems['firstName']}
          />
          <TextField
            label={text.lastName}
            name="lastName"
            autoComplete="family-name"
            defaultValue={before?.lastName}
            error={problems['lastName']}
          />
        </div>
        {withEmail && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={text.ownEmail}
              hint={text.ownEmailHint}
              name="email"
              type="email"
              autoComplete="email"
              error={problems['email']}
            />
            <PasswordField
              label={text.yourPassword}
              hint={text.yourPasswordHint}
              name="password"
              autoComplete="current-password"
              error={problems['password']}
            />
          </div>
        )}
        <div>
          <Button type="submit" busy={save.isPending}>
            {withEmail ? text.saveNameAndEmail : text.saveName}
          </Button>
        </div>
      </form>
    </section>
  )
}
