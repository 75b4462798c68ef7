import { useEffect } from 'react'
import { profileText } from '#shared/members/profile/text.ts'
import { errorText } from '#shared/text.ts'
import { ApiError } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { EmptyState, Failed } from '#web/components/notice.tsx'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useNavigate } from '#web/router/router.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** There is nobody behind this address. */
export const isUnknown = (error: Error): boolean =>
  error instanceof ApiError && ['user-not-found', 'not-found', 'invalid-input'].includes(error.code)

/** Nobody there, nothing to reach, or something wrong: then the members' list is the way on. */
export function NoProfile({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const site = useSite()
  const unknown = isUnknown(error)
  const waiting = error instanceof ApiError && error.worthRetrying
  if (!unknown && !waiting) return <ToMembers />
  return (
    <div className="wrap max-w-3xl py-12">
      <PageHead title={`Profile – ${site.shortName}`} />
      <h1 className="sr-only">Profile</h1>
      {unknown ? (
        <EmptyState
          title={errorText['user-not-found']}
          action={
            <SiteLink href="/members" className={buttonClass('outline')}>
              See the members list
            </SiteLink>
          }
        >
          The address may be mistyped, or this person is no longer a member.
        </EmptyState>
      ) : (
        <Failed title={profileText.fetchFailed} error={error} onRetry={onRetry} />
      )}
    </div>
  )
}

function ToMembers() {
  const navigate = useNavigate()
  useEffect(() => {
    showToast(profileText.fetchFailed, 'error')
    navigate('/members', { replace: true })
  }, [navigate])
  return <PageSkeleton />
}
