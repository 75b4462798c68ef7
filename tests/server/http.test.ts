import { request } from 'node:http'
import fc from 'fast-check'
import { generate } from 'otplib'
import { afterAll, describe, expect, test } from 'vitest'
import { createApi } from '#server/app.ts'
import { pageContents } from '#server/db/schema.ts'
import { errorStatus } from '#shared/errors.ts'
import { defaultSettings } from '#shared/settings.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
afterAll(() => site.stop())

describe('every answer', () => {
  const paths = ['/', '/login', '/no-such-page', '/api/site', '/api/nothing', '/healthz', '/admin', '/favicon.svg']

  test.each(paths)('%s has the security headers and a request id', async (path) => {
    for (let time = 0; time < 2; time++) {
      const { headers } = await site.visitor().get(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      // Only the players of linked videos, which are drawn when somebody presses play.
      const frames = 'frame-src https://www.youtube-nocookie.com https://www.facebook.com;'
      expect(policy).toContain(frames)
      expect(policy.replace(frames, '')).not.toMatch(/unsafe|\*|http/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-\w+$/)
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })

  test('over https every cookie of a login is bound to this host, in both steps', async () => {
    const secure = await testSite({ env: { PUBLIC_URL: 'https://example.org' } })
    try {
      const visitor = secure.visitor({ origin: 'https://example.org' })
      const lines: string[] = []
      const post = async (path: string, body: unknown) => {
        const response = await visitor.post(`/api/accounts/${path}`, body)
        expect(response.status, path).toBeLessThan(300)
        lines.push(...response.headers.getSetCookie())
        return response
      }
      const { serial, password } = await secure.aMember()
      await post('login', { login: serial, password })
      const started = await post('two-factor/start', { password, name: 'phone' })
      const code = (shift: number) => generate({ secret: started.secret, epoch: Math.floor(Date.now() / 1000) + shift })
      await post('two-factor/confirm', { code: await code(-30) })
      await post('logout', {})
      await post('login', { login: serial, password })
      await post('two-factor/challenge', { code: await code(0), kind: 'totp' })
      expect((await visitor.get('/api/accounts/me')).status).toBe(200)
      const names = new Set(lines.map((line) => line.split('=')[0]))
      expect(names).toContain('__Host-site.session_token')
      expect(names).toContain('__Host-site.two_factor')
      expect(names).toContain('__Host-site.device')
      for (const line of lines) {
        expect(line).toMatch(/^__Host-site\./)
        expect(line).toMatch(/; Path=\/(;|$)/)
        expect(line).toMatch(/; Secure(;|$)/)
        // But for the mark that scripts read, which opens nothing.
        if (!line.startsWith('__Host-site.signed_in=')) expect(line).toMatch(/; HttpOnly(;|$)/)
        expect(line).not.toMatch(/; Domain=/i)
      }
      // A cookie of the name before, or of a plain site, is none.
      const token = visitor.cookies.get('__Host-site.session_token') ?? ''
      const other = secure.visitor()
      for (const name of ['__Secure-site.session_token', 'site.session_token']) other.cookies.set(name, token)
      expect((await other.get('/api/accounts/me')).status).toBe(401)
    } finally {
      await secure.stop()
    }
  })

  test('asks for https only where the site has it', async () => {
    const secure = await testSite({ env: { PUBLIC_URL: 'https://example.org' } })
    try {
      const visitor = secure.visitor({ origin: 'https://example.org' })
      expect((await visitor.get('/')).headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
      const member = await secure.aMember()
      expect(await visitor.logIn(member.serial, member.password)).toMatchObject({ status: 200 })
      expect([...visitor.cookies.keys()].toSorted()).toEqual([
        '__Host-site.device',
        '__Host-site.session_token',
        '__Host-site.signed_in',
      ])
      expect((await visitor.get('/api/accounts/me')).status).toBe(200)
      // Reached by another name, it says where it is, to the visitor and in the log.
      expect(await visitor.post('/api/accounts/logout', {}, { origin: secure.url })).toMatchObject({
        status: 403,
        message:
          'This request did not come from this website. Please open the site at https://example.org and try again there.',
      })
      expect(secure.logged.join('')).toContain(`"publicUrl":"https://example.org","origin":"${secure.url}"`)
    } finally {
      await secure.stop()
    }
  })
})

describe('a change', () => {
  test.each([undefined, '', 'null', 'https://evil.example', 'http://127.0.0.1:1', 'javascript:alert(1)'])(
    'from origin %s is refused',
    async (origin) => {
      const visitor = await site.asMember()
      const headers = new Headers({ cookie: visitor.cookie, 'content-type': 'application/json' })
      if (origin !== undefined) headers.set('origin', origin)
      const response = await fetch(`${site.url}/api/accounts/password`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ password: 'hijacked!', confirm: 'hijacked!' }),
      })
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, 'wrong-origin'])
      expect(await site.visitor().logIn(visitor.serial, visitor.password)).toMatchObject({ status: 200 })
    },
  )
})

