import type { MemberFileKind } from './files.ts'

/**
 * The fields of a member, each said once. Forms, files of members, the columns that are read and written and the labels
 * on the screens follow from here. Without the rules (`fields.ts`), which the screens of visitors do not load.
 */

/** Where a field is filled in. */
export type FieldPlace = 'registration' | 'profile' | 'file'

interface Declaration {
  /** Its column in a file of members, and in the database. Without it, files do not have the field. */
  column?: string
  /** What a record calls it. */
  label: string
  /** What the registration form calls it, where that is not the same. */
  asked?: string
  /** Where there is little room, or where the heading says the rest. */
  short?: string
  /** A plain line of text of this length: it needs no rule of its own. */
  max?: number
  /** Kept in capitals, and shown so while it is typed. */
  capitals?: true
  /** Ticked or not. */
  check?: true
  /** Where it may not be left empty. */
  required?: readonly FieldPlace[]
}

const joining = ['registration'] as const
const inForms = ['registration', 'profile'] as const
const everywhere = ['registration', 'profile', 'file'] as const

/** In the order of the columns of a file. */
export const memberFields = {
  idNumber: { column: 'id_number', label: 'ID number', required: ['profile'] },
  memberSince: { column: 'member_since', label: 'Member since' },
  firstName: { column: 'first_name', label: 'First name', max: 100, capitals: true, required: everywhere },
  middleName: { column: 'middle_name', label: 'Middle name', max: 100, capitals: true },
  lastName: { column: 'last_name', label: 'Last name', max: 100, capitals: true, required: everywhere },
  suffix: { column: 'suffix', label: 'Suffix', max: 20, capitals: true },
  email: { column: 'email', label: 'Email', required: inForms },
  militarySerial: {
    column: 'military_serial',
    label: 'Military serial number',
    asked: 'Military serial',
    short: 'Serial',
    capitals: true,
    required: everywhere,
  },
  unitAssignment: {
    column: 'unit_assignment',
    label: 'Unit assignment',
    short: 'Unit',
    max: 200,
    required: inForms,
  },
  unitAddress: { column: 'unit_address', label: 'Unit address', max: 300 },
  region: { column: 'region', label: 'Region', required: inForms },
  rank: { column: 'rank', label: 'Rank', max: 40, capitals: true, required: inForms },
  ms: { column: 'ms', label: 'Military service', asked: 'Military service (MS)', required: inForms },
  militaryStatus: { column: 'military_status', label: 'Military status', short: 'Status', required: inForms },
  reservistType: { column: 'reservist_type', label: 'Reservist type' },
  rruChecked: { column: 'rru_checked', label: 'RRU', check: true },
  aruChecked: { column: 'aru_checked', label: 'ARU', check: true },
  birthday: { column: 'birthday', label: 'Birthday', required: everywhere },
  height: { column: 'height', label: 'Height', max: 20, required: joining },
  weight: { column: 'weight', label: 'Weight', max: 20, required: joining },
  bloodType: { column: 'blood_type', label: 'Blood type', required: joining },
  philhealthNumber: { column: 'philhealth_number', label: 'PhilHealth number', short: 'PhilHealth', max: 40 },
  personnelAddress: {
    column: 'personnel_address',
    label: 'Address',
    asked: 'Personnel address',
    max: 300,
    required: joining,
  },
  cellphoneNumber: {
    column: 'cellphone_number',
    label: 'Cellphone number',
    short: 'Cellphone',
    required: inForms,
  },
  contactPersonFirstName: {
    column: 'contact_person_first_name',
    label: 'Contact person’s first name',
    asked: 'Contact person first name',
    short: 'Name',
    max: 100,
    capitals: true,
    required: inForms,
  },
  contactPersonMiddleName: {
    column: 'contact_person_middle_name',
    label: 'Contact person’s middle name',
    asked: 'Contact person middle name',
    max: 100,
    capitals: true,
  },
  contactPersonLastName: {
    column: 'contact_person_last_name',
    label: 'Contact person’s last name',
    asked: 'Contact person last name',
    max: 100,
    capitals: true,
    required: inForms,
  },
  contactPersonNumber: {
    column: 'contact_person_number',
    label: 'Contact person’s number',
    asked: 'Contact person number',
    short: 'Number',
    required: inForms,
  },
  contactPersonEmail: {
    column: 'contact_person_email',
    label: 'Contact person’s email',
    asked: 'Contact person email',
    short: 'Email',
  },
  contactPersonRelationship: {
    column: 'contact_person_relationship',
    label: 'Contact person’s relationship',
    asked: 'Contact person relationship',
    short: 'Relationship',
    max: 60,
    required: inForms,
  },
  paymentReference: {
    label: 'Payment reference',
    asked: 'Reference number of the payment',
    short: 'Reference',
  },
} as const satisfies Record<string, Declaration>

