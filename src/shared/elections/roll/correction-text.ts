import type { LinesByRegion, PublicCorrection } from './correction.ts'

export const voters = (people: number) => `${people.toLocaleString('en-US')} ${people === 1 ? 'voter' : 'voters'}`

/** What everybody reads about corrections. Apart from the rest about the roll, for the election's public page needs only these. */
export const correctionText = {
  title: 'Corrections',
  note: 'What administrators changed after the roll was frozen or voting had opened, and why. Voters are never named.',
  name: ({ number }: Pick<PublicCorrection, 'number'>) =>
    number === null ? 'Before voting opened' : `Correction ${number}`,
  lines: (added: LinesByRegion, struck: LinesByRegion): string[] => [
    ...byRegion(added).map(([region, people]) => `${voters(people)} added in ${region}`),
    ...byRegion(struck).map(([region, people]) => `${voters(people)} struck in ${region}`),
  ],
} as const

const byRegion = (lines: LinesByRegion) =>
  Object.entries(lines).map(([region, people = 0]) => [region, people] as const)
