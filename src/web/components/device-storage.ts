/** What this device stores between visits, or for one tab. Never throws: a browser may refuse storage altogether. */

/** `sessionStorage` lasts as long as the tab. */
type Store = 'localStorage' | 'sessionStorage'

/** The key prefix of what belongs to the person logged in: deleted when they log out. */
export const ownPrefix = 'own:'
/** Before the text of a file that would then be lost for good: the person is asked to save it first. */
export const onlyHereMark = '"onlyHere":"'

export const readFromDevice = (key: string, store: Store = 'localStorage'): string | null =>
  tried(() => window[store].getItem(key)) ?? null

/** Returns whether it could be stored. */
export const keepOnDevice = (key: string, text: string, store: Store = 'localStorage'): boolean =>
  tried(() => {
    window[store].setItem(key, text)
    return true
  }) ?? false

export function removeFromDevice(key: string, store: Store = 'localStorage'): void {
  tried(() => window[store].removeItem(key))
}

export const keysOnDevice = (prefix: string): string[] =>
  tried(() => Object.keys(window.localStorage).filter((key) => key.startsWith(prefix))) ?? []

/** Removes everything with this key prefix, except what may stay. */
export function removeAllFromDevice(prefix: string, mayStay: (key: string) => boolean = () => false): void {
  for (const key of keysOnDevice(prefix)) if (!mayStay(key)) removeFromDevice(key)
}

/** Stored JSON; null for nothing, and for text that is no JSON. */
export const parseJson = (text: string | null): unknown => tried(() => JSON.parse(text ?? 'null') as unknown) ?? null

function tried<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
