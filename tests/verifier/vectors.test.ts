import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { consistencyProof, rootOf } from '#tests/support/audit-package/bytes.ts'
import { toHex } from '../../verifier/bytes.ts'
import { NonceSet } from '../../verifier/checks/leaves.ts'
import { readReceiptCode, writeReceiptCode } from '../../verifier/evidence.ts'
import { isConsistent, leafHash, nodeHash, Tree } from '../../verifier/hashes.ts'
import * as browser from '../../verifier/platform-browser.ts'
import * as node from '../../verifier/platform-node.ts'
import { canonicalJson } from '../../verifier/read-signed.ts'
import { isSoundKey } from '../../verifier/statements.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
const ascii = (text: string) => new Uint8Array(Buffer.from(text))

/** What the commands take from Node and what the page brings along must give the same. */
const platforms: [string, typeof browser][] = [
  ['Node', node],
  ['a browser', browser],
]

describe.each(platforms)('SHA-256 of %s', (_, { sha256, sha256Into, createSha256, hmacSha256 }) => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('has the published digest (%#)', (message, digest) => {
    expect(toHex(sha256(ascii(message)))).toBe(digest)
  })

  test('is the same for every length around a block, in any pieces and into any place', () => {
    for (let length = 0; length < 200; length++) {
      const bytes = new Uint8Array(randomBytes(length))
      const expected = createHash('sha256').update(bytes).digest('hex')
      const cut = Math.floor(length / 3)
      const pieces = createSha256()
      pieces.update(bytes.subarray(0, cut))
      pieces.update(bytes.subarray(cut))
      const into = new Uint8Array(40)
      sha256Into(bytes, into, 4)
      expect([toHex(pieces.digest()), toHex(into.subarray(4, 36))]).toEqual([expected, expected])
    }
  })

  test('makes HMAC as RFC 4231 has it', () => {
    expect(toHex(hmacSha256(hex('0b'.repeat(20)), ascii('Hi There')))).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    )
  })
})

