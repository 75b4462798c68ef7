import { z } from 'zod'
import { recordOf } from '#shared/objects.ts'
import { cannotSave, lastCheck } from '#shared/short-text.ts'
import { isPlainDate, type PlainDate } from '#shared/time.ts'
import { oneLine } from '#shared/typed-text.ts'
import { whyNoSuchDay } from './birthday.ts'
import { bloodTypes, militaryStatuses, regions, reservistTypes, services } from './enums.ts'
import { readMeasure, whyNotMeasure, type Measure } from './measures.ts'
import {
  askedLabel,
  fieldNames,
  isInCapitals,
  isLine,
  isRequired,
  memberFields,
  type FieldPlace,
  type LineField,
  type MemberField,
  type RequiredField,
} from './member-fields.ts'
import { foldPhone, isPhone } from './phone.ts'
import { normaliseSerial } from './serial-number.ts'

/** The rules of a member's fields, with the association's own words for what is wrong. Forms are put together from these. */

const tooLong = 'This is too long'

/** One way to write the same words: `Ñ` is one character, and words have one space between them. */
const tidy = (typed: string) =>
  typed
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()

/** Measured before it is tidied too: that takes its time over an endless text. Letters with marks may shrink fourfold. */
export const lineRule = (max = 200, missing = 'Please fill this in') =>
  z
    .string(missing)
    .max(4 * max, lastCheck(tooLong))
    .overwrite(tidy)
    .max(max, lastCheck(tooLong))
    .regex(oneLine, cannotSave)
export const requiredLineRule = (what: string, max = 200) => {
  const missing = `${what} is required`
  return lineRule(max, missing).min(1, missing)
}
export const optionalLineRule = (max = 200) => lineRule(max).default('')

const upper = (text: string) => text.toUpperCase()

/** The plain lines of text that may not be left empty there, each called as `what` says. */
export function requiredLines<Place extends FieldPlace>(
  place: Place,
  what: (name: MemberField) => string = askedLabel,
) {
  const names = lineNames.filter((name): name is LineField & RequiredField<Place> => isRequired(name, place))
  return recordOf(names, (name) => inItsCase(name, requiredLineRule(what(name), memberFields[name].max)))
}

/** The plain lines of text that may. */
export const optionalLines = <Place extends FieldPlace>(place: Place) =>
  recordOf(optionalLineNames(place), optionalLine)
export const optionalLineNames = <Place extends FieldPlace>(place: Place) =>
  lineNames.filter((name): name is Exclude<LineField, RequiredField<Place>> => !isRequired(name, place))
export const optionalLine = (name: LineField) => inItsCase(name, lineRule(memberFields[name].max)).default('')

const lineNames = fieldNames.filter(isLine)
const inItsCase = (name: MemberField, rule: z.ZodString) => (isInCapitals(name) ? rule.overwrite(upper) : rule)

const invalidEmail = 'Please enter a valid email address'
export const email = (what = 'Email') =>
  requiredLineRule(what, 254)
    .transform((typed) => typed.toLowerCase())
    .pipe(z.email(invalidEmail))
export const optionalEmail = () =>
  optionalLineRule(254)
    .transform((typed) => typed.toLowerCase())
    .pipe(z.union([z.literal(''), z.email(invalidEmail)], invalidEmail))

export const invalidPhone = 'Please enter a valid 10-11 digit phone number'
/** Folded before it is judged: a number copied from a list of contacts has invisible characters around it. */
export const typedPhone = (missing: string) => z.string(missing).max(100, lastCheck(invalidPhone)).overwrite(foldPhone)
export const phone = (what: string) => {
  const missing = `${what} is required`
  return typedPhone(missing).min(1, missing).refine(isPhone, invalidPhone)
}

/** Two serials that look the same are the same. */
const invisible = /\p{Cf}/gu
export const serial = () =>
  requiredLineRule('Military serial', 60)
    .transform((typed) => normaliseSerial(typed.replaceAll(invisible, '')))
    .refine((value) => value !== '', 'Military serial is required')

export const wrongRegion = 'Invalid region selected'
export const region = () => requiredLineRule('Region').pipe(z.enum(regions, wrongRegion))
export const wrongService = 'Invalid Military Service selected'
export const service = () => requiredLineRule('Military service').pipe(z.enum(services, wrongService))
export const militaryStatus = () =>
  requiredLineRule('Military status').pipe(z.enum(militaryStatuses, 'Invalid military status selected'))
