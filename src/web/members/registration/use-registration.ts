import { useCallback, useRef, useState } from 'react'
import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import type { Registration } from '#shared/members/registration/registration.ts'
import { errorText } from '#shared/text.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { siteQuery } from '#web/api/site.ts'
import { register } from '#web/members/registration/api.ts'
import type { Problems } from '#web/members/registration/check.ts'
import { answersOf, type Answers, type FieldName } from '#web/members/registration/form-values.ts'
import type { Values } from '#web/members/registration/typed-values.ts'
import { registrationText } from './text.ts'
import { fileTexts } from '#shared/members/registration/mendable.ts'

/** How far the person is, from filling in to the end. */
export type Step =
  | { status: 'filling' }
  | { status: 'checking' }
  | { status: 'wrong'; title: string; lead: string | null; sentences: string[] }
  | { status: 'confirming' | 'sending'; form: Registration }
  | { status: 'lost' }
  | { status: 'arrived' }
  | { status: 'done'; message: string; reference: string | null }
  | { status: 'clearing' }

export interface Pictures {
  ids: Partial<Record<MemberFileKind, string>>
  underway: Partial<Record<MemberFileKind, 'sending' | 'failed'>>
}

let rules: Promise<typeof import('./check.ts')> | undefined

/** The rules are fetched while the first fields are being filled in; a drop-out is made good at the next need of them. */
export function loadRules() {
  rules ??= import('./check.ts').catch((cause: unknown) => {
    rules = undefined
    throw cause
  })
  return rules
}

interface Given {
  /** Whether the form asks for the proof of a payment. */
  asksPayment: boolean
  read: () => { values: Values; pictures: Pictures }
  /** The server no longer holds these pictures. */
  onGone: (kinds: MemberFileKind[]) => void
  onDone: () => void
}

/** Validation, confirm dialog, submit, success or error dialog. */
export function useRegistration({ asksPayment, read, onGone, onDone }: Given) {
  const [step, setStep] = useState<Step>({ status: 'filling' })
  const [problems, setProblems] = useState<Problems>({})
  const [closed, setClosed] = useState(false)
  /** Whose reply was lost: it may have arrived all the same. */
  const unanswered = useRef<string | null>(null)

  async function check() {
    if (step.status !== 'filling') return
    setStep({ status: 'checking' })
    try {
      const { asKept, problemsIn } = await loadRules()
      const { values, pictures } = read()
      const answers = answersOf(values, pictures.ids)
      const found = { ...problemsIn(answers, asksPayment), ...picturesUnderway(pictures) }
      const form = asKept(answers, asksPayment)
      setProblems(found)
      if (Object.keys(found).length > 0 || !form) tellWrong(errorText['invalid-input'], inOrder(found, answers))
      else setStep({ status: 'confirming', form })
    } catch {
      setStep({ status: 'lost' })
    }
  }

  async function send() {
    if (step.status !== 'confirming') return
    const { form } = step
    setStep({ ...step, status: 'sending' })
    try {
      const { message, reference } = await register(form)
      onDone()
      setStep({ status: 'done', message, reference })
    } catch (error) {
      refused(error, form)
    }
  }

  function refused(error: unknown, form: Registration) {
    const sent = `${form.email} ${form.militarySerial}`
    const { code, fields } = error instanceof ApiError ? error : { code: 'unexpected', fields: {} }
    if (code === 'no-connection') {
      unanswered.current = sent
      return setStep({ status: 'lost' })
    }
    const gone = memberFileKinds.filter((kind) => kind in fields)
    const taken = code === 'email-taken' || code === 'serial-taken'
    if (unanswered.current === sent && (taken || gone.length > 0)) {
      // Said once: whoever goes back and tries again is told what stands in the way.
      unanswered.current = null
      return setStep({ status: 'arrived' })
    }
    if (code === 'registration-closed') {
      setClosed(true)
      const { title, message } = registrationText.closed
      return setStep({ status: 'wrong', title, lead: message, sentences: [] })
    }
    const found: Problems = { ...fieldOfCode(code), ...fields }
    setProblems(found)
    if (gone.length > 0) onGone(gone)
    // The association began to ask for it while the form was open, which shows the field now.
    if (!asksPayment && gone.includes('paymentProof')) void queries.invalidateQueries(siteQuery)
    tellWrong(sentenceOf(error), inOrder(found, form))
  }

  function tellWrong(message: string, sentences: string[]) {
    const lead = sentences.includes(message) ? null : message
    setStep({ status: 'wrong', title: registrationText.checkAnswers, lead, sentences })
  }

  const mended = useCallback((names: FieldName[]) => {
    setProblems((before) => {
      if (!names.some((name) => name in before)) return before
      return Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name as FieldName)))
    })
  }, [])

  /** A field that has been left with something in it is looked at at once. */
  async function look(names: FieldName[]) {
    const found = await loadRules().then(
      ({ problemsIn }) => problemsIn(answersOf(read().values, {}), asksPayment),
      (): Problems => ({}),
    )
    setProblems((before) => {
      const next = { ...before }
      for (const name of names) {
        if (found[name]) next[name] = found[name]
        else delete next[name]
      }
      return next
    })
  }

  return { step, setStep, problems, setProblems, closed, check, send, mended, look }
}

function picturesUnderway({ underway }: Pictures): Problems {
  return Object.fromEntries(
    memberFileKinds.flatMap((kind) => {
      const { name, failed } = fileTexts[kind]
      if (!underway[kind]) return []
      return [[kind, underway[kind] === 'sending' ? registrationText.stillSending(name) : failed]]
    }),
  )
}

function fieldOfCode(code: string): Problems {
  if (code === 'email-taken') return { email: errorText[code] }
  return code === 'serial-taken' ? { militarySerial: errorText[code] } : {}
}

/** As the fields come on the screen. */
function inOrder(problems: Problems, answers: Answers): string[] {
  return (Object.keys(answers) as FieldName[]).flatMap((name) => problems[name] ?? [])
}
