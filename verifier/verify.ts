import { createReadStream } from 'node:fs'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readEvidence, type CollectedFile, type Evidence } from './evidence.ts'
import { UnusableInput } from './problems.ts'
import { checkText, reportOf, type Report } from './report-text.ts'
import { verifyPackage, type CheckResult } from './verify-package.ts'
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

// A reader of only the first lines (`| head`) closes the pipe.
process.stdout.on('error', () => process.exit())

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof UnusableInput ? error.message : `The verifier itself failed (${String(error)}).`)
  return 2
})

async function main(args: string[]): Promise<number> {
  const { path, evidence, details } = await readArguments(args)
  const source = await openPackageFile(path)
  try {
    const verdict = await verifyPackage(source, evidence)
    const report = reportOf(verdict, evidence)
    printReport(report)
    if (details) printDetails(verdict.checks, report.technical)
    else console.log('\nEvery check, by name: the same with --details')
    return verdict.holds ? 0 : 1
  } finally {
    await source.close()
  }
}

function printReport({ headline, explanation, advice, own, others, summary, notes }: Report): void {
  console.log(`${headline}\n${explanation}`)
  if (advice) console.log(advice)
  const concerning = [...others.filter(({ outcome }) => outcome === 'fails'), ...own]
  if (concerning.length > 0) console.log('')
  for (const check of concerning) printCheck(check)
  if (summary.length > 0) console.log('')
  for (const { name, value } of summary) console.log(`${name}: ${value}`)
  if (notes.length > 0) console.log('\nWorth knowing:')
  for (const note of notes) console.log(`- ${note}.`)
}

function printDetails(checks: readonly CheckResult[], technical: Report['technical']): void {
  console.log('\nDetails')
  for (const check of checks) printCheck(check)
  for (const { name, value } of technical) console.log(`${name}: ${value}`)
}

function printCheck(check: CheckResult): void {
  console.log(`${check.sentence} (${check.name}): ${checkText(check)}`)
  for (const note of check.notes) console.log(`    ${note}`)
}

async function readArguments(args: string[]): Promise<{ path: string; evidence: Evidence; details: boolean }> {
  const { values, positionals } = parse(args)
  const wanted = values['roll-line'] === undefined ? 1 : 2
  const [path, salt] = values['roll-line'] === undefined ? [positionals[0]] : inOrder(args, positionals)
  if (path === undefined || positionals.length !== wanted) throw new UnusableInput(`I need one package.\n\n${usage}`)
  return {
    path,
    details: values.details,
    evidence: readEvidence(
      {
        fingerprint: values.fingerprint,
        receipt: values.receipt,
        promise: values.promise === undefined ? undefined : await readText(values.promise),
        serial: values['roll-line'],
        salt,
      },
      values.heads?.map(collectedFile) ?? [],
    ),
  }
}

/** The salt is the word after the serial number; the other word is the package. */
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
    throw new UnusableInput(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** A file on the disk, read in parts. */
async function openPackageFile(path: string): Promise<Source & { close: () => Promise<void> }> {
  const handle = await open(path).catch((error: unknown) => {
    throw cannotRead(path, error)
  })
  const status = await handle.stat()
  if (!status.isFile()) {
    await handle.close()
    throw new UnusableInput(`${path} is not a file.`)
  }
  return { size: status.size, read: (at, length) => readPart(handle, at, length), close: () => handle.close() }
}

async function readPart(handle: FileHandle, at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await handle.read(part, done, length - done, at + done)
    if (bytesRead === 0) throw new UnusableInput('The file became shorter while it was read.')
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

function cannotRead(path: string, error: unknown): UnusableInput {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT') return new UnusableInput(`There is no file ${path}.`)
  return new UnusableInput(`${path} cannot be read (${String(code)}).`)
}
