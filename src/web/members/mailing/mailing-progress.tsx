import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { referenceOf } from '#shared/audit/filter.ts'
import { showNumber } from '#shared/figures.ts'
import {
  fillInName,
  isPersonal,
  isUnderWay,
  percentDone,
  refusesEverybody,
  waitingIn,
  type Addressee,
  type MailingCounts,
  type MailingState,
  paragraphsOf,
} from '#shared/members/mailing/mailing.ts'
import { subscriptionText } from '#shared/members/mailing/subscription-text.ts'
import { mailingText, mailingText as text } from '#shared/members/mailing/text.ts'
import { showInstant } from '#shared/time.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { BackIcon } from '#web/components/icons.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { mailingQuery, invalidateMailings, resendUnsure, stopMailing, type Mailing } from './api.ts'

/** One email to members: its progress, outcome and text. */
export function MailingProgress({ id }: { id: string }) {
  const { data, isError, error, refetch } = useQuery(mailingQuery(id))
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <BackLink href="/admin/emails">{text.back}</BackLink>
      {data ? (
        <Details mailing={data} />
      ) : isError ? (
        <NotThere {...{ error, refetch }} />
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </div>
  )
}

export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className="tap-link gap-2 justify-self-start">
    <BackIcon className="size-4" />
    {children}
  </a>
)

function NotThere({ error, refetch }: { error: unknown; refetch: () => unknown }) {
  const isUnknown = error instanceof ApiError && ['not-found', 'invalid-input'].includes(error.code)
  if (isUnknown) return <p className="text-lg">{text.gone}</p>
  return <Failed title={text.loadFailed} error={error} onRetry={() => void refetch()} />
}

