import { compareNames } from '#shared/compare-names.ts'

interface Named {
  id: string
  name: string
  /** With the middle name, as lists show it. */
  fullName: string
}

/** Sorted by name, so that nobody is favoured. */
export const byName = <Person extends Named>(people: readonly Person[]): Person[] =>
  people.toSorted((one, other) => compareNames(one.fullName, other.fullName) || (one.id < other.id ? -1 : 1))

/** Adds the ID number to people who share a name. */
export function withTellingNumbers<Person extends Named & { idNumber: string | null }>(
  people: readonly Person[],
): (Person & { tellingNumber: string })[] {
  const seen = new Map<string, number>()
  for (const { name } of people) seen.set(folded(name), (seen.get(folded(name)) ?? 0) + 1)
  return people.map((one) => ({ ...one, tellingNumber: seen.get(folded(one.name)) === 1 ? '' : (one.idNumber ?? '') }))
}

interface Findable extends Named {
  rank: string
  unit: string
  ms: string
  region?: string
}

/** Those with every typed word in their name, rank, unit, service or region, ignoring case and accents. */
export function searchPeople<Person extends Findable>(people: readonly Person[], typed: string): Person[] {
  const words = plain(typed).split(/\s+/)
  return people.filter(({ fullName, rank, unit, ms, region }) => {
    const known = plain([fullName, rank, unit, ms, region].join(' '))
    return words.every((word) => known.includes(word))
  })
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

const folded = (name: string) => name.trim().toUpperCase()
