import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { z } from 'zod'
import { administratorsText } from '#shared/accounts/administrators-text.ts'
import { invitationText as text } from '#shared/accounts/invitation-text.ts'
import type { InvitedForm } from '#shared/accounts/invitation.ts'
import { InvitationLink } from '#web/accounts/invitation-link.tsx'
import { sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { problemsIn } from '#web/components/problems-in.ts'
import { TextField } from '#web/components/fields.tsx'
import { showToast } from '#web/components/toast.tsx'
import { NoMailNotice } from '#web/layout/no-mail-notice.tsx'

type Problems = Record<string, string>

/** What is asked besides name and address, and how it is read from the form. */
export interface MoreAsked {
  fields: (problems: Problems) => ReactNode
  read: (form: HTMLFormElement) => object
}

interface InviteFormProps<Typed extends InvitedForm> {
  schema: z.ZodType<Typed>
  invite: (typed: Typed) => Promise<{ link: string | null }>
  /** After it was sent, or made: so that it is among those shown. */
  onInvited: () => Promise<unknown>
  more?: MoreAsked
}

/** Invites somebody by name and address. Where the site sends no emails, the link is shown to hand over. */
export function InviteForm<Typed extends InvitedForm>({ schema, invite, onInvited, more }: InviteFormProps<Typed>) {
  const form = useRef<HTMLFormElement>(null)
  const { sendsEmail } = useSite()
  const [shown, setShown] = useState<{ name: string; link: string } | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const inviting = useMutation({
    mutationFn: invite,
    onSuccess: async ({ link }, { firstName, lastName }) => {
      const name = `${firstName} ${lastName}`
      form.current?.reset()
      if (link === null) showToast(text.sent(name))
      else setShown({ name, link })
      await onInvited()
    },
    onError: (error) => setProblems(problemsIn(error)),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = schema.safeParse({
      firstName: fieldOf(event, 'firstName'),
      lastName: fieldOf(event, 'lastName'),
      email: fieldOf(event, 'email'),
      ...more?.read(event.currentTarget),
    })
    setProblems(problemsIn(read.error))
    if (read.success && !inviting.isPending) inviting.mutate(read.data)
  }

  return (
    <>
      <NoMailNotice className="mb-5">
        <p>{text.instead}</p>
      </NoMailNotice>
      <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
        {inviting.isError && (
          <Notice tone="error" title={text.notSent}>
            {sentenceOf(inviting.error)}
          </Notice>
        )}
        <div className="grid gap-4 md:grid-cols-3">
          <TextField
            label={administratorsText.firstName}
            name="firstName"
            autoComplete="off"
            error={problems['firstName']}
          />
          <TextField
            label={administratorsText.lastName}
            name="lastName"
            autoComplete="off"
            error={problems['lastName']}
          />
          <TextField
            label={administratorsText.email}
            name="email"
            type="email"
            autoComplete="off"
            error={problems['email']}
          />
        </div>
        {more?.fields(problems)}
        <div>
          <Button type="submit" busy={inviting.isPending}>
            {sendsEmail ? text.send : text.make}
          </Button>
        </div>
      </form>
      {shown && <InvitationLink {...shown} onClosed={() => setShown(null)} />}
    </>
  )
}
