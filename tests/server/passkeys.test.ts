import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auditLog, passkeys, users } from '#server/db/schema.ts'
import { emailsTo } from '#tests/support/emails.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, type TestSite, type Visitor } from '#tests/support/site.ts'

const site = await testSite()
afterAll(() => site.stop())

const isIn = async (visitor: Visitor) => (await visitor.get('/api/accounts/me')).status === 200

async function withPasskey(person: Someone) {
  const visitor = await site.signedIn(person)
  const passkey = aPasskey(site)
  expect(await passkey.add(visitor, person.password)).toMatchObject({ status: 201 })
  return { person, visitor, passkey }
}

describe('a passkey', () => {
  test('logs in whoever has one: member and administrator, also past two-step login', async () => {
    for (const person of [await site.aMember(), await site.anAdmin()]) {
      const { passkey } = await withPasskey(person)
      await site.update(users, { id: person.id }, { twoFactorEnabled: true })
      const visitor = site.visitor({ 'user-agent': 'Mozilla/5.0 (Linux; Android 10) Chrome/140.0 Safari/537.36' })
      expect(await passkey.logIn(visitor)).toMatchObject({ status: 200, next: '/redirect' })
      expect(await visitor.get('/api/accounts/me')).toMatchObject({ id: person.id })
      expect(await visitor.get('/api/accounts/devices')).toMatchObject({
        0: { device: 'Chrome on Android', isThis: true },
      })
    }
  })

  test('opens nobody else’s account, whatever the database says whose it is', async () => {
    const { person, passkey } = await withPasskey(await site.aMember())
    const victim = await site.aMember()
    await site.update(passkeys, { userId: person.id }, { userId: victim.id })
    expect(await passkey.logIn(site.visitor())).toMatchObject({ status: 401, code: 'passkey-unknown' })
  })

  test('is listed with its name and when it was made and used, and told by email and in the log', async () => {
    const { person, visitor, passkey } = await withPasskey(await site.aMember())
    await passkey.logIn(site.visitor())
    const list = await visitor.get<Record<number, { id: string }>>('/api/accounts/passkeys')
    const when = expect.any(Number)
    expect(list[0]).toEqual({ id: expect.any(String), name: 'My phone', madeAt: when, usedAt: when })

    const remove = (password: string) => visitor.post(`/api/accounts/passkeys/${list[0]!.id}/remove`, { password })
    expect(await remove('not it')).toMatchObject({ status: 401, code: 'wrong-credentials' })
    expect(await remove(person.password)).toMatchObject({ status: 200 })
    expect(await remove(person.password)).toMatchObject({ status: 404 })
    expect(await passkey.logIn(site.visitor())).toMatchObject({ status: 401, code: 'passkey-unknown' })
    const log = await site.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subject, person.id))
    expect(log.map(({ action }) => action)).toEqual(['passkey added', 'passkey removed'])
    const told = async () =>
      (await emailsTo(site.dataDir, person.email)).map((message) => /Subject: .*a passkey was (\w+)/.exec(message)?.[1])
    await expect.poll(told, { timeout: 20_000 }).toEqual(['added', 'removed'])
  })

  test('of somebody else is not theirs to remove', async () => {
    const { person } = await withPasskey(await site.aMember())
    const [{ id } = { id: '' }] = await site.db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(eq(passkeys.userId, person.id))
    const visitor = await site.asMember()
    const answer = await visitor.post(`/api/accounts/passkeys/${id}/remove`, { password: visitor.password })
    expect(answer.status).toBe(404)
  })

  test('is added only with the password, from this site, by an owner it knows', async () => {
    const visitor = await site.asMember()
    expect(await aPasskey(site).add(visitor, 'not it')).toMatchObject({ status: 401, code: 'wrong-credentials' })
    for (const wrong of [{ origin: 'https://elsewhere.example' }, { flags: 0x41 }])
      expect(await aPasskey(site).add(visitor, visitor.password, wrong)).toMatchObject({ code: 'passkey-not-added' })
    expect(await visitor.get('/api/accounts/passkeys')).toEqual({ status: 200 })
  })

  test('is refused from another site, without its owner, and when another device has used a copy of it', async () => {
    const { passkey } = await withPasskey(await site.aMember())
    for (const wrong of [{ origin: 'https://elsewhere.example' }, { flags: 1 }]) {
      const visitor = site.visitor()
      expect(await passkey.logIn(visitor, wrong)).toMatchObject({ status: 401, code: 'passkey-unknown' })
      expect(await isIn(visitor)).toBe(false)
    }
    expect(await passkey.logIn(site.visitor(), { count: 10 })).toMatchObject({ status: 200 })
    expect(await passkey.logIn(site.visitor(), { count: 9 })).toMatchObject({ code: 'passkey-unknown' })
  })

  test('answers a challenge of this site, once and soon', async () => {
    const { passkey } = await withPasskey(await site.aMember())
    const visitor = site.visitor()
    const { challenge } = await visitor.post<{ challenge: string }>('/api/accounts/passkey-login/start')
    const answers = [1, 2, 3].map(() => passkey.prove(challenge))
    const statuses = []
    for (const answer of answers)
      statuses.push((await site.visitor().post('/api/accounts/passkey-login', answer)).status)
    expect(statuses).toEqual([200, 401, 401])
    const invented = passkey.prove(Buffer.from('made up').toString('base64url'))
    expect((await site.visitor().post('/api/accounts/passkey-login', invented)).status).toBe(401)
    const late = await visitor.post<{ challenge: string }>('/api/accounts/passkey-login/start')
    await site.pool.query(`update verifications set expires_at = now() - interval '1 second'`)
    const answer = await site.visitor().post('/api/accounts/passkey-login', passkey.prove(late.challenge))
    expect(answer.status).toBe(401)
  })

  // Shows login-11
  test('lets in nobody who waits for approval, nor who was withdrawn', async () => {
    for (const [values, code] of [
      [{ approved: false, idNumber: null }, 'account-pending'],
      [{ withdrawnAt: Date.now() }, 'membership-withdrawn'],
    ] as const) {
      const { person, passkey } = await withPasskey(await site.aMember())
      await site.update(users, { id: person.id }, values)
      const visitor = site.visitor()
      expect(await passkey.logIn(visitor)).toMatchObject({ code })
      expect(await isIn(visitor)).toBe(false)
    }
  })
})

