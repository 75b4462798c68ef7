import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { inviteAdministratorSchema, type InviteAdministratorForm } from '#shared/accounts/administrators.ts'
import { administratorsText as text } from '#shared/accounts/administrators-text.ts'
import { invitationText } from '#shared/accounts/invitation-text.ts'
import { InvitationLink } from '#web/accounts/invitation-link.tsx'
import { InvitedFields } from '#web/accounts/invited-fields.tsx'
import { jobsIn, JobsField } from '#web/accounts/jobs-field.tsx'
import { administratorsChanged, inviteAdministrator } from '#web/api/administrators.ts'
import { ApiError, sentenceOf, useApi } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { NoMailNotice } from '#web/layout/no-mail-notice.tsx'

export function InviteAdministrator() {
  const id = useId()
  const api = useApi()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { sendsEmail } = useSite()
  const [shown, setShown] = useState<{ name: string; link: string } | null>(null)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const invite = useMutation({
    mutationFn: (typed: InviteAdministratorForm) => inviteAdministrator(api, typed),
    onSuccess: async ({ link }, { firstName, lastName }) => {
      const name = `${firstName} ${lastName}`
      form.current?.reset()
      if (link === null) showToast(text.sent(name))
      else setShown({ name, link })
      await administratorsChanged(queries)
    },
    onError: (error) => setProblems(error instanceof ApiError ? error.fields : {}),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = inviteAdministratorSchema.safeParse({
      firstName: fieldOf(event, 'firstName'),
      lastName: fieldOf(event, 'lastName'),
      email: fieldOf(event, 'email'),
      jobs: jobsIn(event.currentTarget),
    })
    const issues = read.error?.issues ?? []
    setProblems(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])))
    if (read.success && !invite.isPending) invite.mutate(read.data)
  }

  return (
    <section aria-labelledby={id} className="card p-5 md:p-8">
      <h2 id={id} className="text-2xl">
        {text.invite}
      </h2>
      <p className="mt-2 max-w-[70ch] text-muted">{text.inviteHelp}</p>
      <NoMailNotice className="mt-4">
        <p>{invitationText.instead}</p>
      </NoMailNotice>
      <form ref={form} onSubmit={submit} noValidate className="mt-5 grid gap-5">
        {invite.isError && (
          <Notice tone="error" title={text.notSent}>
            {sentenceOf(invite.error)}
          </Notice>
        )}
        <InvitedFields problems={problems} />
        <JobsField error={problems['jobs']} />
        <div>
          <Button type="submit" busy={invite.isPending}>
            {sendsEmail ? text.send : invitationText.make}
          </Button>
        </div>
      </form>
      {shown && <InvitationLink {...shown} onClosed={() => setShown(null)} />}
    </section>
  )
}
