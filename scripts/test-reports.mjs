/** What the reports of the test runners tell: how many passed, how many failed, and which. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './setup/project.mjs'

/**
 * `notes` name what failed, as far as the report of the step tells, and what passed only when it was tried again.
 * @typedef {{ passed: number, failed: number, notes?: string[] }} Count
 */

/**
 * @typedef {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }} VitestFile
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} report
 * @returns {Count}
 */
export function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const notes = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const file = path.relative(root, name)
      return failed.length > 0 ? failed.map(({ fullName }) => `${file} > ${fullName}`) : [file]
    })
  return { passed: numPassedTests, failed: numFailedTests, notes }
}

/**
 * @typedef {{ attachments: { name: string, path?: string }[] }} Attempt
 * @typedef {{ title: string, file: string, tests: { status: string, results: Attempt[] }[] }} Story
 * @typedef {{ title: string, specs?: Story[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, errors: unknown[], suites: PlaywrightSuite[] }} report
 * @returns {Count}
 */
export function countPlaywright({ stats, errors, suites }) {
  const notes = suites
    .flatMap(storiesIn)
    .flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .flatMap(({ status, results }) => [
          `${status === 'flaky' ? 'passed only when tried again: ' : ''}${file} > ${title}`,
          ...pageAtFailure(results),
        ]),
    )
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, notes }
}

/** @type {(suite: PlaywrightSuite) => Story[]} */
const storiesIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(storiesIn)]

/**
 * What the page showed when the story failed first, for whoever has only the output of a run elsewhere.
 * @param {Attempt[]} attempts
 */
function pageAtFailure(attempts) {
  const context = attempts.flatMap(({ attachments }) => attachments).find(({ name }) => name === 'error-context')
  if (!context?.path || !fs.existsSync(context.path)) return []
  const [, snapshot] = /^```yaml\n(.*?)^```/ms.exec(fs.readFileSync(context.path, 'utf8')) ?? []
  return (snapshot ?? '').split('\n', 60).map((line) => `  ${line.slice(0, 160)}`)
}
