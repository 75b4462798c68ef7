import { useRef, useState, type FormEvent } from 'react'
import type { MemberFileKind } from '#shared/members/files.ts'
import { isPictureItem, itemLabel, type MendableItem } from '#shared/members/registration/mendable.ts'
import type { ApplicationKey, ApplicationStatus } from '#shared/members/registration/mending.ts'
import { errorText } from '#shared/text.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { mendApplication, readApplication, sendMendedFile } from '#web/members/registration/api.ts'
import { Picture } from '#web/members/registration/fields.tsx'
import { FormContext, noFormState } from '#web/members/registration/form-context.ts'
import { answersOf, fieldsOf } from '#web/members/registration/form-values.ts'
import { MendField } from '#web/members/registration/mend-field.tsx'
import { foundText as text } from '#web/members/registration/text.ts'
import { readValues, type Values } from '#web/members/registration/typed-values.ts'
import { capitalise } from '#web/members/registration/upper-case.ts'

interface MendFormProps {
  applicationKey: ApplicationKey
  items: readonly MendableItem[]
  onMended: (application: ApplicationStatus) => void
}

type Problems = Partial<Record<MendableItem, string>>

/** Only what the administrator asked for, with the fields of the registration; the server judges it by the same rules. */
export function MendForm({ applicationKey, items, onMended }: MendFormProps) {
  const files = useRef<Partial<Record<MemberFileKind, string>>>({})
  const [underway, setUnderway] = useState<ReadonlySet<MemberFileKind>>(new Set())
  const [problems, setProblems] = useState<Problems>({})
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null })

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.busy) return
    if (underway.size > 0) return setState({ busy: false, error: text.returned.stillSending })
    setState({ busy: true, error: null })
    try {
      const fields = typedFor(items, readValues(event.currentTarget))
      onMended(await mendApplication({ ...applicationKey, fields, files: files.current }))
    } catch (failure) {
      const error = await sortOut(failure)
      if (error === null) return
      const wrong = error instanceof ApiError ? error.fields : {}
      setProblems({ ...wrong, ...(error instanceof ApiError && fieldOfCode(error.code)) })
      const marked = Object.keys(wrong).length > 0
      setState({ busy: false, error: marked ? text.returned.wrong : sentenceOf(error) })
    }
  }

  /** Nothing to correct any more: the reply to an earlier try was lost, or it was decided on. What is true now is shown. */
  async function sortOut(error: unknown): Promise<unknown> {
    if (!(error instanceof ApiError && error.code === 'application-not-returned')) return error
    try {
      onMended(await readApplication(applicationKey))
      return null
    } catch (unread) {
      return unread
    }
  }

  function mended(names: readonly string[]) {
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))))
  }

  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void send(event)}
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement) || !target.name) return
        if (target instanceof HTMLInputElement) capitalise(target)
        mended(fieldsOf(target.name))
      }}
    >
      <FormContext
        value={{
          ...noFormState,
          problems,
          upload: sendMendedFile(applicationKey),
          onPicture(kind, picture) {
            if (picture.status === 'done') files.current[kind] = picture.result.id
            else delete files.current[kind]
            setUnderway((before) => {
              const others = [...before].filter((one) => one !== kind)
              return new Set(picture.status === 'sending' ? [...others, kind] : others)
            })
            mended([kind])
          },
        }}
      >
        {items.map((item) =>
          isPictureItem(item) ? (
            <Picture
              key={item}
              kind={item}
              label={itemLabel(item)}
              camera={item === 'profilePicture' ? 'user' : 'environment'}
            />
          ) : (
            <MendField key={item} name={item} />
          ),
        )}
      </FormContext>
      {state.error !== null && <Notice tone="error">{state.error}</Notice>}
      <Button type="submit" busy={state.busy} className="w-full text-lg sm:w-auto sm:justify-self-start">
        {text.returned.send}
      </Button>
    </form>
  )
}

/** What was typed for the items that are no pictures; a measure with its unit. */
function typedFor(items: readonly MendableItem[], values: Values): Record<string, string> {
  const answers = answersOf(values, {})
  return Object.fromEntries(items.filter((item) => !isPictureItem(item)).map((item) => [item, String(answers[item])]))
}

function fieldOfCode(code: string): Problems {
  if (code === 'email-taken') return { email: errorText[code] }
  return code === 'serial-taken' ? { militarySerial: errorText[code] } : {}
}