describe('public pages', () => {
  // Shows public-01, public-05, content-18
  test('home is complete in its first HTML, from the database', async () => {
    await site.untilHeard(() => site.db.delete(pageContents))
    await site.saveSettings(defaultSettings)
    await site.aLink({ section: 'Events', title: 'General assembly <b>Quezon</b> City' })
    const html = (await site.visitor().get('/')).text
    expect(html).toMatch(/^<!doctype html>/i)
    expect(html).toMatch(/<title>[^<]*ARRAPI[^<]*<\/title>/)
    for (const tag of ['name="description"', 'property="og:title"', 'property="og:description"', 'property="og:image"'])
      expect(html).toContain(tag)
    expect(html.slice(0, html.indexOf('<script type="application/json"'))).toContain(
      'Welcome to the home of reservists',
    )
    expect(html).toContain('General assembly &lt;b&gt;Quezon&lt;/b&gt; City')
    expect(html).not.toMatch(/<script(?![^>]*(src=|application\/(ld\+)?json))/)
    expect(html).not.toMatch(/\sstyle="|\son\w+="/)
  })

  // Shows public-02
  test('an edit is seen on the next load, by every visitor', async () => {
    const visitor = site.visitor()
    const before = await visitor.get('/')
    const content = { title: 'A new day', content: 'Welcome back.' }
    await site.untilHeard(() =>
      site.db
        .insert(pageContents)
        .values({ page: 'home', content })
        .onConflictDoUpdate({ target: pageContents.page, set: { content } }),
    )
    const after = await visitor.get('/')
    expect(after.text).toContain('A new day')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  test('are sent once: unchanged ones answer 304, compressed ones are smaller', async () => {
    const visitor = site.visitor()
    const first = await visitor.get('/')
    const etag = first.headers.get('etag')!
    expect((await visitor.get('/', { 'if-none-match': etag })).status).toBe(304)
    expect((await visitor.get('/?utm_source=x', { 'if-none-match': etag })).status).toBe(304)
    for (const encoding of ['br', 'gzip']) {
      const response = await visitor.get('/', { 'accept-encoding': encoding })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(Number(response.headers.get('content-length'))).toBeLessThan(20_000)
      expect(response.text).toContain('</html>')
    }
  })

  test('unknown addresses answer 404 with a page, or with JSON under /api', async () => {
    const page = await site.visitor().get('/no-such-page')
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.text).toContain('</html>')
    const api = await site.visitor().get('/api/nothing')
    expect(api).toMatchObject({ status: 404, code: 'not-found' })
    expect(api.headers.get('content-type')).toBe('application/json')
    for (const trick of [
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/.vite/manifest.json',
      '//etc/passwd',
      '/%00',
      '/%zz',
    ])
      expect((await rawGet(trick)).status, trick).toBe(404)
  })

  // Shows content-26
  test('settings of the association reach the pages', async () => {
    await site.saveSettings({ shortName: 'RESERVE', contactPhone: '+63 2 8123 4567' })
    const html = (await site.visitor().get('/')).text
    expect(html).toContain('RESERVE')
    expect(html).toContain('+63 2 8123 4567')
  })
})

/** Without the tidying that fetch does to an address. */
function rawGet(path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}

describe('the watchman’s addresses', () => {
  test('healthz, readyz and metrics', async () => {
    const visitor = site.visitor()
    expect((await visitor.get('/healthz')).text).toBe('ok')
    expect((await visitor.get('/readyz')).text).toBe('ready')
    expect((await visitor.get('/metrics')).text).toMatch(
      /http_request_seconds_count\{[^}]*route="\/api\/site"|cached_pages_total \d/,
    )
    expect((await visitor.get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
  })
})

// Shows operations-01
test('bad input anywhere gets a clear error with the right status', async () => {
  const admin = await site.asAdmin()
  const routes = createApi(site).routes.filter(({ method }) => method === 'POST')
  const paths = [...new Set(routes.map(({ path }) => path))].filter((path) => !path.endsWith('/logout'))
  const anything = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.jsonValue().map((value) =>
      JSON.stringify({
        login: value,
        password: value,
        code: value,
        kind: value,
        token: value,
        confirm: value,
        name: value,
      }),
    ),
  )
  const id = fc.oneof(fc.uuid(), fc.webPath(), fc.string().map(encodeURIComponent))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), anything, id, async (path, body, someId) => {
      const response = await admin.post(path.replace(':id', someId || 'x'), body)
      const answer = response.text
      expect(response.status, `${path} ${body} ${answer}`).toBeLessThan(500)
      if (response.status < 400) return
      const { code, message } = JSON.parse(answer) as { code: keyof typeof errorStatus; message: string }
      expect(errorStatus[code]).toBe(response.status)
      expect(message).toMatch(/\w/)
      expect(answer).not.toMatch(/\n\s+at |node_modules|postgres/i)
    }),
    { numRuns: 300 },
  )
}, 60_000)

test('a form of 64 KB is read, one byte more is not', async () => {
  const ofBytes = (bytes: number) => JSON.stringify({ login: '', password: '' }).padEnd(bytes)
  const send = (bytes: number) => site.visitor().post('/api/accounts/login', ofBytes(bytes))
  expect((await send(65_536)).status).toBe(400)
  expect((await send(65_537)).status).toBe(413)
})

test('nothing personal is logged', async () => {
  const visitor = await site.asMember({ militarySerial: 'SECRET-SERIAL-9', email: 'private.person@example.org' })
  await visitor.get(`/api/members/${visitor.id}?q=private.person@example.org`)
  await visitor.post('/api/accounts/forgot', { login: 'private.person@example.org' })
  site.log.error(
    {
      err: Object.assign(new Error('duplicate key (email)=(private.person@example.org)'), {
        code: '23505',
        detail: 'SECRET-SERIAL-9',
      }),
      email: visitor.email,
      user: { birthday: '1964-10-05' },
    },
    'x',
  )
  const everything = site.logged.join('\n')
  expect(everything).toContain('/api/members/:id')
  expect(everything).not.toMatch(/SECRET-SERIAL-9|private\.person|1964|05Oct/i)
  expect(everything).not.toContain(visitor.id)
})
