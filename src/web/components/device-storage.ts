/** What this device keeps between visits. Nothing here throws: a browser may refuse its storage altogether. */

/** A half-filled registration. */
export const registrationDraft = 'registration-draft'
/** Every ballot that a device keeps is found by this beginning, to be cleared away. */
export const ballotDraftPrefix = 'ballot-draft:'
/** Whom an observer calls, and what they said. */
export const observerSamplePrefix = 'observer-sample:'
/** And every receipt by this one. */
export const ballotReceiptPrefix = 'ballot-receipt:'
/** How the key of what belongs to a rehearsal ends. */
export const rehearsalSuffix = ':rehearsal'
/** In the text of a receipt that was saved, printed or copied: it is not only here. */
export const ballotReceiptTaken = '"taken":true'

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
