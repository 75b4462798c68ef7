import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { inviteAdministratorSchema, invitationOpen, jobsSchema } from '#shared/accounts/administrators.ts'
import { jobHelp, jobNames } from '#shared/accounts/text.ts'
import { hasEveryJob, jobs, mainJobs } from '#shared/permissions.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmButton, ConfirmDialog } from '#web/components/dialog.tsx'
import { CheckField, FieldError, useFormAround } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Fetched } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm } from '#web/components/use-form.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { IfEmailIsSent } from '#web/layout/no-mail-notice.tsx'
import {
  administratorsQuery,
  changeJobs,
  invalidateAdministrators,
  inviteAdministrator,
  inviteAdministratorAgain,
  removeAdministrator,
  type Administrator,
} from './api.ts'
import { InvitationLink, invitationText, InviteForm } from './invite-form.tsx'

const text = {
  title: 'Administrators',
  intro:
    'Who looks after the website, and what each may do. Everybody has their own login, so the log shows who did what. Only administrators with all jobs see this page.',
  list: 'Administrators',
  loadFailed: 'The administrators could not be loaded',
  you: 'You',
  jobs: 'Jobs',
  everyJobHelp: 'With all four jobs, you can also invite, change and remove administrators.',
  mainJobsHelp:
    'Whoever has the first four jobs can also do the treasury’s work, and invite, change and remove administrators.',
  allJobs: 'All jobs',
  lastLogin: (when: string) => `Last login: ${when}`,
  neverIn: 'Has not logged in yet',
  twoStepOn: 'Two-step login is on',
  twoStepOff: 'Two-step login is off',
  invited: (when: string, by: string | null) => `Invited on ${when}${by === null ? '' : ` by ${by}`}, not accepted yet`,
  linkOver: 'The invitation link has expired. Invite them again.',
  changeJobs: 'Change jobs',
  remove: 'Remove',
  again: 'Invite again',
  withdraw: 'Withdraw',

  invite: 'Invite an administrator',
  inviteHelp:
    'They get a link, choose a password and log in with their email address. A member needs a second email address for this, because an administrator’s account cannot vote.',

  jobsOf: (name: string) => `Jobs of ${name}`,
  jobsHelp: 'The change applies at once.',
  toldByEmail: 'We will email them.',
  ownJobsHelp: 'If you give up a job, only an administrator with all jobs can give it back.',
  save: 'Save the jobs',
  saved: (name: string) => `The jobs of ${name} were changed.`,
  notSaved: 'The jobs were not changed',
  cancel: 'Cancel',

  removeQuestion: (name: string) => `Remove ${name}?`,
  removeExplained: (name: string) =>
    `${name} will be logged out at once and can no longer log in. What they did stays in the log, with their name.`,
  removeYourself:
    'You will be logged out at once and can no longer log in. What you did stays in the log, with your name.',
  removed: (name: string) => `${name} was removed.`,
  notRemoved: 'Nobody was removed',
  keep: 'Keep',
  withdrawQuestion: (name: string) => `Withdraw the invitation to ${name}?`,
  withdrawExplained: 'The invitation link will stop working.',
  withdrawn: (name: string) => `The invitation to ${name} is withdrawn.`,
} as const

/** The administrators: invite, change jobs, and remove. */
export function AdministratorsScreen() {
  const me = useQuery(meQuery)
  const list = useQuery(administratorsQuery)
  const inviteId = useId()
  return (
    <AdminLayout title={text.title}>
      <div className="grid max-w-4xl grid-cols-1 gap-8">
        <p className="max-w-[65ch]">{text.intro}</p>
        <Fetched query={list} failed={text.loadFailed}>
          {({ administrators, now }) => (
            <ul aria-label={text.list} className="card divide-y divide-line">
              {administrators.map((one) => (
                <AdministratorLine key={one.id} administrator={one} isOwn={one.id === me.data?.id} now={now} />
              ))}
            </ul>
          )}
        </Fetched>
        <section aria-labelledby={inviteId} className="card p-5 md:p-8">
          <h2 id={inviteId} className="text-2xl">
            {text.invite}
          </h2>
          <p className="mt-2 mb-5 max-w-[70ch] text-muted">{text.inviteHelp}</p>
          <InviteForm
            schema={inviteAdministratorSchema}
            invite={inviteAdministrator}
            onInvited={invalidateAdministrators}
            more={{ values: { jobs: [] }, fields: <JobsField /> }}
          />
        </section>
      </div>
    </AdminLayout>
  )
}

