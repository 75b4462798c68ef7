import { useEffect } from 'react'
import { adminLeavesAfterMs } from '#shared/elections/voting/voting-text.ts'
import { errorText } from '#shared/text.ts'
import { Notice } from '#web/components/notice.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** Administrators run the election and have no vote in it. */
export function TurnedAway() {
  useEffect(() => {
    const timer = setTimeout(() => window.location.replace('/admin'), adminLeavesAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="wrap max-w-3xl py-12">
      <h1 className="mb-5 text-4xl">BOT Voting</h1>
      <Notice tone="error" title={errorText['admin-may-not-vote']}>
        <p>
          Administrators run the election and have no vote in it. You are being taken to the{' '}
          <SiteLink href="/admin" className="underline">
            dashboard
          </SiteLink>
          .
        </p>
      </Notice>
    </div>
  )
}
