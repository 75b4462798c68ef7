import { fileURLToPath } from 'node:url'
import { test as base, expect } from '@playwright/test'
import { createServer } from 'vite'
import { expectSound } from '#tests/support/browser.ts'

/** The component kit in its gallery, which is not part of the site. */
const test = base.extend<{ gallery: string }>({
  gallery: [
    async ({}, provide) => {
      const root = fileURLToPath(new URL('../kit', import.meta.url))
      const server = await createServer({
        root,
        configFile: `${root}/vite.config.ts`,
        logLevel: 'error',
        server: { port: 0, host: '127.0.0.1' },
      })
      await server.listen()
      await provide(server.resolvedUrls?.local[0] ?? '')
      await server.close()
    },
    { timeout: 60_000 },
  ],
})

test('every component in every state is sound', async ({ page, gallery }) => {
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(error.message))
  await page.goto(gallery, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page)
  expect(wrong).toEqual([])
})
