import { lazy, Suspense, useEffect, useState } from 'react'
import { fullYear, whyNoSuchDay } from '#shared/members/birthday.ts'
import type { ApplicationKey, ApplicationStatus } from '#shared/members/registration/correction.ts'
import { isMistypedReference, readReference } from '#shared/members/registration/reference.ts'
import { isPlainDate } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { TextField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { useForm } from '#web/components/use-form.ts'
import { ContactList } from '#web/layout/contact-ways.tsx'
import { useHydrated } from '#web/router/router.tsx'
import { readApplication } from './api.ts'
import { BirthdayField } from './fields.tsx'
import { birthdayOf, isWholeBirthday, type Birthday } from './form-values.ts'
import { applicationText as text } from './text.ts'

/** With all the fields that may need correction; most people only come to look. */
const FoundApplication = lazy(async () => ({ default: (await import('./found-application.tsx')).FoundApplication }))

export interface OpenedApplication {
  key: ApplicationKey
  application: ApplicationStatus
}

/** The question, then the state of the application. */
export function ApplicationDesk() {
  const [found, setFound] = useState<OpenedApplication | null>(null)
  if (!found) return <Question onFound={setFound} />
  return (
    <Suspense fallback={<Spinner label="One moment …" />}>
      <FoundApplication found={found} onFound={setFound} onAnother={() => setFound(null)} />
    </Suspense>
  )
}

/** The number and the birthday. The number may be in the address. */
function Question({ onFound }: { onFound: (found: OpenedApplication) => void }) {
  const { sendsEmail } = useSite()
  const form = useForm<Birthday & { reference?: string }, ApplicationKey, ApplicationStatus>({
    check(values) {
      const reference = readReference(values.reference ?? '')
      const birthday = birthdayOf({ ...values, birthdayYear: fullYear((values.birthdayYear ?? '').trim()) })
      const birthdayProblem = whyNotBirthday(birthday)
      if (reference !== null && birthdayProblem === null) return { sent: { reference, birthday } }
      return {
        problems: {
          ...(reference === null && { reference: whyNotReference(values.reference ?? '', sendsEmail) }),
          ...(birthdayProblem !== null && { birthday: birthdayProblem }),
        },
      }
    },
    send: readApplication,
    onDone: (application, key) => onFound({ key, application }),
  })
  const { change } = form
  useEffect(() => {
    const read = () => {
      const reference = numberIn(window.location.hash)
      if (reference !== '') change({ reference })
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form's code has come
  }, [])
  return (
    <>
      <Form form={form} id="application" className="card grid gap-5 p-5 md:p-8">
        <p className="text-lg">{text.lead(sendsEmail)}</p>
        <FormFailure />
        <TextField
          label={text.reference}
          name="reference"
          hint={text.referenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          className="uppercase tabular-nums"
        />
        <BirthdayField hint={null} />
        <Button
          type="submit"
          busy={form.busy}
          disabled={!useHydrated()}
          className="w-full text-lg max-sm:px-2 sm:w-auto sm:justify-self-start"
        >
          {text.look}
        </Button>
      </Form>
      <div className="border-t border-line pt-4 text-muted">
        <p>{text.noNumber(sendsEmail)}</p>
        <ContactList />
      </div>
    </>
  )
}

const whyNotReference = (typed: string, sendsEmail: boolean) =>
  isMistypedReference(typed) ? text.mistypedReference(sendsEmail) : text.notReference

function whyNotBirthday(birthday: string): string | null {
  if (!isWholeBirthday(birthday)) return text.wholeBirthday
  return isPlainDate(birthday) ? null : (whyNoSuchDay(birthday) ?? text.validBirthday)
}

/** Any text: somebody may have cut off the link. */
function numberIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1)).slice(0, 60)
  } catch {
    return ''
  }
}
