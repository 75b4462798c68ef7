/** One address for each number. */
export const someAddress = (n: number) => `10.${Math.floor(n / 65_536)}.${Math.floor(n / 256) % 256}.${n % 256}`

/** Runs `work` for each number, `atOnce` at a time. */
export async function inParallel<T>(count: number, atOnce: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const n = next++
        results[n] = await work(n)
      }
    }),
  )
  return results
}
