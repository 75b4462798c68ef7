/** What an entry of the log says beside who, what and whom. */
export type AuditDetail = Record<string, string | number | boolean | null>

type Value = AuditDetail[string]

/**
 * What a change makes of the fields it names, for the log: `before.fee` and `after.fee`. Only for what is nobody's personal
 * data: an entry can never be changed again.
 */
export function beforeAndAfter<Field extends string>(
  fields: readonly Field[],
  valueOf: { before: (field: Field) => Value; after: (field: Field) => Value },
): AuditDetail {
  return Object.fromEntries(
    fields.flatMap((field) => [
      [`before.${field}`, valueOf.before(field)],
      [`after.${field}`, valueOf.after(field)],
    ]),
  )
}
