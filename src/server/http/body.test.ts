import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { findUploadRoutes, takesFile } from './body.ts'
import type { Env } from './guards.ts'

const app = new Hono<Env>()
  .basePath('/api')
  .put('/photos', takesFile, (c) => c.text('kept'))
  .put('/videos/:id/poster', takesFile, (c) => c.text('kept'))
  .put('/videos/:id', (c) => c.text('renamed'))

test.each([
  ['PUT', '/api/photos', true],
  ['POST', '/api/photos', false],
  ['PUT', '/api/photos/1', false],
  ['PUT', '/api/videos/1/poster', true],
  ['PUT', '/api/videos/1/2/poster', false],
  ['PUT', '/api/videos/1', false],
  ['PUT', '/photos', false],
])('%s %s goes to a route that takes a file: %s', (method, path, expected) => {
  expect(findUploadRoutes(app.routes)(method, path)).toBe(expected)
})
