import { useEffect, useRef, useState, type ReactNode } from 'react'
import { triesLeftToShow } from '#shared/accounts/login.ts'
import { accountText, birthdayErrors, loginErrors, triesLeftText } from '#shared/accounts/text.ts'
import { readBirthday } from '#shared/accounts/typed-birthday.ts'
import { birthdayPassword } from '#shared/members/birthday.ts'
import { withNext } from '#shared/pages.ts'
import { months, showPlainDate, type PlainDate } from '#shared/time.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { PasswordField, SelectField, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { useForm } from '#web/components/use-form.ts'
import { logOut } from '#web/layout/log-out.ts'
import { seeApplication } from '#web/members/text.ts'
import { useNavigate, useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { answerChallenge, logIn, takeLogin } from './api.ts'
import { PasskeyLogin } from './passkey-login.tsx'
import { birthdayText, loginNoticeText, loginText, refusalIn, secondStepText } from './text.ts'

const boxes = ['day', 'month', 'year'] as const

type Typed = Record<'login' | 'password' | (typeof boxes)[number], string>

interface Login {
  login: string
  /** Null if one of the birthday boxes is empty. */
  password: string | null
}

/**
 * A plain form that the server also accepts directly, for a button pressed before the scripts have loaded. It posts to the page's
 * own address, whose `next` says where to go afterwards.
 */
export function LoginForm({ login, onLoginTyped }: { login: string; onLoginTyped: (login: string) => void }) {
  const navigate = useNavigate()
  const search = useSearch()
  const inBoxes = search.get('step') === 'birthday'
  const onwards = (address: string) => withNext(address, search.get('next'))
  const [question, setQuestion] = useState<{ login: string; dates: readonly PlainDate[] } | null>(null)
  const form = useForm<Typed, Login, Awaited<ReturnType<typeof logIn>>>({
    check: (typed) => ({ sent: { login: typed.login, password: inBoxes ? birthdayIn(typed) : typed.password } }),
    onChecked(sent) {
      // Digits that may mean two birthdays are asked about before anything is sent.
      const read = sent.login.includes('@') ? null : readBirthday(sent.password ?? '')
      if (read?.status !== 'ambiguous') return send(sent)
      setQuestion({ login: sent.login, dates: read.dates })
    },
    send({ login, password }) {
      if (password !== null) return logIn({ login, password })
      throw new ApiError({ code: 'birthday-incomplete', message: birthdayErrors['birthday-incomplete'] })
    },
    onDone(outcome) {
      if ('next' in outcome) window.location.replace(onwards(outcome.next))
      else navigate(onwards('/login?step=two-factor'))
    },
  })

  function send(sent: Login) {
    setQuestion(null)
    void form.send(sent)
  }

  // What was typed before this code loaded, or the login after choosing a password by link.
  useEffect(() => {
    const typed: unknown = form.control.getValues('login')
    const known = typed || !search.has('changed') ? typed : takeLogin()
    if (known && known !== typed) form.change({ login: known })
    onLoginTyped(typeof known === 'string' ? known : '')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form's code has come
  }, [])

  // A followed link goes to the top of the page, but these fields are where the link was.
  const wasInBoxes = useRef(inBoxes)
  const { focusProblem, reset, control } = form
  useEffect(() => {
    if (wasInBoxes.current === inBoxes) return
    wasInBoxes.current = inBoxes
    setQuestion(null)
    // A refusal is about what was typed in the other way.
    reset(control.getValues() as Typed)
    requestAnimationFrame(() => focusProblem(inBoxes ? boxes[0] : 'password'))
  }, [inBoxes, focusProblem, reset, control])

  return (
    <Form form={form} id="login" className="grid grid-cols-1 gap-5">
      {form.outcome.status === 'failed' && (
        <Refused error={form.outcome.error} tried={inBoxes ? 'boxes' : triedIn(form.outcome.sent)} onwards={onwards} />
      )}
      {question ? (
        <DateQuestion dates={question.dates} onChosen={(password) => send({ login: question.login, password })} />
      ) : (
        !form.tried && <AddressNotice tried={inBoxes ? 'boxes' : null} onwards={onwards} />
      )}
      <TextField
        label="Military serial number or admin email"
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={login}
        onChange={(event) => onLoginTyped(event.target.value)}
      />
      <div className="grid grid-cols-1 gap-1">
        {inBoxes ? (
          <BirthdayFields />
        ) : (
          <PasswordField label="Password" name="password" autoComplete="current-password" />
        )}
        <p>
          <SiteLink href={onwards(inBoxes ? '/login' : '/login?step=birthday')} className="tap-link">
            {inBoxes ? loginText.toPassword : loginText.toBirthday}
          </SiteLink>
        </p>
      </div>
      <Button type="submit" busy={form.busy || form.outcome.status === 'done'} className="w-full text-lg">
        Log in
      </Button>
    </Form>
  )
}

/** The boxes as one text, which the server reads like any birthday. */
function birthdayIn(typed: Typed): string | null {
  const parts = boxes.map((name) => typed[name].trim())
  return parts.includes('') ? null : parts.join(' ')
}

/** How a birthday was typed; null for any other password. */
type BirthdayTried = keyof typeof loginText.birthdayHelp | null

const triedIn = (sent: Login | null): BirthdayTried => (readBirthday(sent?.password ?? '') ? 'password' : null)

interface RefusalProps {
  tried: BirthdayTried
  /** An address with the page that was asked for. */
  onwards: (address: string) => string
}

const Refused = ({ error, ...props }: RefusalProps & { error: unknown }) => (
  <Refusal code={error instanceof ApiError ? error.code : ''} {...props}>
    {sentenceOf(error)}
  </Refusal>
)

/** What is refused is red; what to do now is in ordinary ink. */
function Refusal({ code, tried, onwards, children }: RefusalProps & { code: string; children: ReactNode }) {
  const { sendsEmail } = useSite()
  const helpFor: Readonly<Record<string, string | undefined>> = {
    ...loginText.help,
    'account-pending': loginText.pending(sendsEmail),
    ...(tried && { 'wrong-credentials': loginText.birthdayHelp[tried] }),
  }
  const help = helpFor[code]
  const wayOn =
    code === 'login-stopped' || code === 'wrong-credentials'
      ? { href: onwards('/login?step=forgot'), label: loginText.waysBack }
      : code === 'membership-withdrawn'
        ? { href: '/contact', label: loginText.questions }
        : code === 'account-pending' && { href: '/application', label: seeApplication }
  return (
    <Notice tone="error">
      {children}
      {help && <p className="mt-2 text-ink">{help}</p>}
      {wayOn && (
        <SiteLink href={wayOn.href} className="tap-link">
          {wayOn.label}
        </SiteLink>
      )}
    </Notice>
  )
}

/** From the address: the outcome of an earlier step. */
function AddressNotice({ tried, onwards }: RefusalProps) {
  const search = useSearch()
  const refused = refusalIn(search, loginErrors)
  if (refused) {
    const left = triesLeftToShow(Number(search.get('left') ?? Number.NaN))
    return (
      <Refusal code={refused} tried={tried} onwards={onwards}>
        {loginErrors[refused]}
        {left !== undefined && `. ${triesLeftText(left)}`}
      </Refusal>
    )
  }
  if (search.has('changed'))
    return (
      <Notice tone="success">
        {search.get('changed') === 'invitation' ? accountText.invitationAccepted : accountText.passwordChanged}
      </Notice>
    )
  if (search.get('out') === 'failed')
    return (
      <Notice tone="error">
        <p>{loginNoticeText.logOutFailed}</p>
        <Button look="outline" size="small" className="mt-3" onClick={() => void logOut()}>
          {loginNoticeText.logOutAgain}
        </Button>
      </Notice>
    )
  return null
}

interface DateQuestionProps {
  dates: readonly PlainDate[]
  /** Called with the password for the chosen date. */
  onChosen: (password: string) => void
}

/** Asked before anything is sent, if `5/10/1964` may be two birthdays. */
function DateQuestion({ dates, onChosen }: DateQuestionProps) {
  return (
    <div role="alert" ref={(question) => question?.scrollIntoView({ block: 'nearest' })}>
      <Notice tone="info" title={birthdayText.question(dates.map(showPlainDate))}>
        <p className="my-3 flex flex-wrap gap-3">
          {dates.map((date) => (
            <Button key={date} look="outline" className="max-w-full" onClick={() => onChosen(birthdayPassword(date))}>
              {showPlainDate(date)}
            </Button>
          ))}
        </p>
        <p>{birthdayText.notSpent}</p>
      </Notice>
    </div>
  )
}

const choices = months.map((label) => ({ value: label.slice(0, 3), label }))
/** The browser must not remember any of it: phones are shared. */
const box = { autoComplete: 'off', required: true } as const
const figures = { ...box, inputMode: 'numeric', pattern: '[0-9]*' } as const

/** A birthday in three boxes, instead of the password. */
function BirthdayFields() {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{birthdayText.legend}</legend>
      <input type="hidden" name="step" value="birthday" />
      <div className="flex flex-wrap gap-2">
        <div className="max-w-full w-[4.4em]">
          <TextField label={birthdayText.day} name="day" {...figures} maxLength={2} />
        </div>
        <div className="min-w-[min(8.25em,100%)] flex-1">
          <SelectField label={birthdayText.month} name="month" {...box} choices={choices} prompt={birthdayText.month} />
        </div>
        <div className="w-[5em] max-w-full">
          <TextField label={birthdayText.year} name="year" {...figures} maxLength={4} />
        </div>
      </div>
    </fieldset>
  )
}

