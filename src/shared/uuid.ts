/** An id as the database writes it, for use in patterns. */
export const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const wholeUuid = new RegExp(`^${uuid}$`)
export const isUuid = (text: string): boolean => wholeUuid.test(text)
