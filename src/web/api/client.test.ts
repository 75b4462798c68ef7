import { expect, test } from 'vitest'
import { createApiClient, type ApiClient } from './client.ts'

/** What goes out for a call. */
async function sentBy(call: (api: ApiClient) => Promise<unknown>) {
  const sent: { url: string; init: RequestInit | undefined }[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    sent.push({ url: String(url), init })
    return new Response('{}')
  }
  await call(createApiClient('http://site.test/', fetch))
  return sent[0]
}

test('a call goes to the address its names spell, with what is put into it', async () => {
  expect(await sentBy((api) => api.members[':id'].$get({ param: { id: 'a/b?c' } }))).toEqual({
    url: 'http://site.test/api/members/a%2Fb%3Fc',
    init: { method: 'GET' },
  })
  expect(
    await sentBy((api) =>
      api.members.$get({ query: { approved: 'true', returned: 'false', page: '2', searchQuery: 'dela & co' } }),
    ),
  ).toMatchObject({ url: 'http://site.test/api/members?approved=true&returned=false&page=2&searchQuery=dela+%26+co' })
})

test('what is sent goes as JSON, and can be given up', async () => {
  const { signal } = new AbortController()
  const json = { login: 'A-1', password: 'p' }
  expect(await sentBy((api) => api.accounts.login.$post({ json }, { init: { signal } }))).toEqual({
    url: 'http://site.test/api/accounts/login',
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json), signal },
  })
})

test('a client may be awaited like any value', async () => {
  const api = createApiClient('http://site.test')
  expect(await Promise.resolve(api)).toBe(api)
})
