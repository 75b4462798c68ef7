import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { administratorsText as text } from '#shared/accounts/administrators-text.ts'
import { invitationOpen } from '#shared/accounts/administrators.ts'
import { invitationText } from '#shared/accounts/invitation-text.ts'
import { jobNames } from '#shared/accounts/job-text.ts'
import { hasEveryJob } from '#shared/permissions.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import {
  administratorsChanged,
  inviteAdministratorAgain,
  removeAdministrator,
  type Administrator,
} from '#web/accounts/api.ts'
import { InvitationLink } from '#web/accounts/invitation-link.tsx'
import { JobsDialog } from '#web/accounts/jobs-dialog.tsx'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { Pill } from '#web/components/pill.tsx'
import { showToast } from '#web/components/toast.tsx'
import { ToldByEmail } from '#web/layout/no-mail-notice.tsx'

interface AdministratorLineProps {
  administrator: Administrator
  isOwn: boolean
  now: Instant
}

export function AdministratorLine({ administrator, isOwn, now }: AdministratorLineProps) {
  const { name, email, jobs } = administrator
  return (
    <li className="grid gap-4 px-4 py-4 md:px-6 md:py-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
          {name}
          {isOwn && <Pill tone="gold">{text.you}</Pill>}
        </p>
        {email && !name.includes(email) && <p>{email}</p>}
        <ul aria-label={text.jobs} className="mt-2 flex flex-wrap gap-2">
          {(hasEveryJob(jobs) ? [text.allJobs] : jobs.map((job) => jobNames[job])).map((job) => (
            <li key={job}>
              <Pill>{job}</Pill>
            </li>
          ))}
        </ul>
        <State administrator={administrator} now={now} />
      </div>
      <Acts administrator={administrator} isOwn={isOwn} />
    </li>
  )
}

function State({ administrator, now }: { administrator: Administrator; now: Instant }) {
  const { accepted, invitedAt, invitedBy, lastLoginAt, twoFactor } = administrator
  if (!accepted)
    return (
      <div className="mt-2">
        <p className="font-semibold text-gold-ink">{text.invited(showInstant(invitedAt), invitedBy)}</p>
        {!invitationOpen(invitedAt, now) && <p className="text-red">{text.linkOver}</p>}
      </div>
    )
  return (
    <p className="mt-2 text-muted">
      {lastLoginAt === null ? text.neverIn : text.lastLogin(showInstant(lastLoginAt))}
      <span aria-hidden="true"> · </span>
      <span className="sr-only">. </span>
      {twoFactor ? text.twoStepOn : text.twoStepOff}
    </p>
  )
}

function Acts({ administrator, isOwn }: { administrator: Administrator; isOwn: boolean }) {
  const { id, name, accepted } = administrator
  const [open, setOpen] = useState<'jobs' | 'removal' | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const close = () => setOpen(null)
  const again = useMutation({
    mutationFn: () => inviteAdministratorAgain(id),
    onSuccess: ({ link }) => (link === null ? showToast(invitationText.sent(name)) : setLink(link)),
    onError: (error) => showToast(sentenceOf(error), 'error'),
    onSettled: () => administratorsChanged(),
  })

  async function remove() {
    await removeAdministrator(id)
    // Their own session has ended with it.
    if (isOwn) return window.location.assign('/login')
    showToast(accepted ? text.removed(name) : text.withdrawn(name))
    await administratorsChanged()
  }

  const whose = <span className="sr-only"> ({name})</span>
  return (
    <div className="flex flex-wrap gap-3">
      {!accepted && (
        <Button look="outline" size="small" busy={again.isPending} onClick={() => again.mutate()}>
          {text.again}
          {whose}
        </Button>
      )}
      <Button look="outline" size="small" onClick={() => setOpen('jobs')}>
        {text.changeJobs}
        {whose}
      </Button>
      <Button look="danger-outline" size="small" onClick={() => setOpen('removal')}>
        {accepted ? text.remove : text.withdraw}
        {whose}
      </Button>
      {link !== null && <InvitationLink name={name} link={link} onClosed={() => setLink(null)} />}
      <JobsDialog administrator={administrator} isOwn={isOwn} open={open === 'jobs'} onClose={close} />
      <ConfirmDialog
        open={open === 'removal'}
        onClose={close}
        title={accepted ? text.removeQuestion(name) : text.withdrawQuestion(name)}
        action={accepted ? text.remove : text.withdraw}
        cancel={text.keep}
        failure={text.notRemoved}
        destructive
        onConfirm={remove}
      >
        {isOwn ? (
          <p>{text.removeYourself}</p>
        ) : (
          <p>
            {accepted ? text.removeExplained(name) : text.withdrawExplained}{' '}
            <ToldByEmail>{text.toldByEmail}</ToldByEmail>
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}
