import { expect, test } from 'vitest'
import type { Signed } from '#shared/elections/board/statements.ts'
import { createBoardKey } from './board-key.ts'
import { readOwn } from './statements.ts'

const key = createBoardKey(Buffer.alloc(32, 1))
const content = { type: 'cancellation/1', election: 'e', at: 'now', by: 'A', reason: 'storm', head: null } as const
const signed = key.sign(content)

test.each<[string, Signed, string, boolean]>([
  ['what the site has signed', signed, 'e', true],
  ['what it signed about another election', signed, 'f', false],
  ['another text', { ...signed, statement: signed.statement.replace('storm', 'rain') }, 'e', false],
  ['half a signature', { ...signed, signature: signed.signature.slice(64) }, 'e', false],
  ['what another key has signed', createBoardKey(Buffer.alloc(32, 2)).sign(content), 'e', false],
])('read as our own: %s', (_what, statement, electionId, isOurs) => {
  expect(readOwn(key, electionId, 'cancellation/1', statement)?.content ?? null).toEqual(isOurs ? content : null)
})
