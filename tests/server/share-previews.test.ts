import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { pages, isListed } from '#shared/pages.ts'
import { defaultSettings } from '#shared/settings.ts'
import { testSite } from '#tests/support/site.ts'

const publicUrl = 'https://reserve.example.ph'
const site = await testSite({ env: { PUBLIC_URL: publicUrl } })
afterAll(() => site.stop())

const listed = Object.values(pages).flatMap(({ path }) => (isListed(path) && !path.includes(':') ? [path] : []))

/** The tags of a head by name or property; more than one of a kind is listed twice. */
function headOf(html: string) {
  const head = html.slice(0, html.indexOf('</head>'))
  const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
  const all = (pattern: RegExp) => [...head.matchAll(pattern)].map(([, value = '']) => unescaped(value))
  const meta = (name: string) => all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))
  return { title: all(/<title>([^<]*)<\/title>/g), canonical: all(/<link rel="canonical" href="([^"]*)"/g), meta }
}

const get = async (path: string) => (await site.visitor().get(path)).text

async function sizeOf(address: string) {
  expect(address.startsWith(`${publicUrl}/`)).toBe(true)
  const reply = await site.visitor().get(address.slice(publicUrl.length))
  expect(reply.status).toBe(200)
  const { width, height, format } = await sharp(reply.bytes).metadata()
  return { width, height, format, type: reply.headers.get('content-type') }
}

describe('a shared link', () => {
  test.each(listed)('of %s shows title, description and picture of that page', async (path) => {
    const { title, canonical, meta } = headOf(await get(path))
    expect(title).toEqual([expect.stringContaining('ARRAPI')])
    const [description = ''] = meta('description')
    expect(description.length).toBeGreaterThan(40)
    expect(description.length).toBeLessThan(320)
    expect(meta('og:title')).toEqual(title)
    expect(meta('og:description')).toEqual([description])
    expect(canonical).toEqual([publicUrl + path])
    expect(meta('og:url')).toEqual(canonical)
    expect(meta('twitter:card')).toEqual(['summary_large_image'])
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual([['1200'], ['630']])
    const [picture = ''] = meta('og:image')
    expect(await sizeOf(picture)).toMatchObject({ width: 1200, height: 630 })
    expect(meta('robots')).toEqual([])
  })

  test('no two pages have the same title or description', async () => {
    const heads = await Promise.all(listed.map(async (path) => headOf(await get(path))))
    expect(new Set(heads.flatMap(({ title }) => title)).size).toBe(listed.length)
    expect(new Set(heads.flatMap(({ meta }) => meta('description'))).size).toBe(listed.length)
  })

  test('of the featured stories shows the first story, in a format every messenger reads', async () => {
    await site.aVideo({ title: 'First' })
    await site.aVideo({ title: 'Second' })
    const [picture = ''] = headOf(await get('/featured-stories')).meta('og:image')
    expect(picture).toMatch(/\/share\/[0-9a-f-]{36}\/preview\.jpg$/)
    expect(await sizeOf(picture)).toEqual({ width: 1200, height: 630, format: 'jpeg', type: 'image/jpeg' })
    expect((await site.visitor().get('/share/0d3b3c1e-0000-4000-8000-000000000000/preview.jpg')).status).toBe(404)
    expect((await site.visitor().get('/share/x/preview.jpg')).status).toBe(400)
    expect(await get('/robots.txt')).not.toContain('/share')
  })
})

/** What Lighthouse asks of a page for search engines, as far as it can be read in the first HTML. */
test.each(listed)('%s can be read by a search engine', async (path) => {
  const html = await get(path)
  expect(html).toMatch(/^<!doctype html><html lang="en">/i)
  expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"')
  const links = [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)]
  expect(links.length).toBeGreaterThan(5)
  for (const [whole, attributes = '', content = ''] of links) {
    const href = /\shref="([^"]*)"/.exec(attributes)?.[1]
    expect(href, whole).toMatch(/^(https?:|mailto:|tel:|sms:|\/|#)/)
    const words = content.replaceAll(/<[^>]*>/g, '').trim()
    const label = words || (/aria-label="([^"]+)"/.exec(attributes)?.[1] ?? '')
    expect(label, whole).not.toMatch(
      /^(|click here|click this|go|here|this|start|right here|more|learn more|read more)$/i,
    )
  }
})

test('the manifest names the association as the settings do, and its icons are there', async () => {
  await site.saveSettings({ ...defaultSettings, name: 'Reservists “of” <Cebu>', shortName: 'RESERVE' })
  type Manifest = { icons: { src: string; sizes: string; purpose: string }[] }
  const manifest = await site.visitor().get<Manifest>('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
  expect(manifest).toMatchObject({
    name: 'Reservists “of” <Cebu>',
    short_name: 'RESERVE',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#0b1f3a',
  })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ])
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sizeOf(publicUrl + src)
    expect(`${width}x${height}`).toBe(sizes)
  }
  expect(await get('/')).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  const worker = await site.visitor().get('/service-worker.js')
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  // One file: what it imported might be gone after an update, and not every browser takes a worker that imports.
  expect(worker.text).not.toMatch(/^import\b|\bimport\(/m)
})
