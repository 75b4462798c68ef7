/** Where this device keeps a half-filled registration. Nothing here throws: a browser may refuse its storage altogether. */
const key = 'registration-draft'

export function readDraftText(): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Answers whether it could be kept. */
export function writeDraftText(text: string): boolean {
  try {
    window.localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function removeDraftText(): void {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Then nothing was kept either.
  }
}
