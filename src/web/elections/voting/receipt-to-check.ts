import type { Checked } from '#shared/elections/board/check-receipt.ts'
import { readReceiptFragment, type ReadFragment } from '#shared/elections/board/receipt-link.ts'

/** From one page to the next within the same tab: in memory, so that no address and no history ever has it. */
let handedOver: Checked | null = null

export function handOver(checked: Checked): void {
  handedOver = checked
}

export function takeHandedOver(): Checked | null {
  const taken = handedOver
  handedOver = null
  return taken
}

/** The receipt after `#`, which is then removed from the address bar; null when nothing stands there. */
export function takeFragment(): ReadFragment | null {
  const { hash, pathname, search } = window.location
  // One that names a part of the page, such as that of `Skip to content`, is no receipt.
  if (hash.length <= 1 || document.getElementById(hash.slice(1))) return null
  window.history.replaceState(null, '', pathname + search)
  return readReceiptFragment(hash)
}
