/** A test as lists name it: `path › title` or `path › group › title`, the titles as they are written in the file. */
export interface NamedTest {
  path: string
  titles: string[]
}

export function namedTest(name: string): NamedTest {
  const [path = '', ...titles] = name.split(' › ')
  return { path, titles }
}

export const isStory = ({ path }: NamedTest): boolean => path.endsWith('.spec.ts')

/** Whether a test that ran, named by its groups and its title, is the one meant. */
export const isMeant = ({ titles }: NamedTest, ran: readonly string[]): boolean =>
  ran.length >= titles.length &&
  titles.every((title, place) => filledIn(title).test(ran[ran.length - titles.length + place] ?? ''))

/** For Vitest's `-t`, which looks at `group > title`, and for Playwright's `-g`, which looks at `group title`. */
export const patternOf = ({ titles }: NamedTest): string => `${titles.map(sourceOf).join(' (?:> )?')}$`

const filledIn = (title: string) => new RegExp(`^${sourceOf(title)}$`)

/** The title of a table of cases has places that each case fills in. */
const place = /%[sdifjoO#$]|\$\{[^}]+\}|\$[\w.]+/g
const sourceOf = (title: string) => title.split(place).map(RegExp.escape).join('.*')
