/**
 * A random order of the candidates, from a seed of 32 hexadecimal digits per voter and election: it stays the same for that
 * voter, favours nobody, and reveals nothing about the ballot. It does not depend on the order of the input.
 */
export function drawOrder<Person extends { id: string }>(people: readonly Person[], seed: string): Person[] {
  const next = generator(seed)
  const drawn = people.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (let left = drawn.length; left > 1; left--) {
    const place = Math.floor((next() / 2 ** 32) * left)
    const [taken] = drawn.splice(place, 1)
    if (taken) drawn.push(taken)
  }
  return drawn
}

/** Chris Doty-Humphrey's `sfc32`: 128 bits of state, and a different sequence for every seed. */
function generator(seed: string): () => number {
  let [a = 0, b = 0, c = 0, counter = 1] = (seed.match(/[0-9a-f]{8}/g) ?? []).map((part) => Number.parseInt(part, 16))
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  // Without this, similar seeds would start with similar numbers.
  for (let warming = 0; warming < 15; warming++) next()
  return next
}
