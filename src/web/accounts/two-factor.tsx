import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { PasswordField, TextField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { Notice, Fetched } from '#web/components/notice.tsx'
import { useForm } from '#web/components/use-form.ts'
import { AccountSection, PasswordDialog } from './account-parts.tsx'
import {
  confirmTwoFactor,
  invalidateTwoFactor,
  removeOwnTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  twoFactorQuery,
} from './api.ts'
import { secondStepText } from './text.ts'

const fewCodes = 3

type Started = Awaited<ReturnType<typeof startTwoFactor>>

/**
 * Where somebody is with two-step login: they leave it as it is, add an authenticator app (password and name, scan, confirm a
 * code), or look at recovery codes, which are shown once: leaving them takes a word that they are saved. With it on, `renewing` and
 * `removing` ask for the password in a dialog.
 */
type Step =
  | { status: 'resting' | 'asking' | 'renewing' | 'removing' }
  | { status: 'scanning'; started: Started }
  | { status: 'saving'; codes: readonly string[]; justOn: boolean }

export function TwoFactorSection() {
  const state = useQuery(twoFactorQuery)
  const [step, setStep] = useState<Step>({ status: 'resting' })
  const part = useRef<HTMLDivElement>(null)

  /** The parts differ in height: the next one is read from its beginning. */
  function go(next: Step) {
    flushSync(() => setStep(next))
    part.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView()
  }

  async function finish() {
    await invalidateTwoFactor()
    go({ status: 'resting' })
  }

  return (
    <AccountSection
      title="Two-step login"
      help="After your password, the site also asks for a code from an app on your phone. If someone guesses your password, they still cannot get in."
    >
      <div ref={part} tabIndex={-1} className="mt-5 scroll-mt-24 outline-none">
        <Fetched query={state} failed="Two-step login could not be loaded">
          {({ enabled, name, recoveryCodesLeft }) => {
            if (step.status === 'saving') return <RecoveryCodes {...step} onDone={() => void finish()} />
            if (step.status === 'scanning')
              return (
                <ScanAndConfirm
                  started={step.started}
                  onConfirmed={() => go({ status: 'saving', codes: step.started.recoveryCodes, justOn: true })}
                />
              )
            if (step.status === 'asking')
              return (
                <AskPassword
                  onStarted={(started) => go({ status: 'scanning', started })}
                  onCancel={() => go({ status: 'resting' })}
                />
              )
            if (!enabled) return <Button onClick={() => setStep({ status: 'asking' })}>Turn on two-step login</Button>
            return <SwitchedOn {...{ name, step, setStep }} codesLeft={recoveryCodesLeft} />
          }}
        </Fetched>
      </div>
    </AccountSection>
  )
}

function AskPassword({ onStarted, onCancel }: { onStarted: (started: Started) => void; onCancel: () => void }) {
  const form = useForm({
    values: { password: '', name: 'My phone' },
    send: ({ password, name }) => startTwoFactor({ password, name: name.trim() || 'My phone' }),
    onDone: onStarted,
  })
  return (
    <Form form={form} className="grid gap-5">
      <FormFailure />
      <PasswordField
        label="Your password"
        hint="So we know it is you."
        name="password"
        autoComplete="current-password"
      />
      <TextField label="Name of the device" hint="So you can recognise it later." name="name" maxLength={60} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          Continue
        </Button>
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function ScanAndConfirm({ started, onConfirmed }: { started: Started; onConfirmed: () => void }) {
  const form = useForm({
    values: { code: '' },
    check({ code }) {
      const typed = code.trim()
      return typed === '' ? { problems: { code: secondStepText.missing } } : { sent: { code: typed } }
    },
    send: confirmTwoFactor,
    onDone: onConfirmed,
  })
  return (
    <Form form={form} className="grid gap-5">
      <ol className="grid list-decimal gap-1 pl-6">
        <li>Install an authenticator app if you do not have one, for example Google Authenticator.</li>
        <li>Scan this picture with it. If the app is on this phone, press “Open in the app on this phone”.</li>
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
          <a href={started.uri} className="tap-link mt-2">
            Open in the app on this phone
          </a>
        </div>
      </div>
      <FormFailure />
      <TextField
        label="Code"
        hint={secondStepText.askCode}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        className="max-w-56 text-2xl tracking-[0.3em] tabular-nums"
      />
      <Button type="submit" busy={form.busy} className="justify-self-start">
        Confirm
      </Button>
    </Form>
  )
}

interface SwitchedOnProps {
  name: string | null
  codesLeft: number
  step: Step
  setStep: (step: Step) => void
}

/** Two-step login when it is on, with new recovery codes and turning it off; both require the password. */
function SwitchedOn({ name, codesLeft, step, setStep }: SwitchedOnProps) {
  return (
    <>
      <Notice tone="success" title={name ? `On, with “${name}”` : 'On'}>
        {codesLeft} recovery {codesLeft === 1 ? 'code' : 'codes'} left.
      </Notice>
      {codesLeft < fewCodes && (
        <Notice tone="warning" className="mt-3">
          You are running out of recovery codes. Please make new ones.
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="outline" onClick={() => setStep({ status: 'renewing' })}>
          New recovery codes
        </Button>
        <Button look="danger-outline" onClick={() => setStep({ status: 'removing' })}>
          Turn off two-step login
        </Button>
      </div>
      <PasswordDialog
        open={step.status === 'renewing'}
        onClose={() => setStep({ status: 'resting' })}
        title="New recovery codes"
        explanation="The codes you have now stop working."
        action="Make new codes"
        act={renewRecoveryCodes}
        onDone={({ recoveryCodes }) => setStep({ status: 'saving', codes: recoveryCodes, justOn: false })}
      />
      <PasswordDialog
        open={step.status === 'removing'}
        onClose={() => setStep({ status: 'resting' })}
        title="Turn off two-step login?"
        explanation="You will log in with your password alone, and your recovery codes stop working."
        action="Turn off"
        look="danger"
        act={async (typed) => {
          await removeOwnTwoFactor(typed)
          await invalidateTwoFactor()
        }}
      />
    </>
  )
}

const savedText = {
  once: 'You will see these codes only once. If you lose your phone, each code logs you in once. Keep them on paper or in a safe place.',
  copied: 'Copied',
} as const

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Two-step login was turned on a moment ago. */
  justOn: boolean
  onDone: () => void
}

function RecoveryCodes({ codes, justOn, onDone }: RecoveryCodesProps) {
  const { shortName } = useSite()
  const [copied, setCopied] = useState(false)
  const asText = `${shortName} recovery codes\n\n${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(asText)
      setCopied(true)
    } catch {
      setCopied(false) // the codes stay on the screen to be copied by hand
    }
  }

  return (
    <>
      {justOn && <Notice tone="success">Two-step login is on.</Notice>}
      <div className="mt-5 grid gap-5">
        <div>
          <h3 className="text-2xl">Your recovery codes</h3>
          <p className="mt-1 text-muted">{savedText.once}</p>
        </div>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9em),1fr))] gap-x-6 gap-y-2 rounded-card bg-navy-soft p-5 font-mono tabular-nums sm:text-lg"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="no-print flex flex-wrap gap-3">
          <Button look="outline" onClick={() => void copy()}>
            {copied && <CheckIcon className="size-5" />}
            {copied ? savedText.copied : 'Copy'}
          </Button>
          <a
            className={buttonClass('outline')}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(asText)}`}
            download={`${shortName.toLowerCase()}-recovery-codes.txt`}
          >
            Download
          </a>
          <Button look="outline" onClick={() => window.print()}>
            Print
          </Button>
          <Button onClick={onDone}>I have saved them</Button>
        </div>
        <p role="status" className="sr-only">
          {copied && savedText.copied}
        </p>
      </div>
    </>
  )
}
