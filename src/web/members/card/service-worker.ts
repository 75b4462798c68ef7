import type { OwnCard } from '#shared/members/card/card.ts'
import { whatToDoWithStoredCard, keptPictures, offlinePage, offlineStyle } from './offline-card.ts'

/**
 * Keeps the member's own card readable offline, and nothing else. Every page comes from the network; only if that fails does a
 * page of its own say so, with the kept card. See docs/decisions/032-the-card-offline.md.
 */

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
interface MessageEventFromPage extends WorkerEvent {
  data: unknown
  ports: readonly MessagePort[]
}
interface WorkerEvents {
  install: WorkerEvent
  activate: WorkerEvent
  fetch: FetchEvent
  message: MessageEventFromPage
}
interface Worker {
  registration: ServiceWorkerRegistration
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void
}
/** The global scope of a worker; the type library knows only a page's. */
declare const self: Worker

/** `src/web/card-storage.ts` deletes it by this name. */
const store = 'own-card'
const factsKey = '/kept-card/facts'

/** The fetch in progress; a removal aborts it, so that nothing is put back afterwards. */
let fetching = new AbortController()
let writing: Promise<unknown> = Promise.resolve()

async function keptCard(): Promise<OwnCard | null> {
  if (!(await caches.has(store))) return null
  const facts = await (await caches.open(store)).match(factsKey)
  return facts ? ((await facts.json()) as OwnCard) : null
}

async function remove(): Promise<void> {
  fetching.abort()
  fetching = new AbortController()
  await writing.catch(() => undefined)
  await caches.delete(store)
}

const fetchFresh = (address: string, signal: AbortSignal) => fetch(address, { signal, cache: 'no-cache' })

async function fetchOk(address: string, signal: AbortSignal): Promise<Response> {
  const response = await fetchFresh(address, signal)
  if (!response.ok) throw new Error(`${address} was refused with ${response.status}`)
  return response
}

/** Everything must have arrived before anything is written; the facts come last and mark it as complete. */
async function keep(card: OwnCard, signal: AbortSignal): Promise<void> {
  const pictures = await Promise.all(
    Object.entries(keptPictures).map(async ([side, key]) => {
      const drawn = await fetchOk(`/api/members/${card.memberId}/card/${side}.webp?version=${card.version}`, signal)
      return { key, body: await drawn.blob() }
    }),
  )
  const cache = await caches.open(store)
  for (const { key, body } of pictures) {
    signal.throwIfAborted()
    await cache.put(key, new Response(body, { headers: { 'Content-Type': 'image/webp' } }))
  }
  await writeFacts(card, signal)
}

async function writeFacts(card: OwnCard, signal: AbortSignal): Promise<void> {
  const cache = await caches.open(store)
  signal.throwIfAborted()
  await cache.put(factsKey, Response.json(card))
}

async function keepNow(): Promise<OwnCard> {
  const { signal } = fetching
  const card = (await (await fetchOk('/api/card', signal)).json()) as OwnCard
  await (writing = keep(card, signal))
  return card
}

/** Asks the site whose card may be kept; it may not be the same as before. */
async function check(): Promise<void> {
  const kept = await keptCard()
  if (!kept) return
  const { signal } = fetching
  const reply = await fetchFresh('/api/card', signal).catch(() => null)
  const card = reply?.ok ? ((await reply.json().catch(() => null)) as OwnCard | null) : null
  const fate = whatToDoWithStoredCard(kept, reply && { status: reply.status, card })
  if (fate === 'remove') await remove()
  else if (fate === 'renew' && card) await (writing = keep(card, signal))
  else if (fate === 'update' && card) await (writing = writeFacts(card, signal))
}

async function respondOffline(): Promise<Response> {
  const card = await keptCard().catch(() => null)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(offlineStyle))
  const hash = btoa(String.fromCodePoint(...new Uint8Array(digest)))
  return new Response(offlinePage(card), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}

async function navigate(event: FetchEvent): Promise<Response> {
  let response: Response
  try {
    response = (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return respondOffline()
  }
  event.waitUntil(check().catch(() => undefined))
  return response
}

const picture = async (path: string) =>
  (await (await caches.open(store)).match(path)) ?? new Response(null, { status: 404 })

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('activate', (event) => {
  // Without it every page would wait for this worker to start before being requested.
  const preload = self.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([preload, self.clients.claim()]))
})

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (origin !== location.origin) return
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(navigate(event))
  else if (Object.values<string>(keptPictures).includes(pathname)) event.respondWith(picture(pathname))
  else if (pathname === '/api/accounts/logout') event.waitUntil(remove())
})

const requests: Record<string, () => Promise<OwnCard | null>> = {
  keep: keepNow,
  remove: () => remove().then(() => null),
  kept: keptCard,
}

self.addEventListener('message', (event) => {
  const [port] = event.ports
  const request = typeof event.data === 'string' ? requests[event.data] : undefined
  if (!port || !request) return
  const reply = request().then(
    (card) => port.postMessage({ card }),
    () => port.postMessage({ failed: true }),
  )
  event.waitUntil(reply)
})
