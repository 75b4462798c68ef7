import { useInfiniteQuery } from '@tanstack/react-query'
import { showNumber } from '#shared/figures.ts'
import { joinWithDots } from '#shared/joined-text.ts'
import { mailingText as text } from '#shared/members/mailing/text.ts'
import { showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { EmptyState, Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { NoMailNotice } from '#web/layout/no-mail-notice.tsx'
import { useSearch, useSearchId } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { mailingsQuery, type ListedMailing } from './api.ts'
import { figuresOf, MailingProgress, StatePill } from './mailing-progress.tsx'
import { WriteMailing } from './write-mailing.tsx'

/** Emails to members: all of them, one (`?id=`), or a new one (`?write`). */
export function MailingsScreen() {
  const address = useSearch()
  const id = useSearchId('id')
  const title = address.has('write') ? text.newTitle : text.title
  return (
    <AdminLayout title={title}>
      {address.has('write') ? <WriteMailing /> : id ? <MailingProgress id={id} /> : <MailingList />}
    </AdminLayout>
  )
}

/** Every email to members: who sent it, to whom, and the outcome. */
function MailingList() {
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <p className="max-w-[65ch]">{text.intro}</p>
      <NoMailNotice />
      <WriteLink />
      <List />
    </div>
  )
}

const WriteLink = () => (
  <SiteLink href="/admin/emails?write" className={`${buttonClass('primary')} justify-self-start`}>
    {text.write}
  </SiteLink>
)

function List() {
  const { data, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(mailingsQuery())
  if (isError && !data) return <Failed title={text.loadFailed} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full" />
  const mailings = data.pages.flatMap((page) => page.mailings)
  if (mailings.length === 0) return <EmptyState title={text.none}>{text.noneHelp}</EmptyState>
  return (
    <>
      <ul aria-label={text.list} className="card divide-y divide-line">
        {mailings.map((mailing) => (
          <Line key={mailing.id} mailing={mailing} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          look="outline"
          className="justify-self-start"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {text.older}
        </Button>
      )}
    </>
  )
}

function Line({ mailing }: { mailing: ListedMailing }) {
  return (
    <li className="grid gap-1 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <a href={`/admin/emails?id=${mailing.id}`} className="tap-link min-w-0 text-lg font-semibold wrap-anywhere">
          {mailing.subject}
        </a>
        <StatePill state={mailing.state} />
      </div>
      <p className="wrap-anywhere">{text.to(text.audience(mailing.audience), mailing.recipients)}</p>
      <p className="text-muted wrap-anywhere">
        {text.by(mailing.sentBy ?? text.somebody, showInstant(mailing.sentAt))}
      </p>
      <p className="text-muted">
        {joinWithDots(figuresOf(mailing).map(({ label, count }) => `${label}: ${showNumber(count)}`))}
      </p>
    </li>
  )
}
