import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { accountText } from '#shared/accounts/text.ts'
import { RecoveryCodes } from '#web/accounts/recovery-codes.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { confirmTwoFactor, startTwoFactor, twoFactorQuery } from '#web/accounts/api.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { PasswordField, TextField } from '#web/components/fields.tsx'

type Started = Awaited<ReturnType<typeof startTwoFactor>>
type Step =
  | { status: 'off' }
  | { status: 'asking' }
  | { status: 'scanning'; started: Started }
  | { status: 'saving'; started: Started }

/** Adding an authenticator app: password and name, scan, confirm a code, save the recovery codes. */
export function TwoFactorOff() {
  const [step, setStep] = useState<Step>({ status: 'off' })

  async function finish() {
    await Promise.all([queries.invalidateQueries(twoFactorQuery), queries.invalidateQueries(meQuery)])
  }

  switch (step.status) {
    case 'off':
      return <Button onClick={() => setStep({ status: 'asking' })}>Turn on two-step login</Button>
    case 'asking':
      return (
        <AskPassword
          onStarted={(started) => setStep({ status: 'scanning', started })}
          onCancel={() => setStep({ status: 'off' })}
        />
      )
    case 'scanning':
      return (
        <ScanAndConfirm
          started={step.started}
          onConfirmed={() => setStep({ status: 'saving', started: step.started })}
        />
      )
    case 'saving':
      return (
        <>
          <Notice tone="success">Two-step login is on.</Notice>
          <RecoveryCodes codes={step.started.recoveryCodes} onDone={() => void finish()} />
        </>
      )
  }
}

function AskPassword({ onStarted, onCancel }: { onStarted: (started: Started) => void; onCancel: () => void }) {
  const start = useMutation({
    mutationFn: (form: { password: string; name: string }) => startTwoFactor(form),
    onSuccess: onStarted,
  })
  const fields = start.error instanceof ApiError ? start.error.fields : {}

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!start.isPending)
      start.mutate({ password: fieldOf(event, 'password'), name: fieldOf(event, 'name').trim() || 'My phone' })
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-5">
      {start.isError && <Notice tone="error">{sentenceOf(start.error)}</Notice>}
      <PasswordField
        label="Your password"
        hint="So we know it is you."
        name="password"
        autoComplete="current-password"
        error={fields.password}
      />
      <TextField
        label="Name of the device"
        hint="So you can recognise it later."
        name="name"
        defaultValue="My phone"
        maxLength={60}
        error={fields.name}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={start.isPending}>
          Continue
        </Button>
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function ScanAndConfirm({ started, onConfirmed }: { started: Started; onConfirmed: () => void }) {
  const confirm = useMutation({ mutationFn: (code: string) => confirmTwoFactor({ code }), onSuccess: onConfirmed })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = fieldOf(event, 'code').trim()
    if (code !== '' && !confirm.isPending) confirm.mutate(code)
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-5">
      <ol className="grid list-decimal gap-1 pl-6">
        <li>Install an authenticator app if you do not have one, for example Google Authenticator.</li>
        <li>Scan this picture with it, or open the key on this phone.</li>
        <li>Type the six digits you see in the app.</li>
      </ol>
      <div className="flex flex-wrap items-center gap-6">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(started.qrSvg)}`}
          alt="QR code for the authenticator app"
          width="208"
          height="208"
          className="rounded-field border border-line bg-white"
        />
        <div className="min-w-56 flex-1">
          <p className="font-semibold">No camera? Type this key:</p>
          <p className="mt-1 font-mono text-lg break-words">{started.secret.match(/.{1,4}/g)?.join(' ')}</p>
          <a href={started.uri} className="text-link mt-2 inline-flex min-h-11 items-center">
            Open in the app on this phone
          </a>
        </div>
      </div>
      {confirm.isError && <Notice tone="error">{sentenceOf(confirm.error)}</Notice>}
      <TextField
        label="Code"
        hint={accountText.twoFactorAsk}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        className="max-w-56 text-2xl tracking-[0.3em] tabular-nums"
      />
      <Button type="submit" busy={confirm.isPending} className="justify-self-start">
        Confirm
      </Button>
    </form>
  )
}
