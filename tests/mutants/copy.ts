import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/config.ts'
import { copyProject, linkPackages } from '#tests/support/project-copy.ts'
import type { Mutant } from './mutant.ts'

/** A copy of the project in which one rule at a time is broken; the checkout itself is never touched. */
export interface Copy {
  folder: string
  /** What tests leave behind lies in the copy too, and goes with it. */
  scratch: string
  /** Breaks a rule. Returns how to mend it. */
  mutate(mutant: Mutant): () => void
}

export function copyOfProject(folder: string): Copy {
  copyProject(folder, sources())
  linkPackages(folder)
  const scratch = path.join(folder, 'scratch')
  fs.mkdirSync(scratch)
  const linkPages = () => {
    fs.rmSync(path.join(folder, 'dist'), { recursive: true, force: true })
    fs.symlinkSync(path.join(projectRoot, 'dist'), path.join(folder, 'dist'))
  }
  linkPages()

  return {
    folder,
    scratch,
    mutate({ file, from, to }) {
      const place = path.join(folder, file)
      const original = fs.readFileSync(place, 'utf8')
      if (original.split(from).length !== 2) throw new Error(`"${from}" is not exactly once in ${file}.`)
      // A function, because a text may hold `$&`, which would be filled in.
      fs.writeFileSync(
        place,
        original.replace(from, () => to),
      )
      return () => {
        fs.writeFileSync(place, original)
        linkPages()
      }
    },
  }
}

/** All but what is made or installed here. */
const sources = () =>
  fs
    .readdirSync(projectRoot)
    .filter((name) => !/^(\.git|\.setup|node_modules|dist|data|data-demo|shots|test-results)$|\.log$/.test(name))
