interface Rules<Item> {
  /** Of how many at most; more in one statement gains nothing. */
  most?: number
  /** Items with the same name do not share a statement: the second must find what the first has done. */
  apart?: (item: Item) => string
  /** After so long the next statement leaves without waiting for this one: a connection that hangs holds up nobody else. */
  patienceMs?: number
  /** Whether a failure may be of one item alone: then each is tried by itself, and takes no other with it. */
  isOfOne?: (error: unknown) => boolean
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * What comes while one statement is under way shares the next one: the more people come at once, the less each costs.
 * Nothing is answered by a statement that began before it was asked. `act` answers item by item, in their order.
 */
export function together<Item, Result>(
  act: (items: Item[]) => Promise<readonly Result[]>,
  { most = 64, apart, patienceMs, isOfOne = () => false }: Rules<Item> = {},
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let busy = false

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch()
      const settled = settle(batch).catch(async (error: unknown) => {
        if (batch.length === 1 || !isOfOne(error)) for (const one of batch) one.reject(error)
        else for (const one of batch) await settle([one]).catch(one.reject)
      })
      await (patienceMs === undefined ? settled : within(patienceMs, settled))
      await nextTurn()
    }
    busy = false
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    const results = await act(batch.map(({ item }) => item))
    if (results.length !== batch.length) throw new Error('every item is answered, and no other')
    for (const [n, result] of results.entries()) batch[n]?.resolve(result)
  }

  function takeBatch(): Waiting<Item, Result>[] {
    if (!apart) return waiting.splice(0, most)
    const names = new Set<string>()
    const batch: Waiting<Item, Result>[] = []
    waiting = waiting.filter((one) => {
      const name = apart(one.item)
      if (batch.length === most || names.has(name)) return true
      names.add(name)
      batch.push(one)
      return false
    })
    return batch
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy) return
      busy = true
      void nextTurn().then(work)
    })
}

/** Resolves with `settled`, or when the time is up. */
function within(ms: number, settled: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void settled.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Whatever has arrived by now is read before the next statement leaves. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
