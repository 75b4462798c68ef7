import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bufferSource, sha256 } from '#tests/support/audit-package/bytes.ts'
import { modelElection } from '#tests/support/audit-package/election-model.ts'
import { sealPackage, zipPackage } from '#tests/support/audit-package/sealed-package.ts'
import { writeReceiptCode } from '../../verifier/evidence.ts'
import { verifyPackage } from '../../verifier/verify-package.ts'

const model = modelElection()
const files = sealPackage(model)
const fingerprint = sha256(Buffer.from(model.key, 'hex')).toString('hex')
const chunks = (name: string) =>
  async function* () {
    yield files.get(name)!
  }

async function notHolding(archive: Buffer, ...rest: [Parameters<typeof verifyPackage>[1]?]) {
  const verdict = await verifyPackage(bufferSource(archive), ...rest)
  const failed = verdict.checks
    .filter(({ outcome }) => outcome !== 'holds')
    .map(({ name, problems }) => ({ name, problems }))
  return { holds: verdict.holds, certified: verdict.certified, failed }
}

const whole = { holds: true, certified: true, failed: [] }

describe('an honest package holds', () => {
  test.each([{}, { stored: true }, { streamed: true }, { zip64: true }, { zip64: true, streamed: true, stored: true }])(
    'packed as %o',
    async (options) => {
      expect(await notHolding(zipPackage(files, options))).toEqual(whole)
    },
  )

  test.each([
    { seed: 2, voters: 41, ballots: 23 },
    { seed: 3, voters: 3, ballots: 1, heads: 2 },
    { seed: 4, voters: 5, ballots: 0, heads: 2 },
    { seed: 5, voters: 300, ballots: 290, heads: 60 },
  ])('of an election with %o', async (options) => {
    expect(await notHolding(zipPackage(sealPackage(modelElection(options))))).toEqual(whole)
  })

  test('without corrections', async () => {
    const roll = model.roll.map((voter) => ({ ...voter, added: null, struck: null }))
    expect(await notHolding(zipPackage(sealPackage({ ...model, roll, corrections: [] })))).toEqual(whole)
  })

  test('in another order of the files', async () => {
    expect(await notHolding(zipPackage(new Map([...files].toReversed())))).toEqual(whole)
  })

  test('before it is certified, and says that it is not', async () => {
    const early = new Map(files).set('countersignatures.ndjson', Buffer.alloc(0))
    early.delete('certificate.json')
    const { holds, certified, failed } = await notHolding(zipPackage(early))
    expect({ holds, certified }).toEqual({ holds: true, certified: false })
    expect(failed.every(({ name, problems }) => name.startsWith('certificate-') && problems.length === 0)).toBe(true)
  })
})

