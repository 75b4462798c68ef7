import { useQuery } from '@tanstack/react-query'
import { errorText, text } from '#shared/text.ts'
import { meQuery } from '#web/api/accounts.ts'
import { ApiError, useApi } from '#web/api/client.ts'
import { memberQuery } from '#web/api/members.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Failed } from '#web/components/failed.tsx'
import { Notice } from '#web/components/notice.tsx'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { MemberActions } from '#web/members/profile/member-actions.tsx'
import { MemberFacts } from '#web/members/profile/member-facts.tsx'
import { MemberHeading, fullName } from '#web/members/profile/member-heading.tsx'
import { usePathId } from '#web/router.tsx'
import { PageHead } from '#web/site/page-head.tsx'
import { SiteLink } from '#web/site/site-link.tsx'

/** A member's profile, to read. */
export function MemberScreen() {
  const api = useApi()
  const site = useSite()
  const id = usePathId()
  const me = useQuery(meQuery(api))
  const profile = useQuery(memberQuery(api, id))

  if (profile.isPending) return <PageSkeleton />
  if (profile.isError) return <NoProfile error={profile.error} onRetry={() => void profile.refetch()} />

  const { member } = profile.data
  const isOwn = me.data?.id === member.id
  return (
    <>
      <PageHead title={`${fullName(member)} – ${site.shortName}`} unlisted />
      <MemberHeading member={member} />
      <div className="wrap grid items-start gap-8 py-8 md:py-12 lg:grid-cols-[1fr_18rem]">
        <div className="grid gap-6">
          {isOwn && me.data?.ownPassword === false && (
            <Notice tone="warning" title="Make your account safer">
              <p>{text.chooseOwnPassword}</p>
              <SiteLink href="/reset-password" className={`${buttonClass('primary', 'small')} mt-3`}>
                Choose my own password
              </SiteLink>
            </Notice>
          )}
          <MemberFacts member={member} />
        </div>
        {me.data && <MemberActions role={me.data.role} isOwn={isOwn} />}
      </div>
    </>
  )
}

function NoProfile({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const site = useSite()
  const unknown =
    error instanceof ApiError &&
    (error.code === 'user-not-found' || error.code === 'not-found' || error.code === 'invalid-input')
  return (
    <div className="wrap max-w-3xl py-12">
      <PageHead title={`Profile – ${site.shortName}`} unlisted />
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
        <Failed title={text.profileFailed} error={error} onRetry={onRetry} />
      )}
    </div>
  )
}
