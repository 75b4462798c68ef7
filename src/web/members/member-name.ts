type NameParts = Record<'firstName' | 'middleName' | 'lastName' | 'suffix', string | null>

/** `MARIA SANTOS DE LA PEÑA JR` */
export function memberName({ firstName, middleName, lastName, suffix }: NameParts): string {
  return [firstName, middleName, lastName, suffix].filter(Boolean).join(' ')
}
