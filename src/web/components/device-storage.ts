/** What this device stores between visits. Never throws: a browser may refuse storage altogether. */

/** The key prefix of what belongs to the person logged in: deleted when they log out. */
export const ownPrefix = 'own:'
/** In the text of what would be lost for good then: they are asked first. */
export const onlyHereMark = '"onlyHere":true'

export const readFromDevice = (key: string): string | null => tried(() => window.localStorage.getItem(key)) ?? null

/** Returns whether it could be stored. */
export const keepOnDevice = (key: string, text: string): boolean =>
  tried(() => {
    window.localStorage.setItem(key, text)
    return true
  }) ?? false

export function removeFromDevice(key: string): void {
  tried(() => window.localStorage.removeItem(key))
}

export const keysOnDevice = (prefix: string): string[] =>
  tried(() => Object.keys(window.localStorage).filter((key) => key.startsWith(prefix))) ?? []

/** Removes everything with this key prefix, except what may stay. */
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
