/** The numbers that SHA-256 and SHA-512 start from: binary digits of roots of the first primes. */

export function smallPrimes(count: number): bigint[] {
  const primes: bigint[] = []
  for (let candidate = 2n; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0n)) primes.push(candidate)
  return primes
}

/** The first binary digits after the point of a prime's square root (degree 2) or cube root (degree 3). */
export function rootFraction(prime: bigint, degree: bigint, digits: bigint): bigint {
  const wanted = prime << (digits * degree)
  let low = 0n
  let high = prime << digits
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** degree <= wanted) low = middle
    else high = middle
  }
  return low & ((1n << digits) - 1n)
}
