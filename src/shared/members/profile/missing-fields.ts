import { fieldNames, isRequired, type MemberField } from '../member-fields.ts'

/** The record as it is kept, whoever holds it. */
export type KeptRecord = { approved: boolean } & { [Name in MemberField]: string | boolean | null }

/** What the rules ask for and the record does not have, in its order. */
export const missingFields = (record: KeptRecord): MemberField[] =>
  fieldNames.filter((name) => isRequired(name, 'profile') && (name !== 'idNumber' || record.approved) && !record[name])
