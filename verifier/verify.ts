import { createReadStream } from 'node:fs'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  readFingerprint,
  readPromise,
  readReceipt,
  readRollLine,
  type CollectedFile,
  type Evidence,
} from './evidence.ts'
import { Unusable } from './problems.ts'
import {
  adviceOnFingerprint,
  checkText,
  explanation,
  headline,
  summary,
  technicalSummary,
  worthKnowing,
} from './report-text.ts'
import { verifyPackage, type CheckResult, type Verdict } from './verify-package.ts'
import type { Source } from './zip.ts'

/** `node verify.ts PACKAGE.zip`: exits with 0 if everything holds, 1 if something does not, 2 if nothing can be said. */

const usage = `How to use it:

  node verify.ts PACKAGE.zip [more]

  --heads FILE              heads collected with collect.ts; may be given several times
  --fingerprint HEX         of the key, as you noted it before voting began
  --receipt CODE            is the ballot of this receipt counted? This shows what it says.
  --promise FILE            did the site keep the promise of this saved receipt?
  --roll-line SERIAL SALT   is this member on the roll, and recorded as having voted?
  --details                 every check, by name`

// Whoever reads only the first lines (`| head`) closes the pipe.
process.stdout.on('error', () => process.exit())

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Unusable ? error.message : `The verifier itself failed (${String(error)}).`)
  return 2
})

async function main(args: string[]): Promise<number> {
  const { path, evidence, details } = await readArguments(args)
  const source = await openFile(path)
  try {
    const verdict = await verifyPackage(source, evidence)
    report(verdict, evidence)
    if (details) reportDetails(verdict)
    else console.log('\nEvery check, by name: the same with --details')
    return verdict.holds ? 0 : 1
  } finally {
    await source.close()
  }
}

function report(verdict: Verdict, evidence: Evidence): void {
  console.log(`${headline(verdict)}\n${explanation(verdict)}`)
  if (verdict.holds && evidence.fingerprint === undefined) console.log(adviceOnFingerprint)
  const concerning = verdict.checks.filter(({ isOwn, outcome }) => isOwn || outcome === 'fails')
  if (concerning.length > 0) console.log('')
  for (const check of concerning) reportCheck(check)
  const facts = summary(verdict)
  if (facts.length > 0) console.log('')
  for (const { name, value } of facts) console.log(`${name}: ${value}`)
  const notes = worthKnowing(verdict)
  if (notes.length > 0) console.log('\nWorth knowing:')
  for (const note of notes) console.log(`- ${note}.`)
}

function reportDetails(verdict: Verdict): void {
  console.log('\nDetails')
  for (const check of verdict.checks) reportCheck(check)
  for (const { name, value } of technicalSummary(verdict)) console.log(`${name}: ${value}`)
}

function reportCheck(check: CheckResult): void {
  console.log(`${check.sentence} (${check.name}): ${checkText(check)}`)
  for (const note of check.notes) console.log(`    ${note}`)
}

async function readArguments(args: string[]): Promise<{ path: string; evidence: Evidence; details: boolean }> {
  const { values, positionals } = parse(args)
  const wanted = values['roll-line'] === undefined ? 1 : 2
  const [path, salt] = values['roll-line'] === undefined ? [positionals[0]] : inOrder(args, positionals)
  if (path === undefined || positionals.length !== wanted) throw new Unusable(`I need one package.\n\n${usage}`)
  return {
    path,
    details: values.details,
    evidence: {
      ...(values.heads && { collected: values.heads.map(collectedFile) }),
      ...(values.fingerprint !== undefined && readFingerprint(values.fingerprint)),
      ...(values.receipt !== undefined && readReceipt(values.receipt)),
      ...(values.promise !== undefined && readPromise(await readText(values.promise))),
      ...(values['roll-line'] !== undefined && readRollLine(values['roll-line'], salt ?? '')),
    },
  }
}

/** The salt is the word after the serial number; the package is the other. */
function inOrder(args: string[], [first, second]: string[]): (string | undefined)[] {
  const salt = args[args.indexOf('--roll-line') + 2]
  return salt === first ? [second, first] : [first, second]
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        heads: { type: 'string', multiple: true },
        fingerprint: { type: 'string' },
        receipt: { type: 'string' },
        promise: { type: 'string' },
        'roll-line': { type: 'string' },
        details: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new Unusable(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** A file on the disk, read in parts. */
async function openFile(path: string): Promise<Source & { close: () => Promise<void> }> {
  const handle = await open(path).catch((error: unknown) => {
    throw cannotRead(path, error)
  })
  const status = await handle.stat()
  if (!status.isFile()) {
    await handle.close()
    throw new Unusable(`${path} is not a file.`)
  }
  return { size: status.size, read: (at, length) => readPart(handle, at, length), close: () => handle.close() }
}

async function readPart(handle: FileHandle, at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await handle.read(part, done, length - done, at + done)
    if (bytesRead === 0) throw new Unusable('The file became shorter while it was read.')
    done += bytesRead
  }
  return part
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw cannotRead(path, error)
  })
}

function collectedFile(path: string): CollectedFile {
  async function* chunks() {
    try {
      yield* createReadStream(path)
    } catch (error) {
      throw cannotRead(path, error)
    }
  }
  return { name: path, chunks }
}

function cannotRead(path: string, error: unknown): Unusable {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT') return new Unusable(`There is no file ${path}.`)
  return new Unusable(`${path} cannot be read (${String(code)}).`)
}