type MemberFields = typeof memberFields
export type MemberField = keyof MemberFields
export const fieldNames = Object.keys(memberFields) as MemberField[]

/** The parts of the registration form and what each asks for, in the order of the screen. */
export const registrationParts = {
  general: [
    'profilePicture',
    'firstName',
    'middleName',
    'lastName',
    'suffix',
    'unitAssignment',
    'unitAddress',
    'region',
  ],
  personal: [
    'birthday',
    'height',
    'weight',
    'bloodType',
    'philhealthNumber',
    'personnelAddress',
    'email',
    'cellphoneNumber',
  ],
  contact: [
    'contactPersonFirstName',
    'contactPersonMiddleName',
    'contactPersonLastName',
    'contactPersonNumber',
    'contactPersonEmail',
    'contactPersonRelationship',
  ],
  service: ['militarySerial', 'ms', 'rank', 'militaryStatus', 'reservistType', 'rruChecked', 'aruChecked'],
  photo: ['photoUpload'],
  documents: ['commissionDocument', 'paymentProof', 'paymentReference', 'signature'],
} as const satisfies Record<string, readonly (MemberField | MemberFileKind)[]>

/** The sections of a record, as those who read it or change it see them. */
export const recordSections = {
  name: ['idNumber', 'memberSince', 'firstName', 'middleName', 'lastName', 'suffix'],
  service: [
    'militarySerial',
    'ms',
    'rank',
    'militaryStatus',
    'reservistType',
    'rruChecked',
    'aruChecked',
    'unitAssignment',
    'unitAddress',
    'region',
  ],
  personal: [
    'birthday',
    'email',
    'cellphoneNumber',
    'personnelAddress',
    'height',
    'weight',
    'bloodType',
    'philhealthNumber',
  ],
  contact: [
    'contactPersonFirstName',
    'contactPersonMiddleName',
    'contactPersonLastName',
    'contactPersonRelationship',
    'contactPersonNumber',
    'contactPersonEmail',
  ],
  payment: ['paymentReference'],
} as const satisfies Record<string, readonly MemberField[]>

export const registrationOrder = Object.values(registrationParts).flat()
export type RegistrationField = Extract<(typeof registrationOrder)[number], MemberField>
export const registrationFields = registrationOrder.filter((name): name is RegistrationField => name in memberFields)

/** The fields whose declaration has this. */
type FieldsWith<Trait> = { [Name in MemberField]: MemberFields[Name] extends Trait ? Name : never }[MemberField]
export type LineField = FieldsWith<{ max: number }>
export type FileField = FieldsWith<{ column: string }>
export type CheckField = FieldsWith<{ check: true }>
export type RequiredField<Place extends FieldPlace> = {
  [Name in MemberField]: MemberFields[Name] extends { required: readonly (infer Each)[] }
    ? Place extends Each
      ? Name
      : never
    : never
}[MemberField]

const declared = (name: MemberField): Declaration => memberFields[name]
export const isLine = (name: MemberField): name is LineField => 'max' in declared(name)
export const fileFields = fieldNames.filter((name): name is FileField => 'column' in declared(name))
export const isCheck = (name: MemberField): name is CheckField => 'check' in declared(name)
export const isInCapitals = (name: MemberField): boolean => declared(name).capitals ?? false
export const isRequired = <Place extends FieldPlace>(name: MemberField, place: Place): name is RequiredField<Place> =>
  declared(name).required?.includes(place) ?? false

export const askedLabel = (name: MemberField): string => declared(name).asked ?? memberFields[name].label
export const shortLabel = (name: MemberField): string => declared(name).short ?? memberFields[name].label

/** The record as it is kept, whoever holds it. */
export type StoredRecord = { approved: boolean } & { [Name in MemberField]: string | boolean | null }

/** What the rules ask for and the record does not have, in its order. */
export const missingFields = (record: StoredRecord): MemberField[] =>
  fieldNames.filter((name) => isRequired(name, 'profile') && (name !== 'idNumber' || record.approved) && !record[name])