/** RFC 8032, 7.1. */
const signatures = [
  {
    key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
  {
    key: 'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    message:
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    signature:
      'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  },
]

/** The three ways in which a signature is verified; the last is that of a browser that knows no Ed25519. */
const verifiers: [string, typeof browser.signaturesOf][] = [
  ['Node', node.signaturesOf],
  ['a browser', browser.signaturesOf],
  [
    'a browser without Ed25519',
    async (key) => {
      vi.resetModules()
      vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
      const { signaturesOf } = await import('../../verifier/platform-browser.ts')
      return signaturesOf(key).finally(() => vi.unstubAllGlobals())
    },
  ],
]

describe.each(verifiers)('Ed25519 of %s', (_, signaturesOf) => {
  test.each(signatures)('takes the signature of RFC 8032 ($message.length digits), and no other', async (vector) => {
    const [message, signature] = [hex(vector.message), hex(vector.signature)]
    const verify = await signaturesOf(hex(vector.key))
    expect(await verify(message, signature)).toBe(true)
    expect(await verify(ascii('another'), signature)).toBe(false)
    for (const place of [0, 31, 32, 50, 63])
      expect(await verify(message, signature.with(place, signature[place]! ^ 1)), `byte ${place}`).toBe(false)
    expect(await verify(message, signature.slice(1))).toBe(false)
  })

  test('takes what Node has signed', async () => {
    for (let i = 0; i < 5; i++) {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519')
      const key = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
      const message = new Uint8Array(randomBytes(40 * i))
      const verify = await signaturesOf(key)
      expect(isSoundKey(toHex(key))).toBe(true)
      expect(await verify(message, new Uint8Array(sign(null, message, privateKey)))).toBe(true)
    }
  })

  test('does not take the second spelling of a signature, with the order added to S', async () => {
    const { key, message, signature } = signatures[1]!
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const bytes = hex(signature)
    const s = Buffer.from(bytes.slice(32).toReversed()).toString('hex')
    const larger = (BigInt(`0x${s}`) + order).toString(16).padStart(64, '0')
    bytes.set(hex(larger).toReversed(), 32)
    expect(await (await signaturesOf(hex(key)))(hex(message), bytes)).toBe(false)
  })

  test.each([
    ['that is no point', `02${'00'.repeat(31)}`],
    ['that is too short', '00'],
  ])('takes nothing for a key %s', async (_what, key) => {
    const { message, signature } = signatures[1]!
    expect(await (await signaturesOf(hex(key)))(hex(message), hex(signature))).toBe(false)
  })
})

test.each([
  ['of order 1', `01${'00'.repeat(31)}`],
  ['of order 1, with a sign', `01${'00'.repeat(30)}80`],
  ['of order 2', `ec${'ff'.repeat(30)}7f`],
  ['of order 4', '00'.repeat(32)],
  ['of order 4, with a sign', `${'00'.repeat(31)}80`],
  ['of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ['of order 8, with a sign', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85'],
  ['of order 8, the other', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
  ['in a second spelling', `ee${'ff'.repeat(30)}7f`],
  ['in the first second spelling', `ed${'ff'.repeat(30)}7f`],
  ['in the last second spelling', 'ff'.repeat(32)],
])('a key %s must not be used', (_, key) => {
  expect(isSoundKey(key)).toBe(false)
})

/** The leaves and roots of the reference implementation of Certificate Transparency. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const inclusion = [
  {
    leaf: 0,
    size: 8,
    path: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    leaf: 5,
    size: 8,
    path: [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  { leaf: 2, size: 3, path: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
]

describe('the tree of RFC 6962', () => {
  test('has the published root at every size, noted while it grows', () => {
    const tree = new Tree([8, 0, 3, 3, 5, 1, 2, 4, 6, 7, 99])
    for (const leaf of leaves) tree.add(hex(leaf))
    expect(roots.map((_, size) => toHex(tree.rootAt(size)!))).toEqual(roots)
    expect(tree.rootAt(99)).toBeNull()
    expect(toHex(tree.root())).toBe(roots[8])
  })

  test.each(inclusion)('leads from leaf $leaf of $size to its root by the published path', ({ leaf, size, path }) => {
    let hash = leafHash(hex(leaves[leaf]!))
    let [place, last] = [leaf, size - 1]
    for (const sibling of path) {
      const isRight = place % 2 === 1 || place === last
      hash = isRight ? nodeHash(hex(sibling), hash) : nodeHash(hash, hex(sibling))
      if (isRight && place % 2 === 0) while (place % 2 === 0 && place > 0) [place, last] = [place >> 1, last >> 1]
      ;[place, last] = [place >> 1, last >> 1]
    }
    expect(toHex(hash)).toBe(roots[size])
  })

  test('is consistent from 6 to 8 leaves by the published proof', () => {
    const published = [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ].map(hex)
    const tree = (size: number) => ({ size, root: hex(roots[size]!) })
    expect(isConsistent(tree(6), tree(8), published)).toBe(true)
    expect(isConsistent(tree(6), { ...tree(8), root: hex(roots[7]!) }, published)).toBe(false)
    expect(isConsistent(tree(5), tree(8), published)).toBe(false)
  })

  test('is consistent between any two sizes by the proof of RFC 6962, and by no other', () => {
    const all = Array.from({ length: 20 }, () => new Uint8Array(randomBytes(32)))
    const tree = (size: number) => ({ size, root: hex(rootOf(all.slice(0, size))) })
    for (let to = 1; to <= all.length; to++)
      for (let from = 0; from <= to; from++) {
        const proof = (from === 0 ? [] : consistencyProof(all.slice(0, to), from)).map(hex)
        expect(isConsistent(tree(from), tree(to), proof), `${from} to ${to}`).toBe(true)
        const bent = { ...tree(from), root: new Uint8Array(randomBytes(32)) }
        expect(isConsistent(bent, tree(to), proof), `another ${from} to ${to}`).toBe(false)
        expect(isConsistent(tree(from), tree(to), [...proof, tree(to).root]), `more than ${from} to ${to}`).toBe(false)
      }
  })
})

describe('canonical JSON', () => {
  test('is as RFC 8785 writes its examples', () => {
    const example = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`
    expect(canonicalJson(JSON.parse(example))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
    const keys = String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`
    expect(Object.values(JSON.parse(canonicalJson(JSON.parse(keys))) as object).toSorted()).toHaveLength(7)
    expect([...canonicalJson(JSON.parse(keys)).matchAll(/:"(\w+)/g)].map(([, first]) => first)).toEqual([
      'Carriage',
      'One',
      'Control',
      'Latin',
      'Euro',
      'Emoji',
      'Hebrew',
    ])
  })

  test('refuses what JSON cannot hold', () => {
    expect(() => canonicalJson(JSON.parse('1e400'))).toThrow(RangeError)
    expect(() => canonicalJson(JSON.parse(String.raw`"\ud800"`))).toThrow(RangeError)
  })
})

describe('the code of a receipt', () => {
  test('is read as it was written, whoever types it', () => {
    for (let i = 0; i < 200; i++) {
      const secret = new Uint8Array(randomBytes(16))
      const code = writeReceiptCode(secret)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
      expect(readReceiptCode(typed)).toEqual({ secret })
    }
  })

  test.each(['-', '\u2010', '\u2011', '\u2013', '\u2014', '\u2212', '\u2043', '\u00a0', '\u00ad', '\u200b'])(
    'is read with %j between its groups',
    (dash) => {
      const secret = new Uint8Array(randomBytes(16))
      expect(readReceiptCode(writeReceiptCode(secret).replaceAll('-', dash))).toEqual({ secret })
    },
  )

  test('has the characters of the format', () => {
    expect(writeReceiptCode(new Uint8Array(16))).toBe('0000-0000-0000-0000-0000-0000-0000')
    // 1 in the last of 26 places, with a weight of 26.
    expect(writeReceiptCode(new Uint8Array(16).with(15, 1))).toBe('0000-0000-0000-0000-0000-0000-010T')
    // 7 + 31 x (2 + ... + 26) = 10857, modulo 1021: 647 = 20 x 32 + 7.
    expect(writeReceiptCode(new Uint8Array(16).fill(255))).toBe('7ZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZM7')
  })

  test('tells every wrong character, and every two neighbours that are swapped', () => {
    const code = writeReceiptCode(new Uint8Array(randomBytes(16))).replaceAll('-', '')
    for (let place = 0; place < 28; place++) {
      for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ')
        if (other !== code[place])
          expect(readReceiptCode(code.slice(0, place) + other + code.slice(place + 1))).toHaveProperty('problem')
      const swapped = code.slice(0, place) + (code[place + 1] ?? '') + code[place] + code.slice(place + 2)
      if (swapped !== code) expect(readReceiptCode(swapped)).toHaveProperty('problem')
    }
  })

  test('says what is wrong with it', () => {
    expect(readReceiptCode('ABC')).toEqual({ problem: 'A receipt code has 28 characters; this one has 3.' })
    expect(readReceiptCode(`${'0'.repeat(27)}U`)).toEqual({ problem: 'Character 28 cannot be in a receipt code.' })
    // Its two highest bits are not zero.
    expect(readReceiptCode(`Z${'0'.repeat(25)}0Z`)).toHaveProperty('problem')
  })
})

test.each(platforms)('the checksum of ZIP of %s is the known one, also in pieces', (_, { crc32 }) => {
  expect(crc32(ascii('123456789'))).toBe(0xcbf43926)
  expect(crc32(ascii('456789'), crc32(ascii('123')))).toBe(0xcbf43926)
})

test('a set of nonces knows each again, and only it', () => {
  const set = new NonceSet()
  const nonces = Array.from({ length: 10_000 }, () => new Uint8Array(randomBytes(16)))
  expect(nonces.every((nonce) => set.add(nonce) === null)).toBe(true)
  expect(nonces.slice(0, 100).map((nonce) => set.add(nonce))).toEqual(Array.from({ length: 100 }, (_, i) => i))
  expect(set.add(nonces[5]!.with(15, nonces[5]![15]! ^ 1))).toBeNull()
})
