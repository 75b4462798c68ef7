import { unwrap, type ApiClient } from '#web/api/client.ts'
import {
  ballotDraftPrefix,
  ballotReceiptPrefix,
  observerSamplePrefix,
  removeAllFromDevice,
} from '#web/device-storage.ts'
import { removeKeptCard } from '#web/kept-on-phone.ts'

/** Wherever signing out ends, the person leaves for the login page: with a full load, so that nothing of theirs stays in memory. */
export async function logOut(api: ApiClient): Promise<void> {
  removeAllFromDevice(ballotDraftPrefix)
  removeAllFromDevice(observerSamplePrefix)
  removeAllFromDevice(ballotReceiptPrefix)
  await removeKeptCard()
  const { next } = await unwrap(api.accounts.logout.$post()).catch(() => ({ next: '/login?out=failed' }))
  window.location.assign(next)
}
