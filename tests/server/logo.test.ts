import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { uploads } from '#server/db/schema.ts'
import { defaultSettings } from '#shared/settings.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const site = await testSite()
const admin = await site.asAdmin()
const member = await site.aMember()
const own = await site.signedIn(member)
afterAll(() => site.stop())
beforeEach(() => site.pool.query('delete from settings'))

/** A red disc without a ground. */
const disc = (width = 400, height = 400) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><ellipse cx="${width / 2}" cy="${height / 2}" rx="${width / 2}" ry="${height / 2}" fill="#d01020"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

const send = (bytes: Buffer, by: Visitor = admin) =>
  by.put<{ id?: string }>('/api/logos', bytes, { 'content-type': 'image/png' })

async function save(logo: string) {
  const { version } = await admin.get<{ version: number }>('/api/settings')
  return admin.put('/api/settings', { settings: { ...defaultSettings, logo }, version })
}

async function aLogo(bytes?: Buffer): Promise<string> {
  const { id = '' } = await send(bytes ?? (await disc()))
  expect((await save(id)).status).toBe(200)
  // The site hears of it a moment later.
  await expect.poll(logoOfSite).toBe(id)
  return id
}

const logoOfSite = async () => (await site.visitor().get<{ logo: string }>('/api/site')).logo
const isRed = ([r = 0, g = 0, b = 0]: Uint8Array | number[]) => r > 150 && g < 80 && b < 80
const frontOf = async () => (await own.get(`/api/members/${member.id}/card/front.png`)).bytes
/** Where the emblem stands on the card. */
const markOnCard = async () =>
  sharp(await frontOf())
    .extract({ left: 75, top: 70, width: 4, height: 4 })
    .removeAlpha()
    .raw()
    .toBuffer()

describe('the logo of the association', () => {
  test('stands in place of the emblem on pages, icons, shared links and cards', async () => {
    expect([await logoOfSite(), isRed(await markOnCard())]).toEqual(['', false])
    const before = await frontOf()
    const id = await aLogo()

    const visitor = site.visitor()
    for (const [file, format, width, height] of [
      ['logo.webp', 'webp', 192, 224],
      ['icon-192.png', 'png', 192, 192],
      ['icon-maskable-512.png', 'png', 512, 512],
      ['apple-touch-icon.png', 'png', 180, 180],
      ['preview.png', 'png', 1200, 630],
    ] as const) {
      const { status, headers, bytes } = await visitor.get(`/logo/${id}/${file}`)
      expect([status, headers.get('content-type')]).toEqual([200, `image/${format}`])
      expect(headers.get('cache-control')).toContain('immutable')
      expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height })
    }
    const { icons } = JSON.parse((await visitor.get('/manifest.webmanifest')).text)
    expect(icons[0].src).toBe(`/logo/${id}/icon-192.png`)
    const { text } = await visitor.get('/')
    expect(text).toContain(`<link rel="icon" href="/logo/${id}/icon-192.png"/>`)
    expect(text).toContain(`src="/logo/${id}/logo.webp"`)
    expect(text).toMatch(new RegExp(`og:image" content="[^"]*/logo/${id}/preview.png"`))

    expect(isRed(await markOnCard())).toBe(true)
    expect((await frontOf()).equals(before)).toBe(false)
  })

  test('is small, whatever was sent, and has nothing of the file but its pixels', async () => {
    const large = await sharp(await disc(3000, 1500))
      .withExif({ IFD0: { Copyright: 'SECRET' } })
      .png()
      .toBuffer()
    const id = await aLogo(large)
    const [row] = await site.rowsOf(uploads, { id })
    const stored = await buffer((await site.storage.open(row?.path ?? ''))!.stream)
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'png', width: 1024, height: 512, hasAlpha: true })
    expect(stored.includes('SECRET')).toBe(false)
    expect((await site.visitor().get(`/logo/${id}/logo.webp`)).bytes.length).toBeLessThan(12_000)
  })

  test('gives way to the next, and to the built-in one, and its file goes', async () => {
    const first = await aLogo()
    const second = await aLogo(await disc(300, 300))
    expect((await site.visitor().get(`/logo/${first}/logo.webp`)).status).toBe(404)
    expect((await site.visitor().get(`/api/files/${first}`)).status).toBe(404)
    expect((await save(first)).status).toBe(404)
    expect((await save('')).status).toBe(200)
    expect((await site.visitor().get(`/logo/${second}/logo.webp`)).status).toBe(404)
    expect((await site.visitor().get('/')).text).toContain('<link rel="icon" href="/favicon.svg"/>')
    expect(isRed(await markOnCard())).toBe(false)
  })

  test.each<[string, Buffer | Promise<Buffer>, string]>([
    ['a text', Buffer.from('not a picture'), 'picture-not-a-picture'],
    [
      'a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'picture-not-a-picture',
    ],
    ['a picture that is too small', disc(191, 400), 'logo-too-small'],
  ])('is not %s', async (_what, bytes, code) => {
    expect(await send(await bytes)).toMatchObject({ code })
  })

  test('is what the administrator sent for it, and nothing else', async () => {
    const other = await site.asAdmin()
    const { id: theirs = '' } = await send(await disc(), other)
    const { avifId, webpId } = await admin.put<{ avifId: string; webpId: string }>('/api/leader-photos', await disc(), {
      'content-type': 'image/png',
    })
    for (const id of [theirs, avifId, webpId, '00000000-0000-4000-8000-000000000000'])
      expect((await save(id)).status).toBe(404)
    expect((await save('javascript:1')).status).toBe(400)
    expect(await logoOfSite()).toBe('')
  })

  test('that is lost is replaced by the built-in one on a card, and somebody hears of it', async () => {
    const id = await aLogo()
    const [row] = await site.rowsOf(uploads, { id })
    await site.storage.remove(row?.path ?? '')
    expect(isRed(await markOnCard())).toBe(false)
    expect(site.logged.some((line) => line.includes('the logo is missing or damaged'))).toBe(true)
  })
})
