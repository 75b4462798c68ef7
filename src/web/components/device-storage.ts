/** What this device keeps between visits. Nothing here throws: a browser may refuse its storage altogether. */

/** How the key of what belongs to whoever is logged in begins: it goes when they log out. */
export const ownPrefix = 'own:'
/** In the text of what would be lost for good then: they are asked before. */
export const onlyHereMark = '"onlyHere":true'

export const readFromDevice = (key: string): string | null => tried(() => window.localStorage.getItem(key)) ?? null

/** Returns whether it could be kept. */
export const keepOnDevice = (key: string, text: string): boolean =>
  tried(() => {
    window.localStorage.setItem(key, text)
    return true
  }) ?? false

export function removeFromDevice(key: string): void {
  tried(() => window.localStorage.removeItem(key))
}

/** The keys that begin so. */
export const keysOnDevice = (prefix: string): string[] =>
  tried(() => Object.keys(window.localStorage).filter((key) => key.startsWith(prefix))) ?? []

/** Removes everything whose key begins so, but for what may stay. */
export function removeAllFromDevice(prefix: string, mayStay: (key: string) => boolean = () => false): void {
  for (const key of keysOnDevice(prefix)) if (!mayStay(key)) removeFromDevice(key)
}

function tried<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
