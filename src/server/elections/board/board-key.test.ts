import { createHash, createPrivateKey, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { createBoardKey } from './board-key.ts'

/** RFC 8032, section 7.1: the secret and public keys of its tests 1 to 3. */
const published = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
  ],
] as const

const promise = { type: 'promise/1', election: 'e', rehearsal: false, ballot: 'b' } as const

// Shows board-05
test.each(published)('the key made of %s is the published one', (seed, publicKey) => {
  const key = createBoardKey(Buffer.from(seed, 'hex'))
  expect(key.publicKey).toBe(publicKey)
  expect(key.fingerprint).toBe(createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex'))
})

// Shows board-05
test('a signature is over the type and the text, and says nothing of any other', () => {
  const seed = Buffer.from(published[0][0], 'hex')
  const key = createBoardKey(seed)
  const signed = key.sign(promise)
  expect(signed.statement).toBe('{"ballot":"b","election":"e","rehearsal":false,"type":"promise/1"}')
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const byHand = sign(
    null,
    Buffer.from(`promise/1\0${signed.statement}`),
    createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  )
  expect(signed.signature).toBe(byHand.toString('hex'))
  expect(key.isSigned('promise/1', signed)).toBe(true)
  expect(key.isSigned('head/2', signed)).toBe(false)
  expect(key.isSigned('promise/1', { ...signed, statement: signed.statement.replace('"b"', '"c"') })).toBe(false)
  expect(createBoardKey(Buffer.alloc(32, 1)).isSigned('promise/1', signed)).toBe(false)
})
