import type { Checked } from '#shared/elections/board/check-receipt.ts'

/** From one page to the next within the same tab: in memory, so that no address and no history ever has it. */
let handedOver: Checked | null = null

export function handOver(checked: Checked): void {
  handedOver = checked
}

export const hasHandedOver = (): boolean => handedOver !== null

export function takeHandedOver(): Checked | null {
  const taken = handedOver
  handedOver = null
  return taken
}
