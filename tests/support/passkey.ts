import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { TestSite } from './test-site.ts'
import type { Visitor } from './visitor.ts'

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

interface Wrong {
  origin?: string
  /** What the authenticator says of how it knows its owner; 5 is "present and verified". */
  flags?: number
  count?: number
}

/** A passkey as a phone has it, for one person on one site. It counts its uses. */
export function aPasskey({ deps }: Pick<TestSite, 'deps'>) {
  const { hostname, origin: ownOrigin } = new URL(deps.config.publicUrl)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const rpId = sha256(hostname)
  let count = 0

  const authData = (flags: number, uses: number, more: Uint8Array = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    return Buffer.concat([rpId, Buffer.from([flags]), counter, more])
  }
  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, origin = ownOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const named = { id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {} } as const

  function create(challenge: string, wrong: Wrong = {}) {
    const coordinate = (value: string) => Buffer.concat([Buffer.from('5820', 'hex'), Buffer.from(value, 'base64url')])
    // A key of the curve P-256 in the notation of COSE.
    const key = Buffer.concat([
      Buffer.from('a5010203262001', 'hex'),
      Buffer.from('21', 'hex'),
      coordinate(x),
      Buffer.from('22', 'hex'),
      coordinate(y),
    ])
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const data = authData(wrong.flags ?? 0x45, count, attested)
    // { fmt: 'none', attStmt: {}, authData }
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
    const attestationObject = base64(Buffer.concat([head, Buffer.from([data.length]), data]))
    const clientDataJSON = base64(clientData('webauthn.create', challenge, wrong.origin))
    return { ...named, response: { clientDataJSON, attestationObject, transports: ['internal'] } }
  }

  function prove(challenge: string, { origin, flags = 5, count: said }: Wrong = {}) {
    count = said ?? count + 1
    const data = authData(flags, count)
    const client = clientData('webauthn.get', challenge, origin)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
    return {
      ...named,
      response: {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
        userHandle: base64('nobody asks'),
      },
    }
  }

  return {
    prove,
    /** Added to the account of whoever is logged in. */
    async add(visitor: Visitor, password: string, { name = 'My phone', ...wrong }: Wrong & { name?: string } = {}) {
      const start = await visitor.json<{ challenge: string }>(
        visitor.post('/api/accounts/passkeys/start', { password }),
      )
      if (start.status !== 200) return start
      const response = create(start.challenge, wrong)
      return visitor.json(visitor.post('/api/accounts/passkeys', { name, response }))
    },
    async logIn(visitor: Visitor, wrong: Wrong = {}) {
      const { challenge } = await visitor.json<{ challenge: string }>(visitor.post('/api/accounts/passkey-login/start'))
      return visitor.json(visitor.post('/api/accounts/passkey-login', prove(challenge, wrong)))
    },
  }
}
