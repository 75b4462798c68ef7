import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  isInventedAddress,
  ownEmailSchema,
  ownNameSchema,
  splitFullName,
  type OwnEmailForm,
} from '#shared/accounts/administrators.ts'
import { digestTitle } from '#shared/dashboard/to-do.ts'
import { sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { CheckField, PasswordField, TextField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { Notice, Fetched } from '#web/components/notice.tsx'
import { bySchema, useForm } from '#web/components/use-form.ts'
import { changeOwnDigest, ownDigestQuery } from '#web/dashboard/api.ts'
import { AccountSection } from './account-parts.tsx'
import { invalidateOwnAccount, saveOwnEmail, saveOwnName } from './api.ts'

/** What only administrators have on "Login and security": their name, their address, the daily email. */

const nameText = {
  title: 'Your name',
  help: 'Your name and email address appear in the log, on certificates and on proxy ballots. When you correct, certify or cancel an election, everybody can read your name. Please use your real name.',
  firstName: 'First name',
  lastName: 'Last name',
  save: 'Save my name',
  saved: 'Your name was saved.',
  notSaved: 'Your name was not saved',
} as const

/** An administrator's own name; null while unknown. */
export function OwnName({ name }: { name: string | null }) {
  const form = useForm({
    values: splitFullName(name ?? '') ?? { firstName: '', lastName: '' },
    check: bySchema(ownNameSchema),
    send: saveOwnName,
    onDone: invalidateOwnAccount,
  })
  return (
    <AccountSection title={nameText.title} help={nameText.help}>
      <Form form={form} className="mt-5 grid gap-5">
        <FormFailure title={nameText.notSaved} />
        {form.outcome.status === 'done' && <Notice tone="success">{nameText.saved}</Notice>}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={nameText.firstName} name="firstName" autoComplete="given-name" />
          <TextField label={nameText.lastName} name="lastName" autoComplete="family-name" />
        </div>
        <div>
          <Button type="submit" busy={form.busy}>
            {nameText.save}
          </Button>
        </div>
      </Form>
    </AccountSection>
  )
}

const emailText = {
  title: 'Your email address',
  now: (email: string) => `You log in with ${email}, and our emails go there.`,
  invented: (email: string) =>
    `${email} is not a real address: no email reaches it, and it would appear with your name in the log. Please enter your own.`,
  newEmail: 'New email address',
  yourPassword: 'Your current password',
  help: 'You need your password to change it. Other phones and computers will be logged out. Earlier certificates keep your old address.',
  codeSent: (email: string) => `We have sent a six-digit code to ${email}. Please type it here.`,
  code: 'Code from the email',
  codeHint: 'Look in the spam folder, too. It works for 15 minutes.',
  confirm: 'Confirm the new address',
  change: 'Change my email address',
  save: 'Save the new address',
  cancel: 'Cancel',
  saved: (email: string) => `Your email address was changed. From now on you log in with ${email}.`,
  othersLoggedOut: 'Other phones and computers were logged out.',
  notSaved: 'Your email address was not changed',
} as const

/** `proving`: the address waits for the code that was sent to it. */
type EmailStep = 'closed' | 'asking' | 'proving'

/** The address an administrator logs in with. */
export function OwnEmail({ email }: { email: string }) {
  const text = emailText
  const invented = isInventedAddress(email)
  const [step, setStep] = useState<EmailStep>(invented ? 'asking' : 'closed')
  const form = useForm<Required<OwnEmailForm>, OwnEmailForm, { changed: boolean }>({
    values: { email: '', password: '', code: '' },
    check: ({ code, ...typed }) => bySchema(ownEmailSchema)(proving ? { ...typed, code } : typed),
    send: saveOwnEmail,
    async onDone({ changed }) {
      if (!changed) return setStep('proving')
      await invalidateOwnAccount()
      setStep('closed')
    },
  })
  // Problems with the address or the password are shown there.
  const proving: boolean = step === 'proving' && !form.problems['email'] && !form.problems['password']
  const { outcome } = form

  function begin(next: EmailStep) {
    form.reset()
    setStep(next)
  }

  return (
    <AccountSection id="email" title={text.title}>
      {invented ? (
        <Notice tone="warning" className="mt-4">
          <p className="break-words">{text.invented(email)}</p>
        </Notice>
      ) : (
        <p className="mt-3 break-words">{text.now(email)}</p>
      )}
      {outcome.status === 'done' && outcome.result.changed && (
        <Notice tone="success" title={text.saved(outcome.sent.email)} className="mt-4">
          {text.othersLoggedOut}
        </Notice>
      )}
      {step === 'closed' ? (
        <Button look="outline" className="mt-5" onClick={() => begin('asking')}>
          {text.change}
        </Button>
      ) : (
        <>
          <p className="mt-3 text-muted">{text.help}</p>
          <Form form={form} className="mt-5 grid gap-5">
            <FormFailure title={text.notSaved} />
            {proving ? (
              <>
                <p role="status" className="break-words">
                  {text.codeSent(String(form.control.getValues('email')))}
                </p>
                <TextField
                  label={text.code}
                  hint={text.codeHint}
                  name="code"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                />
              </>
            ) : (
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField label={text.newEmail} name="email" type="email" autoComplete="email" />
                <PasswordField label={text.yourPassword} name="password" autoComplete="current-password" />
              </div>
            )}
            <div className="flex flex-wrap gap-3">
              <Button type="submit" busy={form.busy}>
                {proving ? text.confirm : text.save}
              </Button>
              {(!invented || proving) && (
                <Button look="outline" disabled={form.busy} onClick={() => begin(invented ? 'asking' : 'closed')}>
                  {text.cancel}
                </Button>
              )}
            </div>
          </Form>
        </>
      )}
    </AccountSection>
  )
}

const digestText = {
  about: 'We email you your to-do list every morning, unless there is nothing to do.',
  on: 'Email me when there is something to do',
  saved: { on: 'We will email you every morning.', off: 'We will no longer email you every morning.' },
  failed: 'Nothing was changed',
  loadFailed: 'This setting could not be loaded',
} as const

/** Whether this administrator gets the daily email about what waits. */
export function OwnDigest() {
  const query = useQuery(ownDigestQuery)
  const changing = useMutation({
    mutationFn: (on: boolean) => changeOwnDigest(on),
    onSuccess: (changed) => queries.setQueryData(ownDigestQuery.queryKey, changed),
  })
  return (
    <AccountSection title={digestTitle} help={digestText.about}>
      <div className="mt-4">
        <Fetched query={query} failed={digestText.loadFailed}>
          {({ on }) => (
            <CheckField
              label={digestText.on}
              checked={changing.isPending ? changing.variables : on}
              onChange={({ target }) => changing.mutate(target.checked)}
            />
          )}
        </Fetched>
      </div>
      <div role="status" className="mt-3 empty:hidden">
        {changing.isSuccess && <Notice tone="success">{digestText.saved[changing.data.on ? 'on' : 'off']}</Notice>}
        {changing.isError && (
          <Notice tone="error" title={digestText.failed}>
            <p>{sentenceOf(changing.error)}</p>
          </Notice>
        )}
      </div>
    </AccountSection>
  )
}
