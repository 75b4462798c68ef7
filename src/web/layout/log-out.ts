import { api, unwrap } from '#web/api/client.ts'
import { removeKeptCard } from '#web/card-storage.ts'
import {
  keysOnDevice,
  onlyHereMark,
  ownPrefix,
  readFromDevice,
  removeAllFromDevice,
} from '#web/components/device-storage.ts'

/**
 * Logs out and goes to the login page, even on failure, with a full load so that no personal data stays in memory. Returns false
 * if the person stays, to save the receipt of their vote first.
 */
export async function logOut(): Promise<boolean> {
  if (hasOnlyReceipt() && !(await mayLeaveReceipt())) return false
  removeAllFromDevice(ownPrefix)
  // After a failed first attempt the card is already gone, and the URL says so.
  const hadCard = (await removeKeptCard()) || new URLSearchParams(window.location.search).has('card')
  const { next } = await unwrap(api.accounts.logout.$post()).catch(() => ({ next: '/login?out=failed' }))
  window.location.assign(hadCard ? `${next}&card` : next)
  return true
}

/** Whether a receipt exists only on this device and would be lost. */
const hasOnlyReceipt = () => keysOnDevice(ownPrefix).some((key) => readFromDevice(key)?.includes(onlyHereMark))

async function mayLeaveReceipt(): Promise<boolean> {
  const { askAboutReceipt } = await import('./receipt-question.tsx')
  return askAboutReceipt()
}
