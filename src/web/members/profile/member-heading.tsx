import { useState, type ReactNode } from 'react'
import { joinWithDots } from '#shared/joined-text.ts'
import type { Service } from '#shared/members/enums.ts'
import { changeText } from '#shared/members/profile/changes.ts'
import type { Role } from '#shared/permissions.ts'
import { showPlainDate } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Button } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { logOut } from '#web/layout/log-out.ts'
import type { Member } from '#web/members/api.ts'
import { TakeBackButton } from '#web/members/privacy/request-parts.tsx'
import { memberName } from '#web/members/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import type { ChangeRequests } from './changes.tsx'

export function MemberHeading({ member, changes }: { member: Member; changes: ChangeRequests | null }) {
  const { rank, ms, region, idNumber, memberSince, militarySerial, approved, profilePicture, withdrawnAt } = member
  return (
    <section className="bg-navy text-white">
      <div className="wrap flex flex-wrap items-center gap-5 py-8 md:py-10">
        <Avatar
          name={`${member.firstName} ${member.lastName}`}
          photo={profilePicture && `/api/files/${profilePicture}`}
          className="size-24 text-3xl md:size-32 print:size-24!"
        />
        <div className="min-w-60 flex-1">
          <p className="eyebrow text-gold-2 tabular-nums">
            {idNumber ?? (militarySerial ? 'No ID number yet' : 'Administrator')}
          </p>
          <h1 className="mt-1 text-4xl md:text-5xl print:text-3xl!">{memberName(member)}</h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-lg text-sky">
            {ms && <ServicePill service={ms as Service} />}
            <span>{joinWithDots([rank, region])}</span>
            {!approved && <Pill tone="gold">Pending approval</Pill>}
            {withdrawnAt && <Pill tone="red">Membership withdrawn</Pill>}
          </p>
          {memberSince && <p className="mt-1 text-sky">Member since {showPlainDate(memberSince)}</p>}
          {changes && <PictureChange changes={changes} missing={!profilePicture} />}
        </div>
      </div>
    </section>
  )
}

function PictureChange({ changes, missing }: { changes: ChangeRequests; missing: boolean }) {
  const open = changes.openOf('profilePicture')
  if (!open)
    return (
      <Button look="outline-light" size="small" className="on-dark mt-3" onClick={() => changes.ask('profilePicture')}>
        {missing ? changeText.addPicture : changeText.changePicture}
      </Button>
    )
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3">
      {changeText.pictureWaiting}
      <TakeBackButton requestId={open.id} what={changeText.changePicture} />
    </p>
  )
}

/** Waits for the card, which the server draws first. One that fails says so on paper, too. */
function PrintButton() {
  const [waiting, setWaiting] = useState(false)

  async function print() {
    setWaiting(true)
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
    await Promise.allSettled(pictures.map((picture) => picture.decode()))
    setWaiting(false)
    window.print()
  }

  return (
    <Button look="outline" busy={waiting} onClick={() => void print()}>
      Print
    </Button>
  )
}

interface MemberActionsProps {
  role: Role
  /** Whether the viewer decides on applications. */
  approves: boolean
  isOwn: boolean
  isApplicant: boolean
  /** What comes first: editing for administrators, the election for members. */
  children?: ReactNode
}

/** What the viewer can do next. */
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
      className={classes(
        'no-print flex flex-wrap gap-3 lg:sticky lg:top-6 lg:order-none lg:grid lg:rounded-card lg:border lg:border-line lg:bg-card lg:p-6 lg:shadow-card',
        // On a phone an administrator comes to act; a member comes to see their card, so the account is last.
        !isOwn && 'order-first',
      )}
    >
      {children}
      {approves && isApplicant && (
        <SiteLink href="/members?approval=true" className={buttonClass('outline')}>
          Open Membership Approval
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
      {!isApplicant && <PrintButton />}
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
