import { Unusable } from '../../../verifier/problems.ts'
import { verifyPackage } from '../../../verifier/verify-package.ts'
import { bufferSource } from './buffer-source.ts'
import { isHonest, mutate } from './mutations.ts'
import { Random } from './random.ts'
import { zipPackage } from './sealed-package.ts'

/** Mutates a package so many times; returns those that no check named, and how often each check did. */
export async function runMutations(seed: number, count: number) {
  const random = new Random(seed)
  const missed: string[] = []
  const caughtBy = new Map<string, number>()
  for (let made = 0; made < count;) {
    const { what, files } = mutate(random)
    if (isHonest(files)) continue
    made++
    const named = await checksThatName(zipPackage(files, { stored: true }))
    if (named.length === 0) missed.push(`${made}: ${what}`)
    for (const name of named) caughtBy.set(name, (caughtBy.get(name) ?? 0) + 1)
  }
  return { missed, caughtBy }
}

async function checksThatName(archive: Buffer): Promise<string[]> {
  try {
    const { checks } = await verifyPackage(bufferSource(archive))
    return checks.filter(({ outcome, problems }) => outcome === 'fails' && problems.length > 0).map(({ name }) => name)
  } catch (error) {
    // Anything but a plain sentence is a fault of the verifier.
    if (error instanceof Unusable) return ['archive']
    throw error
  }
}
