import { describe, expect, test } from 'vitest'
import { bufferSource, Random } from '#tests/support/audit-package/bytes.ts'
import { modelElection } from '#tests/support/audit-package/election-model.ts'
import {
  sealPackage,
  zipPackage,
  type PackageFiles,
  type Statement,
} from '#tests/support/audit-package/sealed-package.ts'
import { writeZip } from '#tests/support/audit-package/write-zip.ts'
import { UnusableInput } from '../../verifier/problems.ts'
import { verifyPackage } from '../../verifier/verify-package.ts'
import type { Source } from '../../verifier/zip.ts'

const model = modelElection({ voters: 12, ballots: 8, heads: 3 })
const files = sealPackage(model)
const archive = zipPackage(files)

/** What the verifier says: a sentence for what it cannot use, or the problems that it names. */
async function saidOf(archive: Source | Buffer): Promise<string> {
  try {
    const verdict = await verifyPackage('read' in archive ? archive : bufferSource(archive))
    if (verdict.holds) return 'holds'
    return verdict.checks.flatMap(({ problems }) => problems).join('\n')
  } catch (error) {
    if (error instanceof UnusableInput) return `unusable: ${error.message}`
    throw error
  }
}

const withFile = (name: string, content: string | Uint8Array): PackageFiles =>
  new Map(files).set(name, Buffer.from(content as string))

describe('a hostile archive ends in a sentence', () => {
  test.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /^unusable: This is not an audit package: it is too short/],
    ['something else', Buffer.alloc(5000, 'x'), /^unusable: This is not an audit package: it is not a ZIP/],
    ['cut off', archive.subarray(0, -7), /cut off/],
    ['bytes after its end', Buffer.concat([archive, Buffer.from('x')]), /something follows/],
    ['bytes before its beginning', Buffer.concat([Buffer.from('x'), archive]), /not a ZIP/],
    ['two files of one name', writeZip([...files, ['roll.csv', Buffer.from('x')]]), /two files named "roll.csv"/],
    ['a thousand files', writeZip(Array.from({ length: 1000 }, (_, i) => [`${i}`, Buffer.alloc(0)])), /too many files/],
    [
      'a ZIP archive of something else',
      writeZip([['diary.txt', Buffer.from('x')]]),
      /^unusable: This is not an audit package/,
    ],
    ['an empty list', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(30)]), /end of the archive/],
  ])('%s', async (_, bytes, sentence) => {
    expect(await saidOf(bytes)).toMatch(sentence)
  })

  test('a comment', async () => {
    const commented = Buffer.concat([archive, Buffer.from('hi')])
    commented.writeUInt16LE(2, archive.length - 2)
    expect(await saidOf(commented)).toMatch(/unusable: /)
  })

  test('a file that grows to more than it says', async () => {
    const size = files.get('leaves.csv')!.length
    const bomb = Buffer.from(archive)
    const at = bomb.lastIndexOf(u32(size))
    bomb.writeUInt32LE(size - 100, at)
    expect(await saidOf(bomb)).toBe('unusable: "leaves.csv" is larger than the archive says.')
  })

  test('fifty megabytes packed into fifty kilobytes, without memory for them', async () => {
    const bomb = zipPackage(withFile('leaves.csv', Buffer.alloc(50_000_000)))
    const before = process.memoryUsage().rss
    expect(await saidOf(bomb)).toMatch(/line 1 of leaves.csv is longer than any such line/)
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  test('a line of ten gigabytes', async () => {
    const [heads, ...others] = [...files].toSorted(([name]) => (name === 'heads.ndjson' ? -1 : 1))
    const small = writeZip([...others, heads!], { stored: true, zip64: true })
    const more = 10 * 2 ** 30
    const listEnd = small.length - 98
    // Its sizes in the list, and where the list is.
    for (const at of [listEnd - 24, listEnd - 16, listEnd + 48])
      small.writeBigUInt64LE(small.readBigUInt64LE(at) + BigInt(more), at)
    const dataEnd = Number(small.readBigUInt64LE(listEnd + 48)) - more
    let read = 0
    const source: Source = {
      size: small.length + more,
      read: async (at, length) => {
        read += length
        if (at + length <= dataEnd) return new Uint8Array(small.subarray(at, at + length))
        if (at >= dataEnd + more) return new Uint8Array(small.subarray(at - more, at - more + length))
        return new Uint8Array(length).fill(97)
      },
    }
    expect(await saidOf(source)).toMatch(/line 1 of heads.ndjson is longer than any such line/)
    expect(read).toBeLessThan(20_000_000)
  })

  test('a flipped bit anywhere', async () => {
    const random = new Random(8)
    for (let i = 0; i < 300; i++) {
      const bent = Buffer.from(archive)
      const place = random.below(bent.length)
      bent[place]! ^= 1 << random.below(8)
      const said = await saidOf(bent)
      // A few bits say nothing, such as a file's date; none of those is within a file.
      expect(said === 'holds' && isInFile(place), `byte ${place}: ${said}`).toBe(false)
    }
  })
})

