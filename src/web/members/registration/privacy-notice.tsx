import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Site } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { CheckIcon, LockIcon } from '#web/components/icons.tsx'

/** The short notice, to be accepted before anything can be submitted. It works before the form's code has loaded. */
export function PrivacyNotice({ site }: { site: Site }) {
  const { accepted } = useConsent()
  const thanks = useRef<HTMLParagraphElement>(null)
  const wasAccepted = useRef(accepted)

  useEffect(() => {
    // The pressed button is gone; screen readers are told the outcome.
    if (accepted && !wasAccepted.current) thanks.current?.focus({ preventScroll: true })
    wasAccepted.current = accepted
  }, [accepted])

  return (
    <section
      id="privacy-notice"
      aria-labelledby="privacy-notice-title"
      className="card p-5 shadow-float md:p-8 noscript:hidden"
    >
      <div className="flex items-start gap-4">
        <span className="grid size-12 flex-none place-items-center rounded-full bg-navy text-white">
          <LockIcon className="size-6" />
        </span>
        <h2 id="privacy-notice-title" className="pt-1.5 text-3xl">
          Privacy notice
        </h2>
      </div>
      <p className="mt-4 max-w-[70ch] text-lg">
        Under the <strong>Data Privacy Act of 2012</strong> we need your consent before you register. {site.shortName}{' '}
        uses what you fill in and attach to check your application, to make your ID card and to keep your membership.
        Only its administrators see all of it, it is never sold, and you may see, correct or delete it at any time.
      </p>
      <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-3">
        {accepted ? (
          <p
            ref={thanks}
            tabIndex={-1}
            className="flex min-h-12 items-center gap-2 rounded-field bg-green-soft px-4 py-2 font-semibold text-green outline-none"
          >
            <CheckIcon className="size-5 flex-none" />
            You have accepted the privacy notice.
          </p>
        ) : (
          <button
            type="button"
            className={`${buttonClass('accent')} w-full text-lg max-sm:px-2 sm:w-auto sm:px-8`}
            onClick={() => setConsent({ accepted: true })}
          >
            I Accept
          </button>
        )}
        <button
          type="button"
          className={`${buttonClass('quiet')} w-full sm:w-auto`}
          onClick={() => setConsent({ policyOpen: true })}
        >
          Read the privacy policy
        </button>
      </div>
    </section>
  )
}

/**
 * Whether the privacy notice is accepted, and whether the policy is open. Outside React's tree, because the notice works from the
 * first moment, while the form's code is loaded only when somebody starts.
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
