import { Hono } from 'hono'
import { z } from 'zod'
import { webManifest } from '#shared/content/web-manifest.ts'
import type { Deps } from '#server/deps.ts'
import { addressOf, laneOf } from '#server/http/address.ts'
import { params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { anyoneMay } from '#server/http/guards.ts'
import { sharePicture } from './share-picture.ts'

const videoId = z.object({ id: z.uuid() })

/** Files that depend on what administrators wrote. Beside the API, which robots are told to leave alone. */
export function publicFileRoutes(deps: Deps) {
  const visitors = anyoneMay('read public pages')
  return new Hono<Env>()
    .get('/manifest.webmanifest', visitors, async (c) =>
      c.body(JSON.stringify(webManifest(await deps.settings())), 200, {
        'Content-Type': 'application/manifest+json',
        'Cache-Control': 'no-cache',
      }),
    )
    .get('/share/:id/preview.jpg', visitors, params(videoId), async (c) => {
      const turn = { lane: laneOf(addressOf(deps.config, c)), signal: c.req.raw.signal }
      const picture = await sharePicture(deps, c.req.valid('param').id, turn)
      return c.body(new Uint8Array(picture), 200, {
        'Content-Type': 'image/jpeg',
        'Cache-Control': 'public, max-age=3600',
      })
    })
}
