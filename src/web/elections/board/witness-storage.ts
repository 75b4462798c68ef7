/**
 * What this browser stores for a witness, in IndexedDB: it can hold keys that no program can read, and more heads than local
 * storage. It stays when the observer logs out, because it is evidence. If the browser refuses storage, it lasts as long as the
 * page is open.
 */

const stores = ['keys', 'boards', 'heads'] as const
type Store = (typeof stores)[number]
export type StorageKey = string | [election: string, place: number]

let opening: Promise<IDBDatabase | null> | undefined

function open(): Promise<IDBDatabase | null> {
  return (opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('observing', 1)
      request.addEventListener('upgradeneeded', () => {
        for (const store of stores) request.result.createObjectStore(store)
      })
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => resolve(null))
    } catch {
      resolve(null)
    }
  }))
}

/** Whether anything outlasts the page. */
export const canKeep = async (): Promise<boolean> => (await open()) !== null

const inMemory = new Map<string, unknown>()
const nameOf = (store: Store, key: StorageKey) => `${store} ${JSON.stringify(key)}`

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser keeps nothing')))
  })

export async function readStored<Value>(store: Store, key: StorageKey): Promise<Value | undefined> {
  const db = await open()
  if (!db) return inMemory.get(nameOf(store, key)) as Value | undefined
  return done<Value | undefined>(db.transaction(store).objectStore(store).get(key))
}

/** All of an election, in order. */
export async function readAllStored<Value>(store: Store, election: string): Promise<Value[]> {
  const db = await open()
  if (!db) return []
  const range = IDBKeyRange.bound([election, 0], [election, Infinity])
  return done<Value[]>(db.transaction(store).objectStore(store).getAll(range))
}

export async function store(store: Store, entries: readonly (readonly [StorageKey, unknown])[]): Promise<void> {
  const db = await open()
  if (!db) return entries.forEach(([key, value]) => inMemory.set(nameOf(store, key), value))
  const transaction = db.transaction(store, 'readwrite', { durability: 'strict' })
  const objects = transaction.objectStore(store)
  for (const [key, value] of entries) objects.put(value, key)
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the browser keeps nothing')))
  })
}

/** Stores it unless something is already there, even from another tab. Returns what is stored. */
export async function storeIfAbsent<Value>(store: Store, key: StorageKey, value: Value): Promise<Value> {
  const db = await open()
  if (!db) {
    const name = nameOf(store, key)
    inMemory.set(name, inMemory.get(name) ?? value)
    return inMemory.get(name) as Value
  }
  const objects = db.transaction(store, 'readwrite', { durability: 'strict' }).objectStore(store)
  const before = await done<Value | undefined>(objects.get(key))
  if (before !== undefined) return before
  await done(objects.put(value, key))
  return value
}
