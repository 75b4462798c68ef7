import { useState, type ReactNode } from 'react'
import type { Role } from '#shared/permissions.ts'
import { logOut } from '#web/layout/log-out.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { SiteLink } from '#web/router/site-link.tsx'

interface MemberActionsProps {
  role: Role
  /** Whether the person looking decides on applications. */
  approves: boolean
  isOwn: boolean
  isApplicant: boolean
  /** What comes first: editing for administrators, the election for members. */
  children?: ReactNode
}

/** What the person looking at the profile can do next. */
export function MemberActions({ role, approves, isOwn, isApplicant, children }: MemberActionsProps) {
  const { contactEmail } = useSite()
  const [leaving, setLeaving] = useState(false)
  const isAdmin = role === 'admin'

  function leave() {
    setLeaving(true)
    void logOut().then(setLeaving)
  }

  return (
    <aside
      aria-label="Actions"
      className="no-print order-first flex flex-wrap gap-3 lg:sticky lg:top-6 lg:order-none lg:grid lg:rounded-card lg:border lg:border-line lg:bg-card lg:p-6 lg:shadow-card"
    >
      {children}
      {approves && isApplicant && (
        <SiteLink href="/members?approval=true" className={buttonClass('outline')}>
          Open the approval queue
        </SiteLink>
      )}
      {isAdmin && (
        <SiteLink href="/admin" className={buttonClass('outline')}>
          Back to Admin Dashboard
        </SiteLink>
      )}
      {isOwn && (
        <SiteLink href="/security" className={buttonClass('outline')}>
          Login and security
        </SiteLink>
      )}
      {isOwn && (
        <SiteLink href="/my-data" className={buttonClass('outline')}>
          My data
        </SiteLink>
      )}
      {!isAdmin && contactEmail && (
        <a href={`mailto:${contactEmail}`} className={buttonClass('outline')}>
          Send Email to Admin
        </a>
      )}
      {!isAdmin && (
        <Button look="outline" busy={leaving} onClick={leave}>
          Logout
        </Button>
      )}
    </aside>
  )
}