test('a device that is logged in can be logged out from another, or all others at once', async () => {
  const member = await site.aMember()
  const [here, ...others] = await Promise.all([1, 2, 3].map(() => site.signedIn(member)))
  const list = await here!.get<Record<number, { id: string; isThis: boolean }>>('/api/accounts/devices')
  const devices = [0, 1, 2].map((n) => list[n]!)
  expect(devices.filter(({ isThis }) => isThis)).toHaveLength(1)
  const stranger = await site.asMember()
  const [one] = devices.filter(({ isThis }) => !isThis)
  await stranger.delete(`/api/accounts/devices/${one!.id}`)
  expect(await Promise.all(others.map(isIn))).toEqual([true, true])
  await here!.delete(`/api/accounts/devices/${one!.id}`)
  expect((await Promise.all(others.map(isIn))).toSorted()).toEqual([false, true])
  await here!.delete('/api/accounts/devices')
  expect(await Promise.all(others.map(isIn))).toEqual([false, false])
  expect(await isIn(here!)).toBe(true)
})

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

interface Wrong {
  origin?: string
  /** What the authenticator says of how it knows its owner; 5 is "present and verified". */
  flags?: number
  count?: number
}

/** A passkey as a phone has it, for one person on one site. It counts its uses. */
function aPasskey({ deps }: Pick<TestSite, 'deps'>) {
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
      const start = await visitor.post<{ challenge: string }>('/api/accounts/passkeys/start', { password })
      if (start.status !== 200) return start
      const response = create(start.challenge, wrong)
      return visitor.post('/api/accounts/passkeys', { name, response })
    },
    async logIn(visitor: Visitor, wrong: Wrong = {}) {
      const { challenge } = await visitor.post<{ challenge: string }>('/api/accounts/passkey-login/start')
      return visitor.post('/api/accounts/passkey-login', prove(challenge, wrong))
    },
  }
}