/** The second step of a two-step login: a code from the app, or a recovery code. */
export function SecondStepForm() {
  const search = useSearch()
  const refused = refusalIn(search, loginErrors)
  const onwards = (address: string) => withNext(address, search.get('next'))
  const [kind, setKind] = useState<'totp' | 'recovery'>('totp')
  const form = useForm<{ code: string }, { code: string }, { next: string }>({
    check({ code }) {
      const typed = code.trim()
      return typed === '' ? { problems: { code: secondStepText.missing } } : { sent: { code: typed } }
    },
    send: ({ code }) => answerChallenge({ code, kind }),
    onDone: ({ next }) => window.location.assign(onwards(next)),
  })
  const failedCode = form.failure instanceof ApiError ? form.failure.code : form.tried ? null : refused
  const refusal = form.failure ? sentenceOf(form.failure) : form.tried || !refused ? null : loginErrors[refused]

  function switchTo(other: 'totp' | 'recovery') {
    form.reset()
    setKind(other)
  }

  return (
    <>
      <h1 className="text-5xl">Two-step login</h1>
      <p className="mt-3 text-lg text-muted">
        {kind === 'totp' ? secondStepText.askCode : secondStepText.askRecoveryCode}
      </p>
      <Form form={form} id="second-step" className="card mt-6 grid grid-cols-1 gap-5 p-[min(1.5rem,6vw)]">
        <input type="hidden" name="step" value="two-factor" />
        <input type="hidden" name="kind" value={kind} />
        {refusal && (
          <Notice tone="error">
            {refusal}
            {failedCode === 'two-factor-expired' && (
              <>
                {' '}
                <SiteLink href={onwards('/login')} className="font-semibold underline">
                  Log in again
                </SiteLink>
              </>
            )}
          </Notice>
        )}
        {kind === 'totp' ? (
          <TextField
            key="totp"
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            className="text-2xl tracking-[0.3em] tabular-nums"
          />
        ) : (
          <TextField
            key="recovery"
            label="Recovery code"
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            className="text-xl tracking-widest"
          />
        )}
        <Button type="submit" busy={form.busy || form.outcome.status === 'done'} className="w-full text-lg">
          Continue
        </Button>
        <PasskeyLogin onwards={onwards} />
        <Button look="quiet" onClick={() => switchTo(kind === 'totp' ? 'recovery' : 'totp')}>
          {kind === 'totp' ? 'Use a recovery code instead' : 'Use the code from the app'}
        </Button>
      </Form>
      <p className="mt-6 text-center">
        <SiteLink href={onwards('/login')} className="tap-link">
          {loginText.back}
        </SiteLink>
      </p>
    </>
  )
}