interface LineProps {
  administrator: Administrator
  isOwn: boolean
}

function AdministratorLine({ administrator, isOwn, now }: LineProps & { now: Instant }) {
  const { name, email, jobs } = administrator
  const offered = useOfferedJobs()
  return (
    <li className="grid gap-4 px-4 py-4 md:px-6 md:py-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
          {name}
          {isOwn && <Pill tone="gold">{text.you}</Pill>}
        </p>
        {email && !name.includes(email) && <p>{email}</p>}
        <ul aria-label={text.jobs} className="mt-2 flex flex-wrap gap-2">
          {(hasEveryJob(jobs)
            ? [text.allJobs]
            : offered.filter((job) => jobs.includes(job)).map((job) => jobNames[job])
          ).map((job) => (
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

function Acts({ administrator, isOwn }: LineProps) {
  const { id, name, accepted } = administrator
  const [changing, setChanging] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const again = useMutation({
    mutationFn: () => inviteAdministratorAgain(id),
    onSuccess: ({ link }) => (link === null ? showToast(invitationText.sent(name)) : setLink(link)),
    onError: (error) => showToast(sentenceOf(error), 'error'),
    onSettled: invalidateAdministrators,
  })

  async function remove() {
    await removeAdministrator(id)
    // This has ended their own session.
    if (isOwn) return window.location.assign('/login')
    showToast(accepted ? text.removed(name) : text.withdrawn(name))
    await invalidateAdministrators()
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
      <Button look="outline" size="small" onClick={() => setChanging(true)}>
        {text.changeJobs}
        {whose}
      </Button>
      <ConfirmButton
        label={
          <>
            {accepted ? text.remove : text.withdraw}
            {whose}
          </>
        }
        button={{ look: 'danger-outline', size: 'small' }}
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
            <IfEmailIsSent>{text.toldByEmail}</IfEmailIsSent>
          </p>
        )}
      </ConfirmButton>
      {link !== null && <InvitationLink name={name} link={link} onClose={() => setLink(null)} />}
      {changing && <JobsDialog administrator={administrator} isOwn={isOwn} onClose={() => setChanging(false)} />}
    </div>
  )
}

function JobsDialog({ administrator, isOwn, onClose }: LineProps & { onClose: () => void }) {
  const { id, name } = administrator
  const form = useForm({
    values: { jobs: [...administrator.jobs] },
    check: bySchema(jobsSchema),
    send: (sent) => changeJobs(id, sent),
    onDone(_done, sent) {
      // Somebody who gave up one of their own jobs may no longer see this page.
      if (isOwn && !hasEveryJob(sent.jobs)) return window.location.assign('/admin')
      showToast(text.saved(name))
      return invalidateAdministrators()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={text.jobsOf(name)}
      action={text.save}
      cancel={text.cancel}
      failure={text.notSaved}
      form={form}
    >
      <Form form={form} className="grid gap-5">
        <p>
          {isOwn ? (
            text.ownJobsHelp
          ) : (
            <>
              {text.jobsHelp} <IfEmailIsSent>{text.toldByEmail}</IfEmailIsSent>
            </>
          )}
        </p>
        <JobsField />
      </Form>
    </ConfirmDialog>
  )
}

const useOfferedJobs = () => (useSite().hasDues ? jobs : mainJobs)

function JobsField() {
  const id = useId()
  const offered = useOfferedJobs()
  const error = useFormAround()?.problems['jobs']
  return (
    <fieldset
      aria-describedby={error ? id : undefined}
      aria-invalid={error ? true : undefined}
      className="grid min-w-0 gap-3"
    >
      <legend className="mb-2 font-semibold">{text.jobs}</legend>
      <p className="text-muted">{offered === jobs ? text.mainJobsHelp : text.everyJobHelp}</p>
      <FieldError id={id}>{error}</FieldError>
      {offered.map((job) => (
        <CheckField key={job} name="jobs" value={job} label={jobNames[job]} hint={jobHelp[job]} />
      ))}
    </fieldset>
  )
}
