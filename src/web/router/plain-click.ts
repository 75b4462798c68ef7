import type { MouseEvent } from 'react'

/** A click that asks for nothing of the browser's own, such as a new tab. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
