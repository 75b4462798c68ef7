import { readBirthday } from '#shared/accounts/typed-birthday.ts'
import { fileFields, memberFields, askedLabel, isRequired, type FileField } from '#shared/members/member-fields.ts'
import { importFields, importLabel, type ImportField } from './columns.ts'
import { readWithOrder, separatorOf, type DateOrders } from './date-order.ts'
import { importRules } from './imported-person.ts'
import type { RowTexts } from './member-file.ts'
import { isRank, splitName } from './split-name.ts'

/** The field that a column of an uploaded spreadsheet is imported into. */
export type Target = ImportField | keyof typeof wholeNames
/** A full name in one cell, to be split. */
export const wholeNames = { fullName: 'Full name', contactFullName: 'Contact person’s full name' } as const

export type Mapping = readonly (Target | null)[]

export const targetLabel = (target: Target): string =>
  target in wholeNames ? wholeNames[target as keyof typeof wholeNames] : importLabel(target as ImportField)
/** In the order of the record, with each full name before its parts. */
export const targetsFor = (hasDues = false): readonly Target[] => (hasDues ? targets : targets.slice(0, -1))
const targets: readonly Target[] = importFields.flatMap((field): Target[] =>
  field === 'firstName'
    ? ['fullName', field]
    : field === 'contactPersonFirstName'
      ? ['contactFullName', field]
      : [field],
)

/**
 * Headings that people use, besides this site's own labels and column names. If two columns match a field, the name listed first
 * wins. `no` stands for every spelling of "number".
 */
const headingSynonyms: Partial<Record<Target, string>> = {
  fullName:
    'full name, complete name, whole name, name of member, member name, members name, name of reservist, buong pangalan, rank name, rank and name, name, names, pangalan, surname first name, surname first name mi, surname first name middle name, surname given name mi, last name first name, last name first name mi, last name first name middle initial, last name first name middle name, last name given name mi',
  idNumber:
    'id no, member no, membership no, membership id, membership id no, member id, member id no, arrapi no, arrapi id, arrapi id no',
  memberSince:
    'member since, date joined, joined, joined on, date of joining, joining date, date of membership, membership date, date of admission, admission date, date admitted, date accepted, membership start, start of membership, member from, petsa ng pagsapi, petsa ng pagsali, araw ng pagsapi, kasapi mula, miyembro mula, sumali, sumapi, naging miyembro, naging kasapi',
  firstName: 'first name, given name, given names, first names, fname, fn, forename, unang pangalan, given, first',
  middleName:
    'middle name, mname, mn, middle initial, mi, m i, gitnang pangalan, gitnang apelyido, middle, mother s maiden name',
  lastName: 'last name, surname, family name, lname, ln, apelyido, apellido, last, family',
  suffix: 'suffix, name extension, extension name, name ext, ext name, extension, ext, qualifier, jr sr, jr sr iii',
  email: 'email address, email, e mail, e mail address, email add, e mail add, emailadd, gmail, email account',
  militarySerial:
    'afpsn, afp serial no, afp sn, military serial no, serial no, serial, no ng serye, ser no, serye, sn, asn, army serial no, service no, afpsn no, mil serial no, osn, msn, badge no',
  unitAssignment:
    'unit assignment, unit of assignment, unit assigned, present unit, current unit, reserve unit, unit, yunit, mother unit, battalion, assignment',
  unitAddress: 'unit address, address of unit, unit location',
  region: 'region, rehiyon, island group, area, chapter',
  rank: 'rank, rnk, present rank, current rank, ranggo, rank grade, grade',
  ms: 'military service, branch of service, br of service, br of svc, branch of svc, bos, major service, service branch, afp branch, branch, service, svc, br svc, serbisyo, sangay',
  militaryStatus: 'military status, mil status, status',
  reservistType:
    'reservist type, type of reservist, reserve type, reserve category, category of reservist, type, category, classification, class',
  rruChecked: 'rru, ready reserve unit',
  aruChecked: 'aru, affiliated reserve unit',
  birthday:
    'birthday, birth date, birthdate, date of birth, dob, d o b, bdate, b date, bday, b day, birth day, kaarawan, petsa ng kapanganakan, araw ng kapanganakan, kapanganakan, ipinanganak, born',
  height: 'height, ht, tangkad, taas',
  weight: 'weight, wt, timbang',
  bloodType: 'blood type, bloodtype, blood group, blood, uri ng dugo, dugo, bt',
  philhealthNumber: 'philhealth no, philhealth, philhealth id, philhealth id no, phic no, phic',
  personnelAddress:
    'home address, residential address, complete address, present address, permanent address, current address, address, mailing address, house address, residence, tirahan, city municipality, municipality city, city, municipality, town, lungsod, bayan, where do you live, nakatira',
  cellphoneNumber:
    'mobile no, cellphone no, mobile phone no, mobile phone, mobile, cellphone, cell phone, cell phone no, celphone no, cell no, cel no, cell, cel, cp no, cp, contact no, contact nos, phone no, phone, telephone no, tel no, telephone, contact, contact details, no ng telepono, telepono, selpon',
  contactFullName: 'name, full name, complete name, whole name',
  contactPersonFirstName: 'first name, given name',
  contactPersonMiddleName: 'middle name, mi',
  contactPersonLastName: 'last name, surname, family name',
  contactPersonNumber:
    'no, contact no, mobile no, cellphone no, phone no, cp no, tel no, contact, mobile, cellphone, phone',
  contactPersonEmail: 'email, email address',
  contactPersonRelationship: 'relationship, relation, relationship to member, relasyon, kaugnayan',
  duesPaidUntil:
    'dues paid until, dues until, paid until, paid up to, dues valid until, membership valid until, valid until, good standing until, dues expiry, dues expiry date, membership expiry, membership expiry date, expiry date, expiration date, expiry, bayad hanggang',
}

