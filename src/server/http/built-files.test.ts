import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { verifierRoutes } from './built-files.ts'
import { errorResponse } from './errors.ts'

const folder = await mkdtemp(join(tmpdir(), 'verifier-'))
afterAll(() => rm(folder, { recursive: true }))

test('the verifier runs its own scripts and no others, reaches nothing, and is there once its file is', async () => {
  const file = join(folder, 'verifier.html')
  const app = verifierRoutes(file).onError((error, c) => errorResponse(error, c, { error() {} } as never))
  expect((await app.request('/verifier.html')).status).toBe(404)
  await writeFile(file, '<style>p{}</style><script type="module">alert(1)</script><p>Hello</p>')
  const response = await app.request('/verifier.html')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('<p>Hello</p>')
  const policy = response.headers.get('content-security-policy')
  // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
  expect(policy).toContain("script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='")
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('connect-src')
  const etag = response.headers.get('etag') ?? ''
  expect((await app.request('/verifier.html', { headers: { 'if-none-match': etag } })).status).toBe(304)
})
