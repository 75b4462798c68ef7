import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { ownNameSchema, splitName, type OwnNameForm } from '#shared/accounts/administrators.ts'
import { ownAccountText as text } from '#shared/accounts/administrators-text.ts'
import { ownAccountChanged, saveOwnName } from '#web/accounts/api.ts'
import { sentenceOf } from '#web/api/client.ts'
import { problemsIn } from '#web/components/problems-in.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { TextField } from '#web/components/fields.tsx'

/** An administrator's own name; null while the site does not know it. */
export function OwnName({ name }: { name: string | null }) {
  const id = useId()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const before = splitName(name ?? '')
  const save = useMutation({
    mutationFn: (typed: OwnNameForm) => saveOwnName(typed),
    onSuccess: () => ownAccountChanged(),
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
    setWrong(problemsIn(typed.error))
    if (typed.success) save.mutate(typed.data)
  }

  return (
    <section aria-labelledby={id} className="card mt-6 p-6 md:p-8">
      <h2 id={id} className="text-3xl">
        {text.nameTitle}
      </h2>
      <p className="mt-3 text-muted">{text.nameHelp}</p>
      <form method="post" onSubmit={submit} noValidate className="mt-5 grid gap-5">
        {save.isError && (
          <Notice tone="error" title={text.nameNotSaved}>
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
        <div>
          <Button type="submit" busy={save.isPending}>
            {text.saveName}
          </Button>
        </div>
      </form>
    </section>
  )
}
