import { api, unwrap } from '#web/api/client.ts'
import {
  keysOnDevice,
  onlyHereMark,
  ownPrefix,
  readFromDevice,
  removeAllFromDevice,
} from '#web/components/device-storage.ts'
import { removeKeptCard } from '#web/kept-on-phone.ts'

/**
 * Wherever signing out ends, the person leaves for the login page: with a full load, so that nothing of theirs stays in memory.
 * Returns whether they leave: they may prefer to save the receipt of their vote first.
 */
export async function logOut(): Promise<boolean> {
  if (hasOnlyReceipt() && !(await mayLeaveReceipt())) return false
  removeAllFromDevice(ownPrefix)
  // After a first try that failed the card is gone already, and the address says so.
  const hadCard = (await removeKeptCard()) || new URLSearchParams(window.location.search).has('card')
  const { next } = await unwrap(api.accounts.logout.$post()).catch(() => ({ next: '/login?out=failed' }))
  window.location.assign(hadCard ? `${next}&card` : next)
  return true
}

/** Whether a receipt would be lost for good. */
const hasOnlyReceipt = () => keysOnDevice(ownPrefix).some((key) => readFromDevice(key)?.includes(onlyHereMark))

async function mayLeaveReceipt(): Promise<boolean> {
  const { askAboutReceipt } = await import('./receipt-question.tsx')
  return askAboutReceipt()
}
