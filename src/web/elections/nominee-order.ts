interface Named {
  id: string
  name: string
  /** With the middle name, as lists show it. */
  fullName: string
}

/** Nobody is favoured by place: people stand by name. */
export const byName = <Person extends Named>(people: readonly Person[]): Person[] =>
  people.toSorted((one, other) => one.fullName.localeCompare(other.fullName, 'en') || (one.id < other.id ? -1 : 1))

/** Each with the ID number where another has the same name: then it is what tells them apart. */
export function toldApart<Person extends Named & { idNumber: string | null }>(
  people: readonly Person[],
): (Person & { tellingNumber: string })[] {
  const seen = new Map<string, number>()
  for (const { name } of people) seen.set(folded(name), (seen.get(folded(name)) ?? 0) + 1)
  return people.map((one) => ({ ...one, tellingNumber: seen.get(folded(one.name)) === 1 ? '' : (one.idNumber ?? '') }))
}

const folded = (name: string) => name.trim().toUpperCase()