// Shows verifier-08
describe('what a person brings along', () => {
  const evidence = {
    fingerprint,
    receipt: model.secrets[5]!,
    rollLine: { serial: model.roll[7]!.serial.toLowerCase(), salt: Buffer.from(model.roll[7]!.salt, 'hex') },
    collected: [
      { name: 'whole.ndjson', chunks: chunks('heads.ndjson') },
      // As collect.ts writes it: the freeze record first, and half a line if it was stopped.
      {
        name: 'begun.ndjson',
        chunks: async function* () {
          yield Buffer.concat([files.get('freeze.json')!, files.get('heads.ndjson')!.subarray(0, 1500)])
        },
      },
    ],
  }

  test('is found in an honest package', async () => {
    expect(await notHolding(zipPackage(files), evidence)).toEqual(whole)
  })

  test('is answered: the choices of the receipt, and whether the member voted', async () => {
    const { checks } = await verifyPackage(bufferSource(zipPackage(files)), evidence)
    const notes = (name: string) => checks.find((check) => check.name === name)!.notes
    const names = new Map(model.nominees.map((nominee) => [nominee.id, nominee.name]))
    expect(notes('receipt')).toHaveLength(7)
    expect(notes('receipt')[6]).toBe('TAS: blank')
    expect([...names.values()].map((name) => `PN: ${name}`)).toContain(notes('receipt')[4])
    expect(notes('roll-line')).toEqual([
      `Region: ${model.roll[7]!.region}`,
      expect.stringMatching(model.roll[7]!.voted ? /^Recorded as: voted/ : 'Recorded as: did not vote'),
    ])
  })

  test('a struck member is told which correction struck them', async () => {
    const { serial, salt } = model.roll.find(({ struck }) => struck !== null)!
    const rollLine = { serial, salt: Buffer.from(salt, 'hex') }
    const { failed } = await notHolding(zipPackage(files), { rollLine })
    expect(failed).toEqual([{ name: 'roll-line', problems: ['your line was struck by correction 1'] }])
  })

  test('heads of a rehearsal, collected too, are left out', async () => {
    const rehearsed = sealPackage(model, {
      heads: (all) => all.map((one) => ({ ...one, election: randomUUID(), record: null })),
    })
    const collected = [
      {
        name: 'both',
        chunks: async function* () {
          yield rehearsed.get('heads.ndjson')!
          yield files.get('heads.ndjson')!
        },
      },
    ]
    expect(await notHolding(zipPackage(files), { collected })).toEqual(whole)
  })

  test('another freeze record, and heads beyond the last, are named', async () => {
    const other = sealPackage(model, { freeze: (freeze) => ({ ...freeze, program: '0.2.0' }) })
    const longer = sealPackage(model, { heads: (heads) => [...heads, { ...heads.at(-1)!, number: heads.length }] })
    const { failed } = await notHolding(zipPackage(files), {
      collected: [
        {
          name: 'other',
          chunks: async function* () {
            yield other.get('freeze.json')!
            yield longer.get('heads.ndjson')!
          },
        },
      ],
    })
    expect(failed).toEqual([
      {
        name: 'collected-heads',
        problems: [
          'line 1 of other is another freeze record',
          'line 7 of other: head 5 was signed, with the same leaves, but is not in the package',
        ],
      },
    ])
  })
})

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verifier-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, content: Buffer | string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; error: string }>((resolve) => {
      const program = join(import.meta.dirname, '../../verifier/verify.ts')
      execFile(process.execPath, ['--no-warnings', program, ...args], (failure, out, error) =>
        resolve({ code: Number(failure?.code ?? 0), out, error }),
      )
    })

  test('says of each check that it holds, and ends with 0', async () => {
    const { serial, salt } = model.roll[3]!
    const heads = file('heads.ndjson', files.get('heads.ndjson')!)
    const args = ['--heads', heads, '--fingerprint', fingerprint, '--receipt', writeReceiptCode(model.secrets[0]!)]
    const honest = file('honest.zip', zipPackage(files))
    const { code, out } = await run(...args, '--roll-line', serial, salt, honest)
    expect(out.match(/\): holds$/gm)).toHaveLength(48)
    expect(out).toContain('EVERYTHING HOLDS: ALL 48 CHECKS.')
    expect(code).toBe(0)
  })

  test('says what does not hold and where, and ends with 1', async () => {
    const lines = files.get('leaves.csv')!.toString().split('\n')
    const bent = new Map(files).set('leaves.csv', Buffer.from(lines.toSpliced(5, 1).join('\n')))
    const { code, out } = await run(file('bent.zip', zipPackage(bent)))
    expect(out).toContain('(all-leaves): DOES NOT HOLD: the last head has 168 leaves, leaves.csv has 167')
    expect(out).toContain('THIS PACKAGE DOES NOT HOLD.')
    expect(code).toBe(1)
  })

  test.each([
    [[], /^CANNOT BE VERIFIED: I need one package/],
    [['missing.zip'], /^CANNOT BE VERIFIED: There is no file missing\.zip/],
    [['--frobnicate'], /^CANNOT BE VERIFIED: Unknown option/],
    [[tmpdir()], /is not a file\.$/m],
    [[import.meta.filename], /This is not a ZIP archive/],
    [['x.zip', '--receipt', 'ABC'], /A receipt code has 28 characters/],
    [['x.zip', '--fingerprint', 'ABC'], /A fingerprint has 64 digits/],
    [['x.zip', '--roll-line', 'O-1', 'ABC'], /A salt has 32 digits/],
  ])('%j ends with 2 and a sentence', async (args, sentence) => {
    const { code, out, error } = await run(...args)
    expect(error).toMatch(sentence)
    expect(error).not.toContain('    at ')
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })
})
