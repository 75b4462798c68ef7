/** So many calls find out with 95 %, if one vote in a hundred was cast by somebody else than the voter. */
export const sampleSize = 300

/** How likely it is that some of these calls reach a voter whose vote was cast by somebody else. */
export const chanceOfFinding = (calls: number, stuffedShare: number): number => 1 - (1 - stuffedShare) ** calls

/** A whole number from 0 and below `end`, each as likely as any other. */
export type RandomBelow = (end: number) => number

/** So many of these people, each as likely as any other, in the order in which they were drawn. */
export function drawSample<Line>(lines: readonly Line[], size: number, randomBelow: RandomBelow): Line[] {
  const people = [...lines]
  const drawn = Math.min(size, people.length)
  for (let place = 0; place < drawn; place++) {
    const other = place + randomBelow(people.length - place)
    const taken = people[other] as Line
    people[other] = people[place] as Line
    people[place] = taken
  }
  return people.slice(0, drawn)
}

/** Numbers from a source of random 32-bit words. Words that would favour the small numbers are drawn again. */
export function randomBelowFrom(word: () => number): RandomBelow {
  return (end) => {
    const fair = Math.floor(2 ** 32 / end) * end
    let drawn = word()
    while (drawn >= fair) drawn = word()
    return drawn % end
  }
}