function Details({ mailing }: { mailing: Mailing }) {
  const { subject, audience, recipients, sentBy, sentAt, state } = mailing
  return (
    <>
      <section aria-labelledby="mailing-title" className="card grid grid-cols-1 gap-4 p-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="mailing-title" className="min-w-0 text-2xl wrap-anywhere">
            {subject}
          </h2>
          <StatePill state={state} />
        </div>
        <div className="wrap-anywhere">
          <p>{text.to(text.audience(audience), recipients)}</p>
          <p className="text-muted">{text.by(sentBy ?? text.somebody, showInstant(sentAt))}</p>
          <StoppedLine mailing={mailing} />
        </div>
        <Progress mailing={mailing} />
        {mailing.pausedUntil !== null && (
          <Notice tone="warning">
            <p>{pausedText(mailing.lastError)(showInstant(mailing.pausedUntil))}</p>
            {mailing.lastError && <p>{text.pausedWhy(mailing.lastError)}</p>}
          </Notice>
        )}
        <Unsure mailing={mailing} />
        <Stop mailing={mailing} />
        <a href={`/admin/audit-log?person=${referenceOf(mailing.id)}`} className="tap-link justify-self-start">
          {text.inLog}
        </a>
      </section>
      <MailingFrame subject={subject} body={mailing.body} />
      {mailing.files.length > 0 && (
        <section aria-labelledby="attachments">
          <h2 id="attachments" className="text-2xl">
            {text.attachments}
          </h2>
          <ul>
            {mailing.files.map(({ id, name }) => (
              <li key={id}>
                <a href={`/api/files/${id}`} target="_blank" rel="noopener" className="tap-link wrap-anywhere">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const pausedText = (why: string | null) => (why?.startsWith(refusesEverybody) ? text.refusesEverybody : text.paused)

/** People whose email a crash left in doubt: an administrator decides whether they get it twice or perhaps never. */
function Unsure({ mailing: { id, unsure, stoppedAt } }: { mailing: Mailing }) {
  const again = useMutation({
    mutationFn: () => resendUnsure(id),
    onSuccess: () => showToast(text.sentAgain),
    onSettled: () => invalidateMailings(),
  })
  if (unsure === 0) return null
  return (
    <Notice tone="warning" title={text.unsureTitle(unsure)}>
      <p>{text.unsure}</p>
      {again.isError && (
        <p className="mt-2 font-semibold">
          {text.againFailed}: {sentenceOf(again.error)}
        </p>
      )}
      {stoppedAt === null && (
        <Button look="outline" size="small" className="mt-3" busy={again.isPending} onClick={() => again.mutate()}>
          {text.again(unsure)}
        </Button>
      )}
    </Notice>
  )
}

function StoppedLine({ mailing: { state, stoppedAt, stoppedBy } }: { mailing: Mailing }) {
  if (state !== 'stopped' || stoppedAt === null) return null
  const when = showInstant(stoppedAt)
  return <p className="text-muted">{stoppedBy === null ? text.stoppedByItself(when) : text.stopped(stoppedBy, when)}</p>
}

function Progress({ mailing }: { mailing: Mailing }) {
  const { recipients } = mailing
  const done = recipients - waitingIn(mailing)
  const percent = percentDone(mailing)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <progress aria-label={text.progress(done, recipients)} max={100} value={percent} className="progress-bar" />
        <p role="status" className="tabular-nums">
          {text.progress(done, recipients)}
        </p>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-6">
        {figuresOf(mailing).map(({ label, count }) => (
          <div key={label} className="border-t border-line py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{showNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-[65ch] text-muted">{text.figuresHelp}</p>
    </div>
  )
}

function Stop({ mailing }: { mailing: Mailing }) {
  const [asking, setAsking] = useState(false)
  if (!isUnderWay(mailing.state) && !asking) return null
  return (
    <>
      <Button look="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        {text.stop}
      </Button>
      <ConfirmDialog
        open={asking}
        destructive
        title={text.stopTitle}
        action={text.stop}
        failure={text.stopFailed}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await stopMailing(mailing.id)
          await invalidateMailings()
        }}
      >
        {text.stopBody(waitingIn(mailing))}
      </ConfirmDialog>
    </>
  )
}

interface MailingFrameProps {
  subject: string
  body: string
  /** Whose name is in it, as an example. */
  reader?: Addressee | undefined
}

/** An email as a member sees it: made from the same paragraphs and links as the one that is sent. */
export function MailingFrame({ reader = text.example, ...written }: MailingFrameProps) {
  const { name, shortName } = useSite()
  const subject = fillInName(written.subject, reader)
  const body = fillInName(written.body, reader)
  return (
    <div className="min-w-0 rounded-card border border-line bg-paper p-3">
      <p className="px-1 pb-3 text-lg font-semibold wrap-anywhere">{subject}</p>
      {isPersonal(written.subject + written.body) && <p className="px-1 pb-3 text-muted">{text.isExample}</p>}
      <div className="border border-line bg-card">
        <p className="border-b-4 border-gold bg-navy px-5 py-3 text-xl font-bold text-white">{shortName}</p>
        <div className="px-5 py-1">
          {paragraphsOf(body).map((lines, place) => (
            // Paragraphs have no key but their position.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={place} className="my-4 wrap-anywhere whitespace-pre-line">
              {lines.map((line, n) => [
                n > 0 && '\n',
                ...line.map(({ text, href }, at) =>
                  href ? (
                    <a key={`${n} ${at}`} href={href} target="_blank" rel="noopener noreferrer" className="text-link">
                      {text}
                    </a>
                  ) : (
                    text
                  ),
                ),
              ])}
            </p>
          ))}
        </div>
        <div className="border-t border-line px-5 py-4 text-muted">
          <p className="wrap-anywhere">{subscriptionText.footerWhy(name)}</p>
          <p className="mt-1 underline">{subscriptionText.footerLink}</p>
        </div>
      </div>
    </div>
  )
}

const tones = { sending: 'gold', paused: 'gold', stopped: 'red', done: 'green' } as const

export const StatePill = ({ state }: { state: MailingState }) => (
  <Pill tone={tones[state]}>{mailingText.states[state]}</Pill>
)

const { figures } = mailingText

/** The figures of an email so far. The number sent is always shown; the others only if there are any. */
export function figuresOf({ state, ...counts }: MailingCounts & { state: MailingState }) {
  const rest = [
    { label: isUnderWay(state) ? figures.waiting : figures.unsent, count: waitingIn(counts) },
    { label: figures.unsure, count: counts.unsure },
    { label: figures.refused, count: counts.refused },
    { label: figures.failed, count: counts.failed },
    { label: figures.leftOut, count: counts.leftOut },
  ]
  return [{ label: figures.sent, count: counts.sent }, ...rest.filter(({ count }) => count > 0)]
}
