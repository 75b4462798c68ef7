interface Rules<Item> {
  /** A larger statement would not be faster. */
  maxSize?: number
  /** Items with the same key never share a statement: the second must see what the first did. */
  conflictKey?: (item: Item) => string
  /** After this time the next statement starts without waiting, so that a hanging connection holds up nobody else. */
  patienceMs?: number
  /** True if an error may concern one item alone. Then each item is retried separately, and fails alone. */
  isItemError?: (error: unknown) => boolean
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Items that arrive during a statement share the next one: the more arrive at once, the less each costs. A statement
 * never takes an item that arrived after it began. `act` returns one result per item, in order.
 */
export function batch<Item, Result>(
  act: (items: Item[]) => Promise<readonly Result[]>,
  { maxSize = 64, conflictKey, patienceMs, isItemError = () => false }: Rules<Item> = {},
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let busy = false

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const items = takeBatch()
      const settled = settle(items).catch(async (error: unknown) => {
        if (items.length === 1 || !isItemError(error)) for (const one of items) one.reject(error)
        else for (const one of items) await settle([one]).catch(one.reject)
      })
      await (patienceMs === undefined ? settled : within(patienceMs, settled))
      await nextTurn()
    }
    busy = false
  }

  async function settle(items: Waiting<Item, Result>[]): Promise<void> {
    const results = await act(items.map(({ item }) => item))
    if (results.length !== items.length) throw new Error('there must be one result for each item')
    for (const [n, result] of results.entries()) items[n]?.resolve(result)
  }

  function takeBatch(): Waiting<Item, Result>[] {
    if (!conflictKey) return waiting.splice(0, maxSize)
    const keys = new Set<string>()
    const taken: Waiting<Item, Result>[] = []
    waiting = waiting.filter((one) => {
      const key = conflictKey(one.item)
      if (taken.length === maxSize || keys.has(key)) return true
      keys.add(key)
      taken.push(one)
      return false
    })
    return taken
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy) return
      busy = true
      void nextTurn().then(work)
    })
}

/** Resolves with `settled`, or when the time is over. */
function within(ms: number, settled: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void settled.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Lets everything that arrives in this turn join the next statement. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
