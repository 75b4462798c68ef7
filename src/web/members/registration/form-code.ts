import { readFromDevice, registrationDraft } from '#web/components/device-storage.ts'
import { someoneIsHere } from '#web/router/first-touch.tsx'
import { lazyScreen } from '#web/router/lazy.tsx'

const pauseMs = [500, 1000, 2000, 4000, 8000, 15_000]

/** The form that the server has drawn waits in the page as it is until somebody is there; its code comes at their first touch. */
export const { Screen: RegistrationForm } = lazyScreen(async () => {
  if (
    typeof window !== 'undefined' &&
    document.getElementById('registration') &&
    readFromDevice(registrationDraft) === null
  )
    await someoneIsHere()
  return fetchForm()
})

/** A drop-out must not cost the page: what is typed meanwhile stays in its fields. */
async function fetchForm(tries = 0): Promise<typeof import('./registration-form.tsx').RegistrationForm> {
  try {
    return (await import('./registration-form.tsx')).RegistrationForm
  } catch (cause) {
    if (typeof window === 'undefined') throw cause
    await new Promise((resolve) => setTimeout(resolve, pauseMs[tries] ?? 30_000))
    return fetchForm(tries + 1)
  }
}