describe('hostile files end in a sentence', () => {
  const row = files.get('leaves.csv')!.toString().split('\n')[1]!
  const header = 'service,nominee,nonce,commitment\n'
  test.each<[string, PackageFiles, RegExp]>([
    ['a line without end', withFile('leaves.csv', header + 'a'.repeat(2000)), /line 2 of leaves.csv is longer/],
    ['no header', withFile('roll.csv', ''), /roll.csv does not begin/],
    ['another header', withFile('roll.csv', 'line,region\n'), /roll.csv does not begin/],
    ['a quote', withFile('leaves.csv', `${header}"${row}\n`), /holds a character that no list has/],
    ['a field too many', withFile('leaves.csv', `${header}${row},\n`), /more than 4 fields/],
    ['a field too few', withFile('leaves.csv', `${header}PA,,\n`), /fewer than 4 fields/],
    [
      'a participant of the first edition',
      withFile('participation.csv', 'line,region,voted,proxy,helped\nx,NCR,no,no\n'),
      /fewer than 5 fields/,
    ],
    ['capital digits', withFile('leaves.csv', header + row.toUpperCase() + '\n'), /is not/],
    ['not UTF-8', withFile('roll.csv', Buffer.from('ff0a', 'hex')), /is not UTF-8/],
    ['a line end of Windows', withFile('leaves.csv', `${header.trim()}\r\n`), /does not begin/],
    ['no JSON', withFile('freeze.json', 'null\n'), /is not a statement/],
    ['an empty file', withFile('freeze.json', ''), /freeze.json is empty/],
    ['no heads', withFile('heads.ndjson', ''), /has no head/],
    ['an empty line', withFile('heads.ndjson', '\n'), /is not JSON/],
    [
      'a signature twice',
      withFile('freeze.json', `{"statement":"a","signature":"b","signature":"${'0'.repeat(128)}"}\n`),
      /nothing else/,
    ],
    [
      'two freeze records',
      withFile('freeze.json', Buffer.concat([files.get('freeze.json')!, files.get('freeze.json')!])),
      /more than one line/,
    ],
    [
      'nested too deeply',
      withFile('freeze.json', envelope(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)),
      /freeze.json/,
    ],
    ['a prototype', withFile('freeze.json', envelope('{"__proto__":{"type":"freeze/2"}}')), /type should be there/],
    [
      'escape codes',
      withFile('freeze.json', envelope(String.raw`{"type":"\u001b[2J"}`)),
      /type should be freeze\/2, not \?\[2J/,
    ],
  ])('%s', async (_, bent, sentence) => {
    const said = await saidOf(zipPackage(bent))
    expect(said).toMatch(sentence)
    expect(said).not.toMatch(/ at .*:\d+:\d+/)
  })

  test.each<[string, (freeze: Statement) => Statement, RegExp]>([
    [
      'a number as text',
      (freeze) => ({ ...freeze, roll: { ...(freeze['roll'] as object), size: '12' } }),
      /roll.size should be a number/,
    ],
    [
      'half a ballot',
      (freeze) => ({ ...freeze, roll: { ...(freeze['roll'] as object), size: 1.5 } }),
      /roll.size should be a number/,
    ],
    [
      'the 31st of June',
      (freeze) => ({ ...freeze, frozenAt: '2025-06-31T00:00:00.000Z' }),
      /frozenAt should be a time/,
    ],
    ['a field missing', (freeze) => ({ ...freeze, program: undefined }), /program should be there/],
    ['a list for an object', (freeze) => ({ ...freeze, times: [] }), /times should be an object/],
    ['no seats', (freeze) => ({ ...freeze, seats: [] }), /there is no seat/],
    [
      'a service with a comma',
      (freeze) => ({ ...freeze, seats: [{ slot: 'x', service: 'P,A' }] }),
      /service should be text of/,
    ],
    [
      'a service of 300 letters',
      (freeze) => ({ ...freeze, seats: [{ slot: 'x', service: 'P'.repeat(300) }] }),
      /service should be text of/,
    ],
    [
      'a nominee twice',
      (freeze) => ({ ...freeze, nominees: (freeze['nominees'] as object[]).flatMap((one) => [one, one]) }),
      /stands twice/,
    ],
    [
      'a candidate’s picture that is no hash',
      (freeze) => ({ ...freeze, nominees: (freeze['nominees'] as object[]).map((one) => ({ ...one, picture: 'x' })) }),
      /picture should be 64 hexadecimal digits/,
    ],
    ['a key of order 1', (freeze) => ({ ...freeze, key: `01${'00'.repeat(31)}` }), /any signature would fit/],
  ])('signed by the site: %s', async (_, freeze, sentence) => {
    expect(await saidOf(zipPackage(sealPackage(model, { freeze })))).toMatch(sentence)
  })

  test.each<[string, (text: string) => string]>([
    ['spaces', (text) => text.replace(':', ': ')],
    ['a key twice', (text) => text.replace('{', '{"ballots":0,')],
    ['a number with a fraction', (text) => text.replace(/"ballots":(\d+)/, '"ballots":$1.0')],
    ['an escaped letter', (text) => text.replace('"minute"', String.raw`"minut\u0065"`)],
  ])('signed, but not canonical: %s', async (_, bend) => {
    const plain = (statement: Statement) =>
      JSON.stringify(Object.fromEntries(Object.entries(statement).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    const text = (statement: Statement) =>
      statement['number'] === 1 && statement.type === 'head/2' ? bend(plain(statement)) : undefined
    expect(await saidOf(zipPackage(sealPackage(model, { text })))).toBe('line 2 of heads.ndjson is not canonical JSON')
  })

  test('signed by the site: a witness with a key that any signature would fit', async () => {
    const weak = `01${'00'.repeat(31)}`
    const bent = sealPackage(model, {
      freeze: (freeze) => ({ ...freeze, witnesses: [{ name: 'Observer One', key: weak }] }),
      cosignatures: (all) => [...all, { ...all[0]!, witness: weak }],
    })
    const lines = bent.get('cosignatures.ndjson')!.toString().trim().split('\n')
    const { statement } = JSON.parse(lines.at(-1)!) as { statement: string }
    const forged = JSON.stringify({ statement, signature: weak + '00'.repeat(32) })
    bent.set('cosignatures.ndjson', Buffer.from([...lines.slice(0, -1), forged].map((line) => `${line}\n`).join('')))
    expect(await saidOf(zipPackage(bent))).toBe(
      `the signature of line ${lines.length} of cosignatures.ndjson does not fit`,
    )
  })

  test('collected heads that are none', async () => {
    const asked = (content: string) => ({
      collected: [
        {
          name: 'mine',
          chunks: async function* () {
            yield Buffer.from(content)
          },
        },
      ],
    })
    const verify = (content: string) => verifyPackage(bufferSource(archive), asked(content))
    await expect(verify('')).rejects.toThrow('There is no head in mine.')
    await expect(verify('x\n')).rejects.toThrow('The collected heads cannot be used: line 1 of mine is not JSON: x.')
    await expect(verify(`${'x'.repeat(9_000_000)}\n`)).rejects.toThrow('too long')
  })
})

const envelope = (statement: string) => `${JSON.stringify({ statement, signature: '0'.repeat(128) })}\n`

/** Whether a byte of the archive belongs to the content of a file. */
function isInFile(place: number): boolean {
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50;) {
    const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
    at = start + archive.readUInt32LE(at + 18)
    // The last byte of what was compressed may end in bits that say nothing.
    if (place >= start && place < at - 1) return true
  }
  return false
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