/** Words that make a heading refer to the contact person. */
const aboutContact =
  /\b(?:contact person|person to contact|person to notify(?: in case of emergency)?|in case of emergency|emergency contact person|emergency contact|emergency|ice|next of kin|nok|kin|guardian)s?(?: s)?\b/

const withoutBrackets = (heading: string): string =>
  heading.normalize('NFD').replaceAll(/\p{M}|\(.*?\)|\[.*?\]|\/s\b/gu, '')

/** `Mobile No. (Smart)` -> `mobile no`, `Serial Blg.` -> `serial no`. */
const plainHeading = (heading: string): string =>
  withoutBrackets(heading)
    .replaceAll('#', ' no ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(/(?:numbers?|numero|\b(?:num|nr|blg|bilang))\b/g, 'no')
    .trim()

/** The same with and without spaces: `LASTNAME` is `Last name`. */
const nameKey = (heading: string): string => plainHeading(heading).replaceAll(' ', '')

type Names = Map<string, { target: Target; place: number }>
const isAboutContact = (target: Target) => target.startsWith('contact')

function namesOf(which: (target: Target) => boolean): Names {
  const known: Names = new Map()
  for (const target of targets.filter(which))
    for (const [place, name] of (headingSynonyms[target] ?? '').split(', ').entries())
      if (name !== '' && !known.has(nameKey(name))) known.set(nameKey(name), { target, place })
  return known
}

/** This site's own headings: column names, labels and the questions in its forms. */
const ownNames: Names = new Map(
  fileFields.flatMap((field) =>
    [memberFields[field].column, memberFields[field].label, askedLabel(field)].map(
      (name) => [nameKey(name), { target: field, place: -1 }] as const,
    ),
  ),
)
const memberNames = namesOf((target) => !isAboutContact(target))
const contactNames = namesOf(isAboutContact)

/** Headings that are too vague to trust: the values in the column decide. */
const unsure = new Set(['status', 'type', 'category', 'classification', 'class', 'area', 'chapter', 'grade', 'service'])

interface Guess {
  target: Target
  /** The lower, the better. */
  place: number
}

/** Words that a form puts around the name of a field: `What is your date of birth?`, `Which service do you belong to?` */
const questionWords =
  /\b(?:what|which|when|where|whom?|is|are|was|were|do|does|did|you|your|please|kindly|enter|write|state|indicate|provide|select|choose|give|the|belong|live|in|to|ano(?:ng)?|saang?|kailan|sino|ka|mo|iyong?|kayo|ninyo|inyong?|po|ang|kabilang|nabibilang|isulat|ilagay)\b/g

function guessOf(heading: string, samples: readonly string[], isBare: boolean): Guess | null {
  const whole = plainHeading(heading)
  const plain = named(whole) ? whole : plainHeading(whole.replaceAll(questionWords, ' '))
  const found = named(plain)
  if (found !== null) return isSure(plain, found.target) || fits(found.target, samples) ? found : null
  if (aboutContact.test(whole)) return null
  const part = ofParts(heading, samples)
  const looks = byContent(heading, samples, isBare)
  return looks === null || looks.target === part?.target ? part : looks
}

const isSure = (plain: string, target: Target): boolean =>
  !unsure.has(plain) && target !== 'idNumber' && target !== 'memberSince'

const fits = (target: Target, samples: readonly string[]): boolean =>
  samples.some(
    (sample) =>
      target in wholeNames ||
      // Active in the association, more likely than in the service.
      (!(target === 'militaryStatus' && /^active$/i.test(sample.trim())) &&
        importRules[target as ImportField].safeParse(sample).success),
  )

/** The place of a guess made from a part of the heading: behind every heading that says one thing only. */
const partly = 70

/** `Chapter/Region` is the region, because its parts name nothing else, unless the values in the column are no regions. */
function ofParts(heading: string, samples: readonly string[]): Guess | null {
  const parts = withoutBrackets(heading).split('/').map(plainHeading).filter(named)
  const targets = new Set(parts.map((part) => named(part)?.target))
  const [target] = targets
  if (target === undefined || targets.size > 1) return null
  const isKnown = samples.length === 0 ? parts.some((part) => isSure(part, target)) : fits(target, samples)
  return isKnown ? { target, place: partly } : null
}

const named = (plain: string): Guess | null =>
  ownNames.get(nameKey(plain)) ?? ofContact(plain) ?? memberNames.get(nameKey(plain)) ?? null

function ofContact(plain: string): Guess | null {
  if (!aboutContact.test(plain))
    return contactNames.get(nameKey(plain))?.target === 'contactPersonRelationship'
      ? { target: 'contactPersonRelationship', place: 0 }
      : null
  const rest = nameKey(
    plain
      .replaceAll(new RegExp(aboutContact, 'g'), ' ')
      .replaceAll(/\b(?:of|s|in case of|whom? should we contact)\b/g, ' '),
  )
  return rest === '' ? { target: 'contactFullName', place: 50 } : (contactNames.get(rest) ?? null)
}

/** The place of a guess made from the values alone. If two columns get the same such guess, neither is used. */
const looksAlone = 200

/**
 * Recognises columns by their values, whatever the heading. Regions count only without a heading. Dates, serial numbers, ranks and
 * names with a comma count only if the file has no headings at all; under a heading they may be something else, such as the date
 * of joining.
 */
function byContent(heading: string, samples: readonly string[], isBare: boolean): Guess | null {
  if (samples.length === 0) return null
  const all = (shape: RegExp) => samples.every((sample) => shape.test(sample))
  if (all(/^\S+@\S+\.\S+$/)) return { target: 'email', place: 100 }
  if (all(/^[A-Z]{2,12}-\d{3}-\d{3}$/)) return { target: 'idNumber', place: 100 }
  if (samples.every((sample) => importRules.ms.safeParse(sample).success)) return { target: 'ms', place: looksAlone }
  if (samples.every((sample) => /^(?:63|0)?9\d{9}$/.test(sample.replaceAll(/[-+() .]/g, ''))))
    return { target: 'cellphoneNumber', place: looksAlone }
  if (heading.trim() === '' && samples.every(isRegion)) return { target: 'region', place: looksAlone }
  if (!isBare) return null
  if (samples.every((sample) => /[^\d ]/.test(sample) && readBirthday(sample) !== null))
    return { target: 'birthday', place: looksAlone }
  if (areSerials(samples)) return { target: 'militarySerial', place: looksAlone }
  if (samples.every(isRank)) return { target: 'rank', place: looksAlone }
  return all(/^\p{L}[\p{L} .'’-]+, *\p{L}[\p{L} .'’-]+$/u) ? { target: 'fullName', place: looksAlone } : null
}

/** Not a numeral alone, which may count the rows. */
const isRegion = (text: string) => /[a-z]{2}/i.test(text.replace(/^[ivx]+$/i, '')) && fits('region', [text])
const hasFiveDigits = (text: string) => /\d{5}/.test(text)
const areSerials = (samples: readonly string[]) =>
  samples.length > 0 && samples.every((sample) => /^(?:[A-Z]{1,3}-? ?\d{3,8}|\d{6,8})$/i.test(sample))

/** After the first column about the contact person, a second column with the same name belongs to them. */
const contactTwin: Partial<Record<Target, Target>> = {
  cellphoneNumber: 'contactPersonNumber',
  email: 'contactPersonEmail',
  fullName: 'contactFullName',
  firstName: 'contactPersonFirstName',
  middleName: 'contactPersonMiddleName',
  lastName: 'contactPersonLastName',
}

/** Maps each column to a field by its heading and its values, or to null to leave it out. No field is used twice. */
export function guessColumns(
  headings: readonly string[],
  samples: readonly (readonly string[])[],
  hasDues = false,
): Mapping {
  const isBare = headings.every((heading) => heading.trim() === '')
  const guesses = headings.map((heading, column) => {
    const guess = guessOf(heading, samples[column] ?? [], isBare)
    return guess?.target === 'duesPaidUntil' && !hasDues ? null : guess
  })
  const serials = guesses.flatMap((guess, column) =>
    guess === null && areSerials(samples[column] ?? []) ? [column] : [],
  )
  const [serial = -1] = serials
  // Everybody has a serial number. With fewer digits it may be a number of the association.
  const isSerial = /^id(?: no)?$/.test(plainHeading(headings[serial] ?? '')) && samples[serial]?.every(hasFiveDigits)
  if (isSerial && serials.length === 1 && guesses.every((guess) => guess?.target !== 'militarySerial'))
    guesses[serial] = { target: 'militarySerial', place: looksAlone }
  const contactFrom = guesses.findIndex((guess) => guess !== null && isAboutContact(guess.target))
  for (const [column, guess] of guesses.entries()) {
    const twin = guess && contactTwin[guess.target]
    const isTaken = guesses.slice(0, column).some((other) => other?.target === guess?.target)
    if (guess && twin && guess.place !== looksAlone && isTaken && contactFrom >= 0 && column > contactFrom)
      guesses[column] = { target: twin, place: 60 }
  }
  const hasLastName = guesses.some((guess) => guess?.target === 'lastName')
  const hasFirstName = guesses.some((guess) => guess?.target === 'firstName')
  const settled = guesses.map((guess): Guess | null => {
    // Next to a surname column, "Name" is the first name, or repeats the separate parts.
    if (guess?.target !== 'fullName' || !hasLastName) return guess
    return hasFirstName ? null : { target: 'firstName', place: guess.place }
  })
  return settled.map((guess, column) => {
    if (guess === null) return null
    const isBest = (other: Guess | null, at: number) =>
      other?.target !== guess.target ||
      at === column ||
      (guess.place !== looksAlone && (guess.place < other.place || (guess.place === other.place && column < at)))
    return settled.every(isBest) ? guess.target : null
  })
}

const linesSearched = 20
const samplesTaken = 5

/** The first non-empty values of a column. */
export function samplesOf(rows: readonly (readonly string[])[], column: number): string[] {
  const samples: string[] = []
  for (const cells of rows) {
    const cell = cells[column]?.trim() ?? ''
    if (cell !== '' && samples.push(cell) === samplesTaken) break
  }
  return samples
}

/**
 * Finds the line that names the most fields; titles and empty lines may come before it. Returns -1 if the values of that line
 * show that it is already a person.
 */
export function findHeading(rows: readonly (readonly string[])[]): number {
  const counts = rows.slice(0, linesSearched).map((cells) => countFields(guessColumns(cells, [])))
  const most = Math.max(0, ...counts)
  const first = rows.findIndex((cells) => cells.some((cell) => cell.trim() !== ''))
  const found = most === 0 ? Math.max(first, 0) : counts.indexOf(most)
  const cells = rows[found] ?? []
  const looks = guessColumns(
    cells.map(() => ''),
    cells.map((cell) => (cell.trim() === '' ? [] : [cell.trim()])),
  )
  return most < 2 && countFields(looks) > 1 ? -1 : found
}

const countFields = (mapping: Mapping) => mapping.filter((target) => target !== null).length

/** Counts the fields found in a table. The sheet with the most fields is the list of members. */
export function countRecognised(rows: readonly (readonly string[])[]): number {
  const heading = findHeading(rows)
  const data = rows.slice(heading + 1)
  const width = Math.max(0, ...rows.slice(0, linesSearched).map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, column) => column)
  return countFields(
    guessColumns(
      columns.map((column) => rows[heading]?.[column] ?? ''),
      columns.map((column) => samplesOf(data, column)),
    ),
  )
}

