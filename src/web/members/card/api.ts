import { queryOptions } from '@tanstack/react-query'
import type { CardSide, CheckedCard } from '#shared/members/card/card.ts'
import type { RequestedCards } from '#shared/members/card/print-cards.ts'
import { filterQuery } from '#shared/members/listing/member-filter.ts'
import { ApiError, api, unwrap, noConnectionText } from '#web/api/client.ts'

/** What the page behind a card's QR code shows; null for an unknown card. */
export const cardQuery = (token: string) =>
  queryOptions({
    queryKey: ['cards', token],
    staleTime: 60_000,
    // The page is about this card: without it the address leads nowhere.
    meta: { subject: true },
    queryFn: async (): Promise<CheckedCard | null> => {
      try {
        return await unwrap(api.cards[':token'].$get({ param: { token } }))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') return null
        throw error
      }
    },
  })

export const cardPhotoHref = (token: string) => `/api/cards/${token}/photo`

/** A small picture; the version makes a changed card a new picture. */
export const cardPictureHref = (memberId: string, side: CardSide, version: string) =>
  `/api/members/${memberId}/card/${side}.webp?version=${version}`

export const cardDownloadHref = (memberId: string, side: CardSide) =>
  `/api/members/${memberId}/card/${side}.png?download`

export const cardPdfHref = (memberId: string) => `/api/members/${memberId}/card.pdf`

/** For home printers. */
export const cardSheetHref = (memberId: string) => `/api/members/${memberId}/card-sheet.pdf`

/** What is known of these cards before they are printed. */
export const previewCardsQuery = (cards: RequestedCards | null) =>
  queryOptions({
    queryKey: ['members', 'cards preview', cards],
    enabled: cards !== null,
    queryFn: () => unwrap(api.cards.$get({ query: { searchQuery: '', ...(cards && queryOf(cards)) } })),
  })

const queryOf = (cards: RequestedCards): Record<string, string> =>
  'filter' in cards ? filterQuery(cards.filter) : cards

/** The sheets for the printer, with their progress. A plain link could not show why the server refused. */
export async function fetchCardSheets(
  cards: RequestedCards,
  onBytes: (received: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const lost = () => new ApiError({ code: 'no-connection', message: noConnectionText })
  const response = await fetch(`/api/cards.pdf?${new URLSearchParams(queryOf(cards))}`, { signal }).catch(() => {
    throw lost()
  })
  const reader = response.ok ? response.body?.getReader() : undefined
  if (!reader) return unwrap<Blob>(Promise.resolve({ ok: false, json: () => response.json() }))
  const parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw lost()
    })
    if (done) return new Blob(parts, { type: 'application/pdf' })
    parts.push(value)
    received += value.length
    onBytes(received)
  }
}
