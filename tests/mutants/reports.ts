import { isMeant, type NamedTest } from './named-test.ts'

/** One test of a report. */
export interface Ran {
  /** Its groups, from the outermost, and its title. */
  titles: string[]
  status: 'passed' | 'failed' | 'not run'
  errors: string[]
}

interface VitestReport {
  testResults: {
    /** Why a whole file failed, for example because it does not load. */
    message?: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] }[]
  }[]
}

export function ranInVitest({ testResults }: VitestReport): Ran[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      titles: [...ancestorTitles.filter(Boolean), title],
      status: status === 'passed' || status === 'failed' ? status : 'not run',
      errors: failureMessages,
    })),
  )
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { results: { status: string; errors: { message?: string }[] }[] }[] }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
}

/** The outermost suites are the files. */
export const ranInPlaywright = ({ suites }: PlaywrightReport): Ran[] => suites.flatMap((file) => ranIn(file, []))

function ranIn({ specs = [], suites = [] }: PlaywrightSuite, groups: string[]): Ran[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ status, errors }): Ran => ({
        titles: [...groups, title],
        status: status === 'passed' ? 'passed' : ['failed', 'timedOut'].includes(status) ? 'failed' : 'not run',
        errors: errors.map(({ message = '' }) => message),
      })),
    ),
  )
  return [...own, ...suites.flatMap((group) => ranIn(group, [...groups, group.title]))]
}

export type Outcome = { is: 'passed' | 'failed' } | { is: 'broken'; why: string }

/** What an expectation says that was not met or was waited for in vain, at the head of a line: Playwright quotes the code. */
const expectation =
  /^(?:AssertionError|TimeoutError|Test timeout of|(?:Error: )?(?:expect(?:\.\w+)?\(|expected .* to (?:match|equal|be|have|contain) |promise re|Property failed|Test timed out))/m

/**
 * What became of the test that was meant. It failed only if it ran to an expectation that was not met: code that does not
 * load, or a test that stumbles over something else, proves nothing.
 */
export function outcomeOf(meant: NamedTest, all: readonly Ran[]): Outcome {
  const ran = all.filter(({ titles, status }) => isMeant(meant, titles) && status !== 'not run')
  if (ran.length === 0) return { is: 'broken', why: 'the test did not run' }
  const errors = ran.filter(({ status }) => status === 'failed').flatMap((one) => one.errors)
  if (ran.every(({ status }) => status === 'passed')) return { is: 'passed' }
  if (errors.some((error) => expectation.test(plain(error)))) return { is: 'failed' }
  return { is: 'broken', why: plain(errors[0] ?? 'the test failed without a reason') }
}

/** Without the colours of a terminal. */
const plain = (text: string) => text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