/** Text below a list or between its parts. */
const nonPersonPattern =
  /^\W*(?:(?:grand |sub[ -]?)?total|(?:prepared|noted|certified|checked|submitted|approved|verified|reviewed|attested|endorsed) (?:by|correct)|nothing follows|end of list|page \d)/i

/**
 * Finds rows that are not people: totals, signatures and repeated headings. A serial number or a birthday makes a row a person,
 * unless it is just `TOTAL` and a figure; so does a name, unless it is below `Prepared by`.
 */
export function findNonPersonRows<Row extends { cells: readonly string[] }>(
  rows: readonly Row[],
  mapping: Mapping,
  headings: readonly string[],
): Set<Row> {
  const skippedRows = new Set<Row>()
  let isSigned = false
  for (const row of rows) {
    const texts = textsOf(row.cells, mapping, null)
    const filled = row.cells.map((cell) => cell.trim()).filter(Boolean)
    const isHeading = filled.every((cell) => headings.includes(cell))
    const written = filled.filter((cell) => nonPersonPattern.test(cell))
    const isAside = isHeading || (written.length > 0 && filled.length < 3)
    if (!isAside && (texts.militarySerial || texts.birthday)) {
      isSigned = false
      continue
    }
    isSigned ||= written.some((cell) => / (?:by|correct)/i.test(cell))
    if (isAside || written.length > 0 || isSigned || (!texts.firstName && !texts.lastName)) skippedRows.add(row)
  }
  return skippedRows
}

