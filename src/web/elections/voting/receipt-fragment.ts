import { readReceiptFragment, type ReadFragment } from '#shared/elections/board/receipt-link.ts'

/** The receipt after `#`, which is then removed from the address bar; null when nothing stands there. */
export function takeFragment(): ReadFragment | null {
  const { hash, pathname, search } = window.location
  // One that names a part of the page, such as that of `Skip to content`, is no receipt.
  if (hash.length <= 1 || document.getElementById(hash.slice(1))) return null
  window.history.replaceState(null, '', pathname + search)
  return readReceiptFragment(hash)
}
