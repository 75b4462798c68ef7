import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { invitationDays, type InvitedForm } from '#shared/accounts/administrators.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm } from '#web/components/use-form.ts'
import { NoMailNotice } from '#web/layout/no-mail-notice.tsx'

/** An invitation goes by email, or by a link that the administrator passes on if the site cannot send emails. */
export const invitationText = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  send: 'Send the invitation',
  sent: (name: string) => `The invitation to ${name} is on its way.`,
  notSent: 'The invitation was not sent',
  instead: 'We will show you a link to pass on yourself.',
  make: 'Create the invitation',
  title: (name: string) => `Invitation for ${name}`,
  shownOnce: 'You will see this link only once. The log records that you saw it.',
  handOver: 'This site cannot send emails yet. Send them this link yourself, in a message that only they can read:',
  secret: (days: number) =>
    `The first person to open it gets the account. It works once, for ${days} days. If it reaches the wrong person, withdraw the invitation.`,
  what: 'the invitation link',
  done: 'I have copied it',
} as const

const text = invitationText

interface InviteFormProps<Sent extends InvitedForm> {
  schema: z.ZodType<Sent>
  invite: (sent: Sent) => Promise<{ link: string | null }>
  /** Called after it was sent, to refresh the list. */
  onInvited: () => Promise<unknown>
  /** Other fields besides name and address, with their initial values. */
  more?: { values: Omit<Sent, keyof InvitedForm>; fields: ReactNode }
}

/** Invites somebody by name and address. If the site sends no emails, shows the link to pass on. */
export function InviteForm<Sent extends InvitedForm>({ schema, invite, onInvited, more }: InviteFormProps<Sent>) {
  const { sendsEmail } = useSite()
  const [made, setMade] = useState<{ name: string; link: string } | null>(null)
  const form = useForm<object, Sent, { link: string | null }>({
    values: { firstName: '', lastName: '', email: '', ...more?.values },
    check: bySchema(schema),
    send: invite,
    onDone({ link }, { firstName, lastName }) {
      const name = `${firstName} ${lastName}`
      form.reset()
      if (link === null) showToast(text.sent(name))
      else setMade({ name, link })
      return onInvited()
    },
  })
  return (
    <>
      <NoMailNotice className="mb-5">
        <p>{text.instead}</p>
      </NoMailNotice>
      <Form form={form} className="grid gap-5">
        <FormFailure title={text.notSent} />
        <div className="grid gap-4 md:grid-cols-3">
          <TextField label={text.firstName} name="firstName" autoComplete="off" />
          <TextField label={text.lastName} name="lastName" autoComplete="off" />
          <TextField label={text.email} name="email" type="email" autoComplete="off" />
        </div>
        {more?.fields}
        <div>
          <Button type="submit" busy={form.busy}>
            {sendsEmail ? text.send : text.make}
          </Button>
        </div>
      </Form>
      {made && <InvitationLink {...made} onClose={() => setMade(null)} />}
    </>
  )
}

interface InvitationLinkProps {
  name: string
  link: string
  onClose: () => void
}

/** The link of an invitation if no email can carry it. It is nowhere else, so pressing beside the dialog does not close it. */
export function InvitationLink({ name, link, onClose }: InvitationLinkProps) {
  const { pathname, search } = new URL(link)
  // The address this page was reached by works; the one the server knows may not be set yet.
  const address = `${window.location.origin}${pathname}${search}`
  return (
    <Dialog onClose={onClose} staysOpen title={text.title(name)} description={text.shownOnce}>
      <p>{text.handOver}</p>
      <p
        data-testid="invitation-link"
        className="my-4 rounded-card bg-navy-soft p-4 font-mono wrap-anywhere select-all"
      >
        {address}
      </p>
      <p>{text.secret(invitationDays)}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <CopyButton text={address} what={text.what} />
        <Button onClick={onClose}>{text.done}</Button>
      </div>
    </Dialog>
  )
}
