import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { memberFields, missingFields } from '#shared/members/member-fields.ts'
import { may, type Who } from '#shared/permissions.ts'
import { errorText } from '#shared/text.ts'
import { OwnPasswordNotice, PasswordChangedNotice, type LoginFacts } from '#web/accounts/account-parts.tsx'
import { WaitingCode } from '#web/accounts/one-time-code.tsx'
import { ApiError } from '#web/api/client.ts'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { BackIcon } from '#web/components/icons.tsx'
import { Failed, EmptyState, Notice } from '#web/components/notice.tsx'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { showToast, ToastRegion } from '#web/components/toast.tsx'
import { MyCandidacy } from '#web/elections/candidacy/my-candidacy.tsx'
import { ElectionActions } from '#web/elections/election-actions.tsx'
import { OwnLines } from '#web/home/member-home.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import {
  invalidateMembers,
  memberQuery,
  type Member,
  type MemberStanding,
  type AccountStanding,
} from '#web/members/api.ts'
import { MemberCard } from '#web/members/card/member-card.tsx'
import { MemberDues, OwnStanding } from '#web/members/dues/member-dues.tsx'
import { addressOfFilter, changePlace, listBehind } from '#web/members/list-address.ts'
import { EmailSwitch, RefusedNotice, SentEmails } from '#web/members/mailing/member-emails.tsx'
import { memberName } from '#web/members/text.ts'
import { useSearch } from '#web/router/router.tsx'
import { usePathId, useNavigate } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { fetchPart, useChanges } from './changes.tsx'
import { AdminHelp, ChangedOutside, MembershipActs } from './member-acts.tsx'
import { MemberDocuments, MemberFacts } from './member-facts.tsx'
import { MemberActions, MemberHeading } from './member-heading.tsx'
import { MemberHistory, MemberNotes } from './member-notes.tsx'
import { HealthConsent, OwnRollLine } from './own-facts.tsx'
import { profileParts, profileText } from './text.ts'

/** A member's profile: to read for the member, to manage for administrators. */
export function MemberScreen() {
  const site = useSite()
  const me = useQuery(meQuery)
  const profile = useQuery(memberQuery(usePathId()))

  // What is shown and typed survives a later failed reload, unless the person is gone.
  if (profile.isError && (!profile.data || isUnknown(profile.error))) return <NoProfile error={profile.error} />
  if (me.isError && !me.data)
    return (
      <div className="wrap max-w-3xl py-12">
        <PageHead title={`Profile – ${site.shortName}`} />
        <h1 className="sr-only">Profile</h1>
        <Failed title="Your account could not be loaded" error={me.error} onRetry={() => void me.refetch()} />
      </div>
    )
  if (!profile.data || !me.data) return <PageSkeleton />
  return (
    <>
      <Profile {...profile.data} me={me.data} />
      <ToastRegion />
    </>
  )
}

interface Me extends LoginFacts, Who {
  id: string
}

interface ProfileProps {
  member: Member
  standing: AccountStanding | null
  dues?: MemberStanding | undefined
  me: Me
}

