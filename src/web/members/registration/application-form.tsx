import { useState, type FormEvent } from 'react'
import { fullYear, isCalendarDate } from '#shared/members/birthday.ts'
import { readReference } from '#shared/members/registration/reference.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { TextField } from '#web/components/fields.tsx'
import { readApplication } from '#web/members/registration/api.ts'
import type { Found } from '#web/members/registration/application-desk.tsx'
import { BirthdayField } from '#web/members/registration/birthday-field.tsx'
import { FormContext, noFormState } from '#web/members/registration/form-context.ts'
import { applicationText as text } from '#web/members/registration/text.ts'
import { birthdayOf, isWholeBirthday, readValues } from '#web/members/registration/typed-values.ts'
import { useHydrated } from '#web/router/router.tsx'

/** The number and the birthday. The number may have come with the address. */
export function ApplicationForm({ reference, onFound }: { reference: string; onFound: (found: Found) => void }) {
  const [problems, setProblems] = useState<{ reference?: string; birthday?: string }>({})
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })

  async function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.busy) return
    const values = readValues(event.currentTarget)
    const key = {
      reference: readReference(values['reference'] ?? ''),
      birthday: birthdayOf({ ...values, birthdayYear: fullYear((values['birthdayYear'] ?? '').trim()) }),
    }
    const birthdayProblem = whyNotBirthday(key.birthday)
    setProblems({
      ...(key.reference === null && { reference: text.notReference }),
      ...(birthdayProblem !== null && { birthday: birthdayProblem }),
    })
    if (key.reference === null || birthdayProblem !== null) return setState({ busy: false, error: null })
    setState({ busy: true, error: null })
    try {
      const sent = { reference: key.reference, birthday: key.birthday }
      onFound({ key: sent, application: await readApplication(sent) })
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields : {}
      setProblems(wrong)
      setState({ busy: false, error: Object.keys(wrong).length > 0 ? null : error })
    }
  }

  return (
    <form
      id="application"
      method="post"
      noValidate
      className="card grid gap-5 p-5 md:p-8"
      onSubmit={(event) => void look(event)}
    >
      <p className="text-lg">{text.lead}</p>
      {state.error !== null && <Notice tone="error">{sentenceOf(state.error)}</Notice>}
      <TextField
        label={text.reference}
        name="reference"
        hint={text.referenceHint}
        error={problems.reference}
        key={reference}
        defaultValue={reference}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        className="uppercase tabular-nums"
      />
      <FormContext value={{ ...noFormState, problems }}>
        <BirthdayField hint={null} />
      </FormContext>
      <Button
        type="submit"
        busy={state.busy}
        disabled={!useHydrated()}
        className="w-full text-lg sm:w-auto sm:justify-self-start"
      >
        {text.look}
      </Button>
    </form>
  )
}

function whyNotBirthday(birthday: string): string | null {
  if (!isWholeBirthday(birthday)) return text.wholeBirthday
  return isCalendarDate(birthday) ? null : text.validBirthday
}
