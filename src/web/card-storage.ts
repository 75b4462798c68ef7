import type { OwnCard } from '#shared/members/card/card.ts'

/** The member's card on this phone: stored by the service worker, which exists only if the member turned it on. */

const address = '/service-worker.js'
/** The name of the cache in which the worker stores it. */
const store = 'own-card'
const replyWithinMs = 60_000

export const canKeepCard = () => 'serviceWorker' in navigator && 'caches' in window

/** The worker's registration, if this phone has one. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return canKeepCard() ? navigator.serviceWorker.getRegistration() : undefined
}

function ask(
  worker: ServiceWorker,
  what: 'keep' | 'kept' | 'remove',
  withinMs = replyWithinMs,
): Promise<OwnCard | null> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    const late = setTimeout(() => reject(new Error('the service worker did not reply')), withinMs)
    port1.addEventListener('message', ({ data }: MessageEvent<{ card?: OwnCard | null; failed?: true }>) => {
      clearTimeout(late)
      port1.close()
      if (data.failed) reject(new Error('the card could not be kept'))
      else resolve(data.card ?? null)
    })
    port1.start()
    worker.postMessage(what, [port2])
  })
}

/** The card stored on this phone, or null. */
export async function readKeptCard(): Promise<OwnCard | null> {
  const worker = (await registration())?.active
  return worker ? ask(worker, 'kept') : null
}

/** Throws if it cannot be stored, and then leaves nothing behind. */
export async function keepCard(): Promise<OwnCard | null> {
  await navigator.serviceWorker.register(address)
  const { active } = await navigator.serviceWorker.ready
  try {
    return active && (await ask(active, 'keep'))
  } catch (error) {
    await removeKeptCard()
    throw error
  }
}

/** Removes the card and the worker, and returns whether there was a card. Never throws, because logging out calls it. */
export async function removeKeptCard(): Promise<boolean> {
  let kept = false
  try {
    kept = canKeepCard() && (await window.caches.has(store))
    const found = await registration()
    // The worker first: otherwise it could still write the card afterwards.
    if (found?.active) await ask(found.active, 'remove', 2000).catch(() => undefined)
    if (canKeepCard()) await window.caches.delete(store)
    await found?.unregister()
  } catch {
    // A browser that refuses access to its storage has stored nothing.
  }
  return kept
}
