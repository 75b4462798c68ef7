import { Readable } from 'node:stream'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { addressOf, laneOf } from '#server/http/address.ts'
import { params, query, byId } from '#server/http/body.ts'
import { anyoneMay, requireMay, type Env } from '#server/http/guards.ts'
import { contentDisposition } from '#server/storage/file-names.ts'
import type { CardSide } from '#shared/members/card/card.ts'
import { printCardsSchema } from '#shared/members/card/print-cards.ts'
import { cardPdf, cardSheets, drawSide, ownCardSheet, type CardFormat } from './draw-card.ts'
import {
  checkCard,
  checkedPhoto,
  etagOf,
  previewCards,
  openCard,
  openCardsToPrint,
  ownCard,
  type CardFacts,
} from './open-card.ts'

const cardPicture = z.object({ id: z.uuid(), picture: z.enum(['front.png', 'front.webp', 'back.png', 'back.webp']) })

/** Cards to view and print, and the check of a scanned card. */
export function cardRoutes(deps: Deps) {
  return new Hono<Env>()
    .get('/members/:id/card/:picture', requireMay(deps, 'read own profile'), params(cardPicture), async (c) => {
      const { id, picture } = c.req.valid('param')
      const facts = await openCard(deps, c.var.person, id)
      const [side, format] = picture.split('.') as [CardSide, CardFormat]
      return sendDrawing(
        c,
        etagOf(facts, side, format),
        () => drawSide(deps, facts, { side, format, turn: turnOf(c) }),
        {
          type: `image/${format}`,
          name: `${facts.idNumber}-${side}.${format}`,
        },
      )
    })
    .get('/members/:id/card.pdf', requireMay(deps, 'read own profile'), params(byId), async (c) => {
      const facts = await openCard(deps, c.var.person, c.req.valid('param').id)
      return sendDrawing(c, etagOf(facts, 'pdf', 'pdf'), () => cardPdf(deps, facts, turnOf(c)), {
        type: 'application/pdf',
        name: `${facts.idNumber}.pdf`,
      })
    })
    .get('/members/:id/card-sheet.pdf', requireMay(deps, 'read own profile'), params(byId), async (c) => {
      const facts = await openCard(deps, c.var.person, c.req.valid('param').id)
      return sendDrawing(c, etagOf(facts, 'sheet', 'pdf'), () => ownCardSheet(deps, facts, turnOf(c)), {
        type: 'application/pdf',
        name: `${facts.idNumber}-sheet.pdf`,
      })
    })
    .get('/card', requireMay(deps, 'read own profile'), async (c) => c.json(await ownCard(deps, c.var.person)))
    .get('/cards', requireMay(deps, 'print cards'), query(printCardsSchema), async (c) =>
      c.json(await previewCards(deps, c.var.person, c.req.valid('query'))),
    )
    .get('/cards.pdf', requireMay(deps, 'print cards'), query(printCardsSchema), async (c) =>
      sendSheets(c, deps, await openCardsToPrint(deps, c.var.person, c.req.valid('query'))),
    )
    .get('/cards/:token', anyoneMay('read public pages'), async (c) =>
      c.json(await checkCard(deps, c.req.param('token')), 200, unlisted),
    )
    .get('/cards/:token/photo', anyoneMay('read public pages'), async (c) => {
      const photo = await checkedPhoto(deps, c.req.param('token'), {
        lane: laneOf(addressOf(deps.config, c)),
        signal: c.req.raw.signal,
      })
      return c.body(new Uint8Array(photo), 200, { 'Content-Type': 'image/jpeg', ...unlisted })
    })
}

/** Never cached or indexed: it shows the present state. */
const unlisted = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' }

/** Each person queues in their own lane. */
const turnOf = (c: Context<Env>) => ({ lane: c.var.person.id, signal: c.req.raw.signal })

/** Answers with 304 before anything is drawn if the browser already has this drawing. */
async function sendDrawing(
  c: Context<Env>,
  etag: string,
  draw: () => Promise<{ bytes: Buffer; whole: boolean }>,
  { type, name }: { type: string; name: string },
): Promise<Response> {
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
  if (c.req.header('If-None-Match') === etag) return c.body(null, 304, headers)
  const { bytes, whole } = await draw()
  const how = c.req.query('download') === undefined ? 'inline' : 'attachment'
  return c.body(new Uint8Array(bytes), 200, {
    // A card drawn without one of its pictures must not be cached.
    ...(whole ? headers : { 'Cache-Control': 'no-store' }),
    'Content-Type': type,
    'Content-Disposition': contentDisposition(how, name),
  })
}

async function sendSheets(c: Context<Env>, deps: Deps, cards: CardFacts[]): Promise<Response> {
  const sheets = await cardSheets(deps, cards, turnOf(c))
  return c.body(Readable.toWeb(sheets) as ReadableStream, 200, {
    'Content-Type': 'application/pdf',
    'Cache-Control': 'no-store',
    'Content-Disposition': contentDisposition('attachment', `cards-${cards.length}.pdf`),
  })
}
