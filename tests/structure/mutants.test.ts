import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverRules } from '#tests/mutants/server-rules.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

test.each(serverRules)('the mutant "$rule" can be made, and names a test', ({ file, find, test: path, title }) => {
  expect([...read(file).matchAll(new RegExp(find, 'g'))]).toHaveLength(1)
  expect(existsSync(path) && read(path).includes(title)).toBe(true)
})
