import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { showPlainDate } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { Fetched, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import {
  discardFailedEmails,
  invalidateFailedEmails,
  failedEmailsQuery,
  retryFailedEmails,
  type FailedEmail,
} from './api.ts'
import { failedEmailsText as text } from './text.ts'

/** Lists emails that were given up; an administrator can retry or discard them. */
export function FailedEmails() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card grid gap-5 p-6 md:p-8">
      <h2 id={id} className="text-3xl">
        {text.title}
      </h2>
      <Fetched query={useQuery(failedEmailsQuery)} failed={text.loadFailed} loading={<Skeleton className="h-24" />}>
        {(failed) => <FailedList {...failed} />}
      </Fetched>
    </section>
  )
}

function FailedList({ emails, count }: { emails: readonly FailedEmail[]; count: number }) {
  const retry = useMutation({
    mutationFn: (id?: string) => retryFailedEmails(id),
    onSuccess: () => showToast(text.tryingAgain),
    onSettled: () => invalidateFailedEmails(),
  })
  if (count === 0) return <p>{text.none}</p>
  return (
    <>
      <p>{text.about}</p>
      {retry.isError && <Notice tone="error">{sentenceOf(retry.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        {emails.some(({ mayTryAgain }) => mayTryAgain) && (
          <Button size="small" busy={retry.isPending} onClick={() => retry.mutate(undefined)}>
            {text.tryAllAgain}
          </Button>
        )}
        <Discard />
      </div>
      <ul className="grid gap-3">
        {emails.map((email) => (
          <FailedLine key={email.id} email={email} busy={retry.isPending} onRetry={() => retry.mutate(email.id)} />
        ))}
      </ul>
      {count > emails.length && <p className="text-muted">{text.more}</p>}
    </>
  )
}

/** Discards one email by its id, or all. */
const Discard = ({ id }: { id?: string }) => (
  <ConfirmButton
    button={{ size: 'small', look: 'outline' }}
    title={id ? text.discardOneTitle : text.discardTitle}
    action={id ? text.discard : text.discardAll}
    failure={text.discardFailed}
    destructive
    toast={text.discarded}
    onConfirm={async () => {
      await discardFailedEmails(id)
      await invalidateFailedEmails()
    }}
  >
    <p>{text.discardHelp}</p>
  </ConfirmButton>
)

interface FailedLineProps {
  email: FailedEmail
  busy: boolean
  onRetry: () => void
}

function FailedLine({ email, busy, onRetry }: FailedLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card bg-navy-soft p-4">
      <dl className="grid min-w-0 flex-[1_1_16rem] gap-x-5 gap-y-1 sm:grid-cols-2">
        <Fact name={text.kind} value={text.kinds[email.kind]} />
        <Fact name={text.to} value={email.to} />
        <Fact name={text.failedOn} value={showPlainDate(email.failedOn)} />
        <Fact name={text.reason} value={email.lastError ?? '–'} />
      </dl>
      <div className="flex flex-wrap gap-3">
        {email.mayTryAgain ? (
          <Button size="small" look="outline" busy={busy} onClick={onRetry}>
            {text.tryAgain}
          </Button>
        ) : (
          <span className="self-center text-muted">{text.expired}</span>
        )}
        <Discard id={email.id} />
      </div>
    </li>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="inline text-muted">{name}: </dt>
      <dd className="inline break-words">{value}</dd>
    </div>
  )
}
