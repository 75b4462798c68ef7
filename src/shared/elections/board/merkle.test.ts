import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from './bytes.ts'
import {
  appendLeaf,
  emptyFrontier,
  isConsistent,
  leafHash,
  nodeHash,
  rootByInclusion,
  rootOf,
  rootsIn,
  splitOf,
  treeRoot,
} from './merkle.ts'

/** The leaves and roots that the certificate logs test themselves with. */
const published = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ['606162636465666768696a6b6c6d6e6f', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
] as const

// Shows board-01
test('roots are those of the published trees', () => {
  expect(toHex(rootOf(sha256, emptyFrontier()))).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  const leaves = published.map(([leaf]) => fromHex(leaf))
  for (const [n, [, root]] of published.entries()) expect(toHex(treeRoot(sha256, leaves.slice(0, n + 1)))).toBe(root)
})

/** RFC 6962, section 2.1, word for word. */
function mth(leaves: Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array())
  if (leaves.length === 1) return leafHash(sha256, leaves[0]!)
  const k = splitOf(leaves.length)
  return nodeHash(sha256, mth(leaves.slice(0, k)), mth(leaves.slice(k)))
}
function path(m: number, leaves: Uint8Array[]): Uint8Array[] {
  if (leaves.length <= 1) return []
  const k = splitOf(leaves.length)
  return m < k
    ? [...path(m, leaves.slice(0, k)), mth(leaves.slice(k))]
    : [...path(m - k, leaves.slice(k)), mth(leaves.slice(0, k))]
}
function subproof(m: number, leaves: Uint8Array[], whole: boolean): Uint8Array[] {
  if (m === leaves.length) return whole ? [] : [mth(leaves)]
  const k = splitOf(leaves.length)
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), whole), mth(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), mth(leaves.slice(0, k))]
}

const leavesOf = (size: number) => Array.from({ length: size }, (_, n) => Uint8Array.of(n >> 8, n & 255))

describe('a tree of any size', () => {
  const sizes = fc.integer({ min: 1, max: 70 })

  // Shows board-01
  test('grown leaf by leaf has the root that the definition gives', () => {
    const tree = emptyFrontier()
    for (const [n, leaf] of leavesOf(130).entries()) {
      const completed = appendLeaf(sha256, tree, leafHash(sha256, leaf))
      const subtrees = [1, 2, 4, 8, 16, 32, 64, 128].filter((size) => (n + 1) % size === 0)
      expect(completed.map(toHex)).toEqual(subtrees.map((size) => toHex(mth(leavesOf(n + 1).slice(-size)))))
      expect(tree.roots).toHaveLength(rootsIn(n + 1))
      expect(toHex(rootOf(sha256, tree))).toBe(toHex(mth(leavesOf(n + 1))))
    }
  })

  // Shows board-02
  test('an inclusion proof leads to the root, for its own leaf and place only', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, seed, other) => {
        const leaves = leavesOf(size)
        const position = seed % size
        const proof = path(position, leaves)
        const lead = (leaf: Uint8Array, place: number, steps = proof) =>
          rootByInclusion(sha256, leafHash(sha256, leaf), { position: place, size }, steps)
        const root = toHex(mth(leaves))
        expect(toHex(lead(leaves[position]!, position)!)).toBe(root)
        expect(toHex(lead(Uint8Array.of(255, 255), position) ?? new Uint8Array())).not.toBe(root)
        for (const outside of [-1, size]) expect(lead(leaves[position]!, outside)).toBeNull()
        expect(lead(leaves[position]!, position, [...proof, mth(leaves)])).toBeNull()
        const cut = proof.filter((_, n) => n !== other % proof.length)
        if (proof.length > 0) expect(lead(leaves[position]!, position, cut)).toBeNull()
      }),
    )
  })

  // Shows board-02
  test('a consistency proof shows that one tree begins with another, and nothing else does', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, seed, at) => {
        const leaves = leavesOf(size)
        const from = 1 + (seed % size)
        const [before, after] = [mth(leaves.slice(0, from)), mth(leaves)]
        const proof = subproof(from, leaves, true)
        const holds = (root: Uint8Array, steps: Uint8Array[]) =>
          isConsistent(sha256, { size: from, root }, { size, root: after }, steps)
        expect(holds(before, proof)).toBe(true)
        const altered = leaves.slice(0, from).with(at % from, Uint8Array.of(9, 9, 9))
        expect(holds(mth(altered), proof)).toBe(false)
        expect(holds(before, [...proof, after])).toBe(false)
        if (proof.length > 0) {
          expect(holds(before, proof.slice(1))).toBe(false)
          expect(holds(before, proof.with(at % proof.length, leafHash(sha256, Uint8Array.of(7))))).toBe(false)
        }
      }),
    )
  })

  // Shows board-02
  test('begins with the empty tree, and with no larger one', () => {
    const tree = (size: number) => ({ size, root: mth(leavesOf(size)) })
    expect(isConsistent(sha256, tree(0), tree(5), [])).toBe(true)
    expect(isConsistent(sha256, tree(0), tree(5), [tree(5).root])).toBe(false)
    expect(isConsistent(sha256, tree(5), tree(3), [])).toBe(false)
    expect(isConsistent(sha256, tree(3), tree(5), [])).toBe(false)
  })
})

test.each([-1, 0.5, 2 ** 53, NaN, Infinity])('no tree has %d leaves', (size) => {
  expect(() => rootsIn(size)).toThrow(RangeError)
  expect(() => splitOf(size)).toThrow(RangeError)
})

test('the empty tree is made of no subtrees, and a frontier has as many as its size asks for', () => {
  expect(rootsIn(0)).toBe(0)
  expect(() => appendLeaf(sha256, { size: 1, roots: [] }, leafHash(sha256, Uint8Array.of(1)))).toThrow(RangeError)
})
