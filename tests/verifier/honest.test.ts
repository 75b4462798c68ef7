import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bufferSource, Random, sha256 } from '#tests/support/audit-package/bytes.ts'
import { keyFrom, modelElection, setBack } from '#tests/support/audit-package/election-model.ts'
import { promiseFile } from '#tests/support/audit-package/lies.ts'
import { sealPackage, zipPackage, type Statement } from '#tests/support/audit-package/sealed-package.ts'
import { readPromise, writeReceiptCode } from '../../verifier/evidence.ts'
import { reportOf } from '../../verifier/report-text.ts'
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
    expect(await notHolding(zipPackage(sealPackage({ ...model, roll, links: [] })))).toEqual(whole)
  })

  test('of an election that was set back by a backup', async () => {
    expect(await notHolding(zipPackage(sealPackage(setBack(model))))).toEqual(whole)
  })

  test('of an election that nobody took part in, whose times were moved after the close', async () => {
    const empty = modelElection({ ballots: 0, voters: 5, heads: 5 })
    const moved = { field: 'times.votingCloses', before: '2025-03-29T10:00:00.000Z', after: '2025-03-29T12:00:00.000Z' }
    const links = [...empty.links, { at: '2025-03-29T10:10:00.000Z', reason: 'Nobody came', changes: [moved] }]
    const minutes = ['00:00', '02:30', '10:00', '10:10', '12:00'].map((time) => `2025-03-29T${time}:00.000Z`)
    const heads = (all: Statement[]) =>
      all.map((head, i) =>
        i === 2 ? { ...head, closed: true } : i === 3 ? { ...head, record: all[4]!['record'] } : head,
      )
    expect(await notHolding(zipPackage(sealPackage({ ...empty, links, minutes }, { heads })))).toEqual(whole)
  })

  test('without witnesses, and says so', async () => {
    const alone = sealPackage(
      { ...model, witnesses: [model.witnesses[0]!] },
      {
        freeze: (freeze) => ({ ...freeze, witnesses: [] }),
        witnesses: () => [],
        cosignatures: () => [],
        certificate: (certificate) => ({ ...certificate, witnesses: [] }),
      },
    ).set('countersignatures.ndjson', Buffer.alloc(0))
    const verdict = await verifyPackage(bufferSource(zipPackage(alone)))
    expect(verdict.holds).toBe(true)
    expect(reportOf(verdict, {}).notes).toContain(
      'No witness followed the board: only who collected its states can tell',
    )
  })

  // Shows verifier-17
  test('and what everybody should know is told: silence, late ballots, a rollback, what cannot be seen', async () => {
    const late = { ...setBack(model, []), minutes: ['00:00', '02:30', '05:00', '10:00', '10:01'] }
    const minutes = late.minutes.map((time) => `2025-03-29T${time}:00.000Z`)
    const lost = { at: '2025-03-28T22:00:00.000Z', by: 'Administrator One', reason: 'A flood', lost: [] }
    const archive = zipPackage(
      sealPackage({ ...late, minutes }, { freeze: (freeze) => ({ ...freeze, rollback: lost }) }),
    )
    const verdict = await verifyPackage(bufferSource(archive))
    expect(verdict.holds).toBe(true)
    expect(reportOf(verdict, {}).notes).toEqual([
      expect.stringMatching(/^Before the first vote, .*Reason: A flood$/),
      expect.stringMatching(/^A backup was put back .*after board state 2 .*Reason: A disk broke$/),
      'For 150 minutes before board state 1 nothing was signed',
      'For 150 minutes before board state 2 nothing was signed',
      'For 300 minutes before board state 3 nothing was signed',
      '6 ballots came in within minutes of the close: they were on their way',
      expect.stringMatching(/^That no ballot names a person twice cannot be seen/),
      'Observer One has signed 5 states of the board',
      'Observer Two has signed 4 states of the board',
    ])
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
          yield Buffer.concat([files.get('freeze.json')!, files.get('heads.ndjson')!.subarray(0, 2000)])
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
    expect(failed).toEqual([{ name: 'roll-line', problems: ['your line was struck by correction 2'] }])
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

  // Shows verifier-16
  describe('a promise', () => {
    const archive = zipPackage(files)
    const [secret, choices] = [model.secrets[3]!, model.choices[3]!]
    const judged = async (file: string) => {
      const { checks, holds } = await verifyPackage(bufferSource(archive), readPromise(file))
      const { outcome, problems, notes } = checks.find(({ name }) => name === 'promise')!
      return { holds, outcome, said: [...problems, ...notes] }
    }
    const kept = promiseFile(model, { secret, choices })
    const withoutChoices = kept.split('\nPA 1:')[0]!

    test('that was kept is told so, with or without what was chosen', async () => {
      const expected = { holds: true, outcome: 'holds', said: ['Kept: the ballot is on the board as promised'] }
      expect(await judged(kept)).toEqual(expected)
      expect(await judged(withoutChoices)).toEqual(expected)
    })

    test('that was broken is named', async () => {
      const exchanged = choices.with(
        4,
        model.nominees.find(({ id, service }) => service === 'PN' && id !== choices[4])!.id,
      )
      expect(await judged(promiseFile(model, { secret, choices: exchanged }))).toEqual({
        holds: false,
        outcome: 'fails',
        said: ['1 of its 7 votes are not on the board'],
      })
      const never = promiseFile(model, { secret: new Random(5).bytes(16), choices })
      expect(await judged(never)).toMatchObject({ holds: false, said: ['7 of its 7 votes are not on the board'] })
    })

    test.each([
      [
        'signed by somebody else',
        promiseFile(model, { secret, choices, key: keyFrom(new Random(6)).privateKey }),
        /^The promise is false/,
      ],
      ['of another election', promiseFile(modelElection({ seed: 2 }), { secret, choices }), /another election/],
      [
        'about another ballot',
        kept.replace('TAS: blank', `TAS: ${model.nominees.find(({ service }) => service === 'TAS')!.name}`),
        /not about this ballot/,
      ],
      ['with an unknown name', kept.replace('TAS: blank', 'TAS: Somebody'), /“somebody” is nobody in TAS/],
      ['with a seat left out', kept.replace('TAS: blank', ''), /does not say what was chosen for TAS/],
      [
        'that nobody can judge without the choices',
        promiseFile(model, { secret: new Random(5).bytes(16), choices }).split('\nPA 1:')[0]!,
        /write below the receipt what you chose/,
      ],
    ])('%s shows nothing about the election', async (_, file, sentence) => {
      await expect(judged(file)).rejects.toThrow(sentence)
    })

    test('needs a receipt with one', () => {
      expect(() => readPromise('3HK8-FAGH-M390-ZRC7-ST53-925H-Y6EV')).toThrow('This is not a receipt with a promise')
      const beginning = (...bytes: number[]) =>
        kept.replace(/(?<=#)[\w-]+/, (digits) => {
          const rest = Buffer.from(digits, 'base64url').subarray(bytes.length)
          return Buffer.from([...bytes, ...rest]).toString('base64url')
        })
      expect(() => readPromise(beginning(1, 1))).toThrow('from a rehearsal')
      expect(() => readPromise(beginning(2))).toThrow('a newer version')
    })
  })

  // Shows verifier-17
  describe('heads that a rollback took back', () => {
    const collected = (...lines: (Buffer | string)[]) => ({
      collected: [
        {
          name: 'mine',
          chunks: async function* () {
            yield* lines.map((line) => Buffer.from(line as string))
          },
        },
      ],
    })
    const linesOf = (all: typeof files, name: string) => all.get(name)!.toString().split('\n').slice(0, -1)
    const lost = linesOf(files, 'heads.ndjson')[3]!
    const after = sealPackage(setBack(model))
    const rollback = linesOf(after, 'corrections.ndjson').at(-1)!

    test('are no contradiction, and neither is the rollback', async () => {
      const heads = files.get('heads.ndjson')!.toString().split('\n').slice(0, 4).join('\n')
      const evidence = collected(files.get('freeze.json')!, `${heads}\n`, `${rollback}\n`, after.get('heads.ndjson')!)
      expect(await notHolding(zipPackage(after), evidence)).toEqual(whole)
    })

    test('nor is one by a correction that was lost with them', async () => {
      const links = [...model.links, { at: '2025-03-29T07:00:00.000Z', reason: 'Lost with what came after it' }]
      const head = linesOf(sealPackage({ ...model, links }), 'heads.ndjson')[3]!
      expect(await notHolding(zipPackage(after), collected(`${head}\n`))).toEqual(whole)
    })

    test('but one that was signed after the rollback, or below what stays, is', async () => {
      const later = {
        ...setBack(model),
        links: model.links,
        minutes: setBack(model).minutes!.with(3, '2025-03-29T08:10:00.000Z'),
      }
      const late = linesOf(sealPackage(later), 'heads.ndjson')[3]!
      const low = linesOf(
        sealPackage(model, { heads: (all) => all.with(2, { ...all[2]!, ballots: 19 }) }),
        'heads.ndjson',
      )[2]!
      const { failed } = await notHolding(zipPackage(after), collected(`${lost}\n`, `${late}\n`, `${low}\n`))
      expect(failed).toEqual([
        {
          name: 'collected-heads',
          problems: [
            'line 2 of mine: another board state 3 was signed, with the same votes',
            'line 3 of mine: another board state 2 was signed, with the same votes',
          ],
        },
      ])
    })

    test('nor is a freeze record that was lost, and what was signed under it', async () => {
      const [line] = linesOf(files, 'freeze.json')
      const hash = sha256(`freeze/2\0${(JSON.parse(line!) as { statement: string }).statement}`).toString('hex')
      const anew = { at: '2025-03-29T00:01:00.000Z', by: 'Administrator One', reason: 'A flood', lost: [hash] }
      const frozenAt = '2025-03-29T00:02:00.000Z'
      const minutes = ['00:02', '02:30', '05:00', '07:30', '10:00'].map((time) => `2025-03-29T${time}:00.000Z`)
      const again = sealPackage(
        { ...model, minutes },
        { freeze: (freeze) => ({ ...freeze, frozenAt, rollback: anew }) },
      )
      const evidence = collected(files.get('freeze.json')!, `${linesOf(files, 'heads.ndjson')[0]}\n`)
      expect(await notHolding(zipPackage(again), evidence)).toEqual(whole)
    })
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
          'line 1 of other is another record made before voting',
          'line 7 of other: board state 5 was signed, with the same votes, but is not in the package',
        ],
      },
    ])
  })
})

