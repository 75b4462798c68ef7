import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { isInventedAddress, ownEmailSchema, type OwnEmailForm } from '#shared/accounts/administrators.ts'
import { ownAccountText as text } from '#shared/accounts/administrators-text.ts'
import { securityText } from '#shared/accounts/security-text.ts'
import { problemsIn } from '#web/components/problems-in.ts'
import { ownAccountChanged, saveOwnEmail } from '#web/accounts/api.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { PasswordField, TextField } from '#web/components/fields.tsx'

/** The address with which an administrator logs in. */
export function OwnEmail({ email }: { email: string }) {
  const id = useId()
  const invented = isInventedAddress(email)
  const [asking, setAsking] = useState(invented)
  /** What waits for the code that was sent to the new address. */
  const [unproved, setUnproved] = useState<OwnEmailForm | null>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = useMutation({
    mutationFn: (typed: OwnEmailForm) => saveOwnEmail(typed),
    onSuccess: async ({ changed }, typed) => {
      if (!changed) return setUnproved(typed)
      await ownAccountChanged()
      close()
    },
  })
  const problems = { ...wrong, ...problemsIn(save.error) }
  const section = useRef<HTMLElement>(null)
  // A link that leads here was followed before this was drawn.
  useEffect(() => {
    if (window.location.hash === '#email') section.current?.scrollIntoView()
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    save.reset()
    const typed = ownEmailSchema.safeParse(
      unproved
        ? { ...unproved, code: fieldOf(event, 'code') }
        : { email: fieldOf(event, 'email'), password: fieldOf(event, 'password') },
    )
    setWrong(problemsIn(typed.error))
    if (typed.success) save.mutate(typed.data)
  }

  function open() {
    save.reset()
    setAsking(true)
  }

  function close() {
    setUnproved(null)
    setWrong({})
    setAsking(false)
  }

  function cancel() {
    save.reset()
    close()
    setAsking(invented)
  }

  return (
    <section ref={section} id="email" aria-labelledby={id} className="card mt-6 scroll-mt-24 p-6 md:p-8">
      <h2 id={id} className="text-3xl">
        {text.emailTitle}
      </h2>
      {invented ? (
        <Notice tone="warning" className="mt-4">
          <p className="break-words">{text.emailInvented(email)}</p>
        </Notice>
      ) : (
        <p className="mt-3 break-words">{text.emailNow(email)}</p>
      )}
      {save.data?.changed && (
        <Notice tone="success" title={text.emailSaved(save.variables.email)} className="mt-4">
          {securityText.othersLoggedOut}
        </Notice>
      )}
      {asking ? (
        <>
          <p className="mt-3 text-muted">{text.emailHelp}</p>
          <form method="post" onSubmit={submit} noValidate className="mt-5 grid gap-5">
            {save.isError && (
              <Notice tone="error" title={text.emailNotSaved}>
                {sentenceOf(save.error)}
              </Notice>
            )}
            {unproved ? (
              <>
                <p role="status" className="break-words">
                  {text.codeSent(unproved.email)}
                </p>
                <TextField
                  label={text.code}
                  hint={text.codeHint}
                  name="code"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  error={problems['code']}
                />
              </>
            ) : (
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField
                  label={text.newEmail}
                  name="email"
                  type="email"
                  autoComplete="email"
                  error={problems['email']}
                />
                <PasswordField
                  label={text.yourPassword}
                  name="password"
                  autoComplete="current-password"
                  error={problems['password']}
                />
              </div>
            )}
            <div className="flex flex-wrap gap-3">
              <Button type="submit" busy={save.isPending}>
                {unproved ? text.confirmEmail : text.saveEmail}
              </Button>
              {(!invented || unproved) && (
                <Button look="outline" disabled={save.isPending} onClick={cancel}>
                  {text.cancel}
                </Button>
              )}
            </div>
          </form>
        </>
      ) : (
        <Button look="outline" className="mt-5" onClick={open}>
          {text.changeEmail}
        </Button>
      )}
    </section>
  )
}
