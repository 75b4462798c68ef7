/** How every script here runs, speaks and fails. Plain JavaScript for Node 20 without packages, like all of this folder: it installs them. */
import { spawn } from 'node:child_process'
import os from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { root } from './project.mjs'

/** A step that cannot go on: the sentence is all a person needs to see, the details are for whoever is to mend it. */
export class SetupFailed extends Error {
  /**
   * @param {string} sentence
   * @param {string} [details]
   * @param {ErrorOptions} [options]
   */
  constructor(sentence, details = '', options) {
    super(sentence, options)
    this.details = details
  }
}

/**
 * A command of which one line goes into the sentence: the first that tells of an error and is more than a heading.
 * @param {string} what
 * @param {string} output
 */
export function commandFailed(what, output) {
  const plain = stripVTControlCharacters(output).trim()
  const lines = plain.split('\n').map((line) => line.trim())
  const telling = lines.filter((line) => line && !line.endsWith(':'))
  const line = telling.find((one) => /error/i.test(one)) ?? telling[0] ?? 'it does not say why'
  // What is all in the sentence is not said twice.
  return new SetupFailed(`${what}: ${line.replace(/\.$/, '')}.`, plain === line ? '' : plain)
}

/**
 * Runs what a script is made of, and turns a failed step into one sentence and exit code 1.
 * @param {() => Promise<number>} steps returns the exit code
 */
export async function runScript(steps) {
  try {
    process.exitCode = await steps()
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    console.error([error.message, error.details].join('\n').trim())
    process.exitCode = 1
  }
}

/** @param {string} sentence */
export function say(sentence) {
  console.log(sentence)
}

/**
 * Runs a command in the project's folder and keeps what it says, to be shown only if it fails. It ends with this process.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    // Never without the child: left alone it would write on into a folder that the next start takes for its own.
    const endWithUs = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal)
      setTimeout(() => child.kill('SIGKILL'), 3000)
      child.once('exit', () => process.exit(128 + os.constants.signals[signal]))
    }
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    for (const signal of signals) process.on(signal, endWithUs)
    const finish = (/** @type {number} */ code) => {
      for (const signal of signals) process.off(signal, endWithUs)
      resolve({ code, output: output.trim() })
    }
    child.once('error', (error) => {
      output += error.message
      finish(1)
    })
    child.once('close', (code) => finish(code ?? 1))
  })
}
