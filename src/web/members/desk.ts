/** What may wait at a desk: an applicant, or a payment of a member. */
export interface QueueItem {
  id: string
}

/** How long an approval can be taken back: it is sent when this is over, or when the administrator goes on. */
export const undoMs = 10_000

/**
 * What an administrator has done at the desk. Who waits is read from the server; from there everybody goes one way:
 *
 *   waiting -> held, can be undone -> sending -> decided
 *
 * and waits again when the approval is undone, when the request fails, or when they had changed since they were shown. A
 * rejection waits for its answer in a dialog, and goes straight from waiting to decided.
 */
export interface Desk<Item extends QueueItem> {
  /** They stay when the page of the queue is turned. */
  ticked: ReadonlyMap<string, Item>
  held: Held<Item> | null
  sending: readonly Item[]
  decided: ReadonlySet<string>
}

/** Approved, and not sent yet. One approval at a time: of one applicant, or of those who were ticked. */
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
  /** A reply has come. Who was neither decided on nor changed is left over from a request that failed. */
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
        // Who has changed meanwhile loses the tick, which was for what they were.
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

/** Approved, and counted as waiting by the server until it has answered; each will take a number. */
export const approvedAhead = <Item extends QueueItem>({ sending, held }: Desk<Item>): readonly Item[] => [
  ...sending,
  ...(held?.items ?? []),
]

/** Decided on, or about to be: no longer in the queue. */
export const takenFrom = <Item extends QueueItem>(desk: Desk<Item>): ReadonlySet<string> =>
  new Set([...desk.decided, ...approvedAhead(desk).map(({ id }) => id)])

/** Whom to show after these have been decided on: the next one down, otherwise the last one above. */
export function nextAfter(rows: readonly { id: string }[], current: string, gone: ReadonlySet<string>): string | null {
  const at = rows.findIndex(({ id }) => id === current)
  const left = (row: { id: string }) => !gone.has(row.id) && row.id !== current
  return (rows.slice(at + 1).find(left) ?? rows.slice(0, Math.max(at, 0)).findLast(left))?.id ?? null
}
