import { randomBytes } from 'node:crypto'
import { createBoardKey } from '#server/elections/board/board-key.ts'
import type { Signed } from '#shared/elections/board/statements.ts'
import type { Visitor } from './site.ts'

/** Somebody's browser with a key of its own, registered unless the site refuses it. */
export async function aWitness(visitor: Visitor, election: string) {
  const key = createBoardKey(randomBytes(32))
  const path = `/api/elections/${election}`
  const registered = await visitor.post<Signed & { code?: string }>(`${path}/board/witnesses`, { key: key.publicKey })
  const cosignature = (head: string): Signed =>
    key.sign({ type: 'cosignature/1', election, head, witness: key.publicKey })
  return {
    key,
    registered,
    cosignature,
    cosign: (head: string) => visitor.post(`${path}/board/cosignatures`, cosignature(head)),
    countersign(certificate: string, at: number, otherwise: { by?: string; role?: 'administrator' | 'observer' } = {}) {
      const { name: by, role } = JSON.parse(registered.statement ?? '{}')
      const content = { election, certificate, witness: key.publicKey, by, role, at: new Date(at).toISOString() }
      const signed = key.sign({ type: 'countersignature/1', ...content, ...otherwise })
      return visitor.post(`${path}/countersignatures`, signed)
    },
  }
}
