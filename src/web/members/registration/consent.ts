import { useSyncExternalStore } from 'react'

/**
 * Whether the privacy notice is accepted, and whether the policy is being read. It stands outside React's tree because the
 * notice works from the first moment, while the form's code is fetched only when somebody is there.
 */
interface Consent {
  accepted: boolean
  policyOpen: boolean
}

const atFirst: Consent = { accepted: false, policyOpen: false }
let current = atFirst
const listeners = new Set<() => void>()

export function setConsent(change: Partial<Consent>): void {
  current = { ...current, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useConsent(): Consent {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => atFirst,
  )
}
