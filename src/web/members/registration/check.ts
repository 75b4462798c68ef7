import { privacyNoticeVersion } from '#shared/members/privacy/privacy.ts'
import {
  registrationSchema,
  unpaidRegistrationSchema,
  type Registration,
  type RegistrationForm,
} from '#shared/members/registration/registration.ts'
import type { Answers, FieldName } from '#web/members/registration/form-values.ts'

/** Loaded when the form is first touched: the rules and the library they are written with are heavier than the form. */

export type Problems = Partial<Record<FieldName, string>>

/** `asksPayment`: what `asksForPayment` says of the association. */
const parse = (answers: Answers, asksPayment: boolean) =>
  (asksPayment ? registrationSchema : unpaidRegistrationSchema).safeParse(withNotice(answers))

/** What is wrong, one sentence per field; empty when nothing is. The form cannot be sent before the notice is accepted. */
export function problemsIn(answers: Answers, asksPayment: boolean): Problems {
  const { error } = parse(answers, asksPayment)
  const problems: Problems = {}
  for (const { path, message } of error?.issues ?? []) problems[path[0] as FieldName] ??= message
  return problems
}

/** As the person has accepted it. */
const withNotice = (answers: Answers): RegistrationForm => ({ ...answers, privacyNotice: privacyNoticeVersion })

/** As the server will keep it, to be read over before it is sent; null when something is wrong. */
export const asKept = (answers: Answers, asksPayment: boolean): Registration | null =>
  parse(answers, asksPayment).data ?? null