/** Required fields that no column holds. A full name covers both its parts. */
export function missingTargets(mapping: Mapping): FileField[] {
  const present = new Set<unknown>(mapping)
  if (present.has('fullName')) present.add('firstName').add('lastName')
  return fileFields.filter((field) => isRequired(field, 'file') && !present.has(field))
}

export const isDate = (target: Target | null): boolean =>
  target === 'birthday' || target === 'memberSince' || target === 'duesPaidUntil'

/** An address may be in several columns, which are joined in their order. */
export const mayJoin = (target: Target): boolean => target === 'personnelAddress' || target === 'unitAddress'

/** The texts of a row by field, with full names split. */
export function textsOf(cells: readonly string[], mapping: Mapping, orders: DateOrders | null): RowTexts {
  const texts: RowTexts = {}
  const put = (field: ImportField, text: string) => {
    if (text === '') return
    if (texts[field] === undefined) texts[field] = text
    else if (mayJoin(field)) texts[field] += `, ${text}`
  }
  for (const [column, target] of mapping.entries()) {
    const text = cells[column] ?? ''
    if (target === null || target in wholeNames) continue
    put(target as ImportField, isDate(target) ? readWithOrder(text, orders?.[separatorOf(text)]) : text)
  }
  const whole = splitName(cells[mapping.indexOf('fullName')] ?? '')
  const contact = splitName(cells[mapping.indexOf('contactFullName')] ?? '')
  for (const part of ['firstName', 'middleName', 'lastName', 'suffix', 'rank'] as const) put(part, whole[part])
  put('contactPersonFirstName', contact.firstName)
  put('contactPersonMiddleName', contact.middleName)
  put('contactPersonLastName', [contact.lastName, contact.suffix].filter(Boolean).join(' '))
  return texts
}