export const reservistType = () =>
  lineRule()
    .default('')
    .pipe(z.union([z.literal(''), z.enum(reservistTypes)], 'Invalid reservist type selected'))

export const birthday = () =>
  requiredLineRule('Birthday', 10)
    .refine((typed) => !/^\d{1,3}-/.test(typed), {
      abort: true,
      error: 'Enter all four digits of the year of birth, for example 1964',
    })
    .refine(isPlainDate, {
      error: ({ input }) => whyNoSuchDay(String(input)) ?? 'Please enter a valid birthday',
    })

/** No association of reservists is older. */
const firstMemberSince = '1950-01-01'

/** Why nobody can have been a member since this day; null when they can. */
export function whyNotMemberSince(since: PlainDate, birthday: PlainDate | null, today: PlainDate): string | null {
  if (since > today) return 'This day cannot be in the future'
  if (since < firstMemberSince) return 'Please check the year: the first members joined in 1950 or later'
  return birthday !== null && since <= birthday ? 'This day must be after the birthday' : null
}

/** As it is kept, from however it was typed. */
export const measure = (which: Measure) => requiredLineRule(memberFields[which].label, 40).transform(toMeasure(which))
export const optionalMeasure = (which: Measure) => optionalLineRule(40).transform(toMeasure(which))

const toMeasure = (which: Measure) => (typed: string, context: z.RefinementCtx<string>) => {
  const kept = typed === '' ? '' : readMeasure(which, typed)
  if (kept !== null) return kept
  context.addIssue({ code: 'custom', message: whyNotMeasure(which, typed) })
  return z.NEVER
}

/** A reference number as it is compared: letters and figures only. */
export const paymentReference = () =>
  optionalLineRule(60).transform((typed) => typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))

interface StatusTree {
  militaryStatus?: unknown
}

/** Only reservists have a reservist type. Takes anything that was sent, even if it is no form. */
export const needsReservistType = (form: StatusTree | null | undefined): boolean => form?.militaryStatus === 'Reservist'

/** Reported together with the other errors, not only once those are corrected. */
export const reservistTypeRequired = {
  path: ['reservistType'],
  message: 'Reservist type is required',
  when: () => true,
}

export const hasReservistType = (form: StatusTree & { reservistType: string }): boolean =>
  !needsReservistType(form) || form.reservistType !== ''

type Status = Record<'militaryStatus' | 'reservistType' | 'rruChecked' | 'aruChecked', unknown>

/** What does not belong to the chosen branch of the status tree is dropped. */
function prune<Form extends Status>(form: Form, none: Form['reservistType']): Form {
  const reservistType = needsReservistType(form) ? form.reservistType : none
  const ready = reservistType === 'Ready Reserve'
  return { ...form, reservistType, rruChecked: ready && form.rruChecked, aruChecked: ready && form.aruChecked }
}
/** Of a form, whose empty fields are ''. */
export const pruneStatus = <Form extends Status & { reservistType: string }>(form: Form): Form =>
  prune(form, '' as Form['reservistType'])
/** Of a record, whose empty fields are null. */
export const pruneRecord = <Form extends Status>(form: Form): Form => prune(form, null as Form['reservistType'])

/** Errors in the order of the form, one for each field; those about the form as a whole come first. */
export function inOrderOf<Shape extends z.core.$ZodShape>(shape: Shape) {
  const place = new Map(Object.keys(shape).map((field, n) => [field, n]))
  const placeOf = ({ path = [] }: { path?: PropertyKey[] | undefined }) => place.get(String(path[0])) ?? -1
  return z.core._check<z.core.$InferObjectOutput<Shape, {}>>(
    ({ issues }) => {
      const first = new Map(issues.toReversed().map((issue) => [placeOf(issue), issue]))
      issues.splice(0, issues.length, ...[...first.values()].toSorted((a, b) => placeOf(a) - placeOf(b)))
    },
    { when: () => true },
  )
}

/** Somebody may have to rely on it. Capitals and spaces are forgiven. */
export const asBloodType = (typed: string): string =>
  bloodTypes.find((type) => bareType(type) === bareType(typed)) ?? typed
const bareType = (type: string) => type.toUpperCase().replaceAll(/\s/g, '')
export const isBloodType = (value: string): boolean => value === '' || (bloodTypes as readonly string[]).includes(value)
export const unknownBloodType = 'Please choose a blood type from the list'