function Profile({ member, standing, dues, me }: ProfileProps) {
  const site = useSite()
  const isOwn = me.id === member.id
  const edits = may(me, 'edit any profile')
  const isMember = member.militarySerial !== null
  // Administrators do not edit one another, and only members have a record to edit.
  const editable = edits && isMember && (!member.isAdmin || isOwn)
  const hasCard = isMember && member.approved
  const helps = edits && hasCard && !member.isAdmin
  const help = helps && !member.withdrawnAt ? standing : null
  const readsDocuments = isMember && (isOwn || edits)
  const readsEmails = isMember && !isOwn && may(me, 'email members')
  const readsHistory = isMember && edits && may(me, 'read audit log')
  const takesPayments = dues !== undefined && !isOwn && !member.withdrawnAt && may(me, 'handle dues')
  const address = useSearch()
  const from = address.get('from')
  // From the desk an administrator comes to correct something, and returns to the desk.
  const { Editor, opening, open, close } = useEditor(
    editable && address.get('edit') === 'yes',
    from?.startsWith('approval=') ? listBehind(from) : null,
  )
  const { changes, dialog } = useChanges(member, isOwn && isMember && may(me, 'ask for changes'))

  const card = hasCard && <MemberCard memberId={member.id} version={member.version} own={isOwn} changes={changes} />
  const parts = [
    isMember && profileParts.details,
    dues !== undefined && (!isOwn || may(me, 'pay dues')) && profileParts.dues,
    readsDocuments && profileParts.documents,
    help !== null && profileParts.help,
    (isOwn ? hasCard : readsEmails) && profileParts.emails,
    readsHistory && profileParts.history,
  ].filter((part) => part !== false)
  const links = parts.length > 1 && <PartLinks parts={parts} isOwn={isOwn} />
  return (
    <>
      <PageHead title={`${memberName(member)} – ${site.shortName}`} />
      {from !== null && may(me, 'read any profile') && <BackToList from={from} />}
      {isOwn && <PasswordChangedNotice className="no-print wrap rounded-none" />}
      <MemberHeading member={member} changes={Editor ? null : changes} />
      {Editor ? (
        <div className="wrap max-w-5xl py-8 md:py-12">
          <Editor member={member} onDone={close} />
        </div>
      ) : (
        <div className="wrap grid items-start gap-8 py-8 md:py-12 lg:grid-cols-[minmax(0,1fr)_18rem] print:block!">
          <div className="grid gap-6 print:gap-3">
            {isOwn && may(me, 'vote') && <OwnLines />}
            {isOwn && (
              <OwnPasswordNotice login={me} className="no-print">
                <SiteLink href="/reset-password" className={`${buttonClass('primary', 'small')} mt-3`}>
                  Choose my own password
                </SiteLink>
              </OwnPasswordNotice>
            )}
            {isOwn && links}
            {isOwn && card}
            <div className="contents print:hidden">
              {standing?.changedOutside && <ChangedOutside member={member} />}
              {help?.waitingCode && (
                <WaitingCode memberId={member.id} {...help.waitingCode} onConfirmed={invalidateMembers} />
              )}
              {editable && !isOwn && <MissingNotice member={member} />}
              {isMember && (isOwn || edits) && <RefusedNotice member={member} isOwn={isOwn} />}
              {isOwn && may(me, 'file for candidacy') && <MyCandidacy />}
            </div>
            {!isOwn && links}
            <div className="contents print:hidden">
              {dues && isOwn && may(me, 'pay dues') && <OwnStanding {...dues} partId={profileParts.dues.id} />}
              {isOwn && isMember && <HealthConsent member={member} />}
              {isOwn && hasCard && <EmailSwitch member={member} partId={profileParts.emails.id} />}
            </div>
            <MemberFacts member={member} changes={changes} />
            <div className="contents print:hidden">
              {dues && !isOwn && (
                <MemberDues
                  memberId={member.id}
                  {...dues}
                  handles={may(me, 'handle dues')}
                  partId={profileParts.dues.id}
                />
              )}
              {readsDocuments && <MemberDocuments member={member} changes={changes} />}
              {isOwn && may(me, 'vote') && <OwnRollLine />}
            </div>
            {!isOwn && card}
            {help && <AdminHelp member={member} standing={help} />}
            {helps && standing && <MembershipActs member={member} standing={standing} />}
            {edits && isMember && !isOwn && <MemberNotes memberId={member.id} />}
            {readsEmails && <SentEmails memberId={member.id} partId={profileParts.emails.id} />}
            {readsHistory && <MemberHistory memberId={member.id} />}
          </div>
          <MemberActions
            role={me.role}
            approves={may(me, 'approve members')}
            isOwn={isOwn}
            isApplicant={!member.approved}
          >
            {editable && (
              <Button busy={opening} onClick={open}>
                Edit
              </Button>
            )}
            {readsEmails && hasCard && member.email && !member.withdrawnAt && (
              <SiteLink
                href={`/admin/emails?write&${addressOfFilter({ ids: [member.id] })}`}
                className={buttonClass('outline')}
              >
                {profileText.email}
              </SiteLink>
            )}
            {takesPayments && (
              <SiteLink href={`/admin/dues/cash?member=${member.id}`} className={buttonClass('outline')}>
                {profileText.payment}
              </SiteLink>
            )}
            {isOwn && may(me, 'vote') && <ElectionActions who={me} />}
          </MemberActions>
        </div>
      )}
      {dialog}
    </>
  )
}

interface PartLinksProps {
  parts: readonly { id: string; label: string }[]
  isOwn: boolean
}

/** The way to what is far down: for a member on a phone, below the card. */
const PartLinks = ({ parts, isOwn }: PartLinksProps) => (
  <nav aria-label="On this page" className={classes('no-print flex flex-wrap gap-x-6', isOwn && 'lg:hidden')}>
    {parts.map(({ id, label }) => (
      <a key={id} href={`#${id}`} className="tap-link">
        {label}
      </a>
    ))}
  </nav>
)

/** The search that found this member, or the desk. */
function BackToList({ from }: { from: string }) {
  return (
    <div className="no-print wrap pt-3">
      <SiteLink href={listBehind(from)} className="tap-link -ml-1 gap-2 px-1">
        <BackIcon className="size-4" />
        {from.startsWith('approval=') ? profileText.backToDesk : profileText.backToList}
      </SiteLink>
    </div>
  )
}

/** The editor's code is loaded when an administrator asks for it. */
function useEditor(atOnce: boolean, back: string | null) {
  const [Editor, setEditor] = useState<ComponentType<{ member: Member; onDone: () => void }> | null>(null)
  const [opening, setOpening] = useState(false)

  async function open() {
    setOpening(true)
    const part = await fetchPart(() => import('./profile-editor.tsx'))
    setOpening(false)
    if (!part) return
    setEditor(() => part.ProfileEditor)
    window.scrollTo({ top: 0 })
  }

  const opened = useRef(false)
  useEffect(() => {
    if (!atOnce || opened.current) return
    opened.current = true
    void open()
  })

  function close() {
    if (atOnce && back) return window.location.assign(back)
    setEditor(null)
    changePlace({ edit: null }, { replace: true })
    window.scrollTo({ top: 0 })
  }
  return { Editor, opening, open: () => void open(), close }
}

/** There is nobody at this address. */
const isUnknown = (error: Error): boolean =>
  error instanceof ApiError && ['user-not-found', 'not-found', 'invalid-input'].includes(error.code)

/** Nobody there, or it could not be read: the members' list is the way out. */
function NoProfile({ error }: { error: Error }) {
  const site = useSite()
  if (!isUnknown(error)) return <ToMembers />
  return (
    <div className="wrap max-w-3xl py-12">
      <PageHead title={`Profile – ${site.shortName}`} />
      <h1 className="sr-only">Profile</h1>
      <EmptyState
        title={errorText['user-not-found']}
        action={
          <SiteLink href="/members" className={buttonClass('outline')}>
            See the members list
          </SiteLink>
        }
      >
        The address may be wrong, or this person is no longer a member.
      </EmptyState>
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

/** What an imported record lacks. Each can be added separately. */
function MissingNotice({ member }: { member: Member }) {
  const missing = missingFields(member)
  if (missing.length === 0) return null
  return (
    <Notice tone="info" title={profileText.lacks}>
      <span className="break-words">{missing.map((name) => memberFields[name].label).join(', ')}</span>
    </Notice>
  )
}
