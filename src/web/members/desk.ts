/** What may wait at a desk: an applicant, or a payment of a member. */
export interface QueueItem {
  id: string
}

/** How long an approval can be undone. It is sent after this time, or when the next one is decided on. */
export const undoMs = 10_000

/**
 * What an administrator has done at the desk. The server knows who waits; from there every item goes one way:
 *
 *   waiting -> held, can be undone -> sending -> decided
 *
 * An item waits again if it is undone, if the request fails, or if it changed after it was shown. A rejection waits in
 * a dialog for the response, and goes straight from waiting to decided.
 */
export interface Desk<Item extends QueueItem> {
  /** Ticks stay when the page of the queue is turned. */
  ticked: ReadonlyMap<string, Item>
  held: Held<Item> | null
  sending: readonly Item[]
  decided: ReadonlySet<string>
}

/** Approved, but not sent yet. One approval at a time: of one applicant, or of those who were ticked. */
export interface Held<Item extends QueueItem> {
  items: readonly Item[]
  /** By this browser's clock. */
  until: number
}

export type DeskAction<Item extends QueueItem> =
  | { type: 'tick'; items: readonly Item[]; on: boolean }
  | { type: 'untick all' }
  | { type: 'hold'; held: Held<Item> }
  | { type: 'undo' }
  | { type: 'release' }
  /** The response has arrived. Items that were neither decided nor changed are left over from a failed request. */
  | {
      type: 'settle'
      items: readonly Item[]
      decided: readonly Item[]
      changed: readonly Item[]
    }

export const emptyDesk: Desk<never> = { ticked: new Map<string, never>(), held: null, sending: [], decided: new Set() }

export function reduceDesk<Item extends QueueItem>(desk: Desk<Item>, action: DeskAction<Item>): Desk<Item> {
  switch (action.type) {
    case 'tick':
      return { ...desk, ticked: withTicks(desk.ticked, action.items, action.on) }
    case 'untick all':
      return { ...desk, ticked: new Map() }
    case 'hold':
      return { ...desk, held: action.held }
    case 'undo':
      return { ...desk, held: null }
    case 'release':
      return { ...desk, held: null, sending: [...desk.sending, ...(desk.held?.items ?? [])] }
    case 'settle':
      return {
        ...desk,
        sending: desk.sending.filter((one) => !action.items.includes(one)),
        decided: new Set([...desk.decided, ...action.decided.map(({ id }) => id)]),
        // An item that changed meanwhile loses its tick, which was meant for what it was.
        ticked: withTicks(desk.ticked, action.changed, false),
      }
  }
}

function withTicks<Item extends QueueItem>(before: Desk<Item>['ticked'], items: readonly Item[], on: boolean) {
  const ticked = new Map(before)
  for (const item of items)
    if (on) ticked.set(item.id, item)
    else ticked.delete(item.id)
  return ticked
}

/** Approved here, but waiting for the server until it has responded. Each will take a number. */
export const approvedAhead = <Item extends QueueItem>({ sending, held }: Desk<Item>): readonly Item[] => [
  ...sending,
  ...(held?.items ?? []),
]

/** Items that are decided or about to be, and so no longer in the queue. */
export const removedFromQueue = <Item extends QueueItem>(desk: Desk<Item>): ReadonlySet<string> =>
  new Set([...desk.decided, ...approvedAhead(desk).map(({ id }) => id)])

/** The row to show after these have been decided on: the next one down, otherwise the last one above. */
export function nextAfter(rows: readonly { id: string }[], current: string, gone: ReadonlySet<string>): string | null {
  const at = rows.findIndex(({ id }) => id === current)
  const left = (row: { id: string }) => !gone.has(row.id) && row.id !== current
  return (rows.slice(at + 1).find(left) ?? rows.slice(0, Math.max(at, 0)).findLast(left))?.id ?? null
}