// Shows verifier-15
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
    const promise = file(
      'ballot-receipt.txt',
      promiseFile(model, { secret: model.secrets[0]!, choices: model.choices[0]! }),
    )
    const args = ['--heads', heads, '--fingerprint', fingerprint, '--receipt', writeReceiptCode(model.secrets[0]!)]
    const honest = file('honest.zip', zipPackage(files))
    const { code, out } = await run(...args, '--promise', promise, '--roll-line', serial, salt, honest, '--details')
    expect(out.split('\n')[0]).toMatch(/^The result is right: .* were elected \(24 ballots for 7 seats\)\.$/)
    expect(out.slice(out.indexOf('\nDetails\n')).match(/\): holds$/gm)).toHaveLength(68)
    expect(out).toContain('all 68 checks hold')
    // Whoever does not ask for details is not told of leaves and heads.
    const forPeople = out.slice(0, out.indexOf('\nDetails\n')).replaceAll(/ \([a-z-]+\): holds$/gm, '')
    expect(forPeople).not.toMatch(/\b(head|leaf|leaves|root|nonce)s?\b/)
    expect(code).toBe(0)
  })

  test('says what does not hold and where, and ends with 1', async () => {
    const lines = files.get('leaves.csv')!.toString().split('\n')
    const bent = new Map(files).set('leaves.csv', Buffer.from(lines.toSpliced(5, 1).join('\n')))
    const { code, out } = await run(file('bent.zip', zipPackage(bent)))
    expect(out).toMatch(
      /^Something is wrong: votes were changed, added or removed after they were on the public board, and \d+ more things\.\n/,
    )
    expect(out).toContain('(head-roots): does not hold: the last head has 168 leaves, leaves.csv has 167')
    expect(code).toBe(1)
  })

  test.each([
    [[], /^I need one package/],
    [['missing.zip'], /^There is no file missing\.zip/],
    [['--frobnicate'], /^Unknown option/],
    [[tmpdir()], /is not a file\.$/m],
    [[import.meta.filename], /^This is not an audit package/],
    [['x.zip', '--receipt', 'ABC'], /A receipt code has 28 characters/],
    [['x.zip', '--promise', import.meta.filename], /This is not a receipt with a promise/],
    [['x.zip', '--fingerprint', 'ABC'], /A fingerprint has 64 digits/],
    [['x.zip', '--roll-line', 'O-1', 'ABC'], /A private code has 32 digits/],
  ])('%j ends with 2 and a sentence', async (args, sentence) => {
    const { code, out, error } = await run(...args)
    expect(error).toMatch(sentence)
    expect(error).not.toContain('    at ')
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })
})
