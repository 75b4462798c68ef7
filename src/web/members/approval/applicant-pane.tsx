/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { approvalText } from '#shared/members/approval/approval-text.ts'
import { errorText } from '#shared/text.ts'
import { showInstant } from '#shared/time.ts'
import { ApiError, useApi } from '#web/api/client.ts'
import { memberQuery, type Member } from '#web/api/members/profile.ts'
import { Button } from '#web/components/button.tsx'
import { PencilIcon } from '#web/components/edit-icons.tsx'
import { classes } from '#web/components/classes.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Failed } from '#web/components/failed.tsx'
import { AlertIcon } from '#web/components/icons.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ApplicantFacts } from '#web/members/approval/applicant-facts.tsx'
import { Compare, isCompared } from '#web/members/approval/compare.tsx'
import { concernText } from '#web/members/approval/concerns.ts'
import { applicantDocuments, type ApplicantDocument } from '#web/members/approval/documents.ts'
import { DocumentsPane } from '#web/members/approval/documents-pane.tsx'
import type { Waiting } from '#web/members/approval/queue.ts'
import { ReturnNotice } from '#web/members/approval/return-notice.tsx'
import { useDocumentView, type DocumentView } from '#web/members/approval/use-document-view.ts'
import { useKeys } from '#web/members/approval/use-keys.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { memberHref } from '#web/members/list-address.ts'
import { memberName } from '#web/members/member-name.ts'

interface ApplicantPaneProps {
  id: string
  /** As the queue has them; not there when they are on another page of it, or somebody else has decided meanwhile. */
  row: Waiting | undefined
  keysOn: boolean
  onNext: () => void
  /** Told whatever the applicant's data are doing. */
  notice: React.ReactNode
  /** The decisions, drawn once there is something to decide on: on the oldest version of what is on the screen. */
  children: (person: Waiting) => React.ReactNode
}

/** One applicant: what they have told us beside what they have sent. */
export function ApplicantPane({ id, row, keysOn, onNext, notice, children }: ApplicantPaneProps) {
  const profile = useQuery({ ...memberQuery(useApi(), id), networkMode: 'always' })
  const { member, applicant } = profile.data ?? {}
  // The queue may know of a correction that what was kept of them does not have.
  const { refetch } = profile
  const outdated = row !== undefined && member !== undefined && row.version > member.version ? row.version : null
  useEffect(() => {
    if (outdated !== null) void refetch()
  }, [outdated, refetch])
  // Stays from one applicant to the next, for those who go through the payments of all; but first what was sent anew.
  const [opened, setOpened] = useState<{ of: string | null; document: ApplicantDocument }>({
    of: null,
    document: applicantDocuments[0],
  })
  const sentAnew = applicant && sentAgain(applicant)
  const open = (opened.of !== id && sentAnew) || opened.document
  const setOpen = (document: ApplicantDocument) => setOpened({ of: id, document })
  const view = useDocumentView(member?.[open.kind] ?? null)
  useKeys(
    {
      ...Object.fromEntries(
        applicantDocuments.map((document, place) => [String(place + 1), () => setOpen(document)] as const),
      ),
      '+': view.zoomIn,
      '=': view.zoomIn,
      '-': view.zoomOut,
      '0': view.fit,
      t: view.turnRight,
    },
    keysOn,
  )
  const isGone =
    applicant === null ||
    (profile.error instanceof ApiError && ['user-not-found', 'invalid-input'].includes(profile.error.code))

  if (isGone)
    return (
      <Framed notice={notice}>
        <div className="flex-1 p-6">
          <EmptyState
            title={errorText['applicant-gone']}
            action={<Button onClick={onNext}>Show the next one</Button>}
          />
        </div>
      </Framed>
    )
  if (profile.isError && !member)
    return (
      <Framed notice={notice}>
        <div className="flex-1 p-6">
          <Failed
            title="This application could not be loaded"
            error={profile.error}
            onRetry={() => void profile.refetch()}
          />
        </div>
      </Framed>
    )
  if (!member || !applicant)
    return (
      // Where the decisions will be, nothing else comes under the thumb meanwhile.
      <Framed notice={notice} decisions={<div className="h-19 border-t border-line bg-card" />}>
        <ApplicantSkeleton name={row && memberName(row)} />
      </Framed>
    )
  const newer = row && row.version >= applicant.version ? row : applicant
  return (
    <Framed notice={notice} decisions={children({ ...newer, version: Math.min(newer.version, member.version) })}>
      <ApplicantBody {...{ member, open, view }} applicant={newer} onOpen={setOpen} />
    </Framed>
  )
}

/** The document that a corrected application is about. */
const sentAgain = ({ application: { mendedAt, items } }: Waiting) =>
  mendedAt === null ? undefined : applicantDocuments.find(({ kind }) => items.includes(kind))

interface FramedProps {
  notice: React.ReactNode
  decisions?: React.ReactNode
  children: React.ReactNode
}

/** The decisions are at the end of the screen, where the thumb is. On a phone only they: a notice stands above the applicant. */
const Framed = ({ notice, decisions, children }: FramedProps) => (
  <>
    <div className="lg:hidden">{notice}</div>
    {children}
    <div className="sticky bottom-0 z-20 flex-none shadow-[0_-8px_24px_rgb(11_31_58/0.08)] short:static lg:static lg:shadow-none">
      <div className="max-lg:hidden">{notice}</div>
      {decisions}
    </div>
  </>
)

interface ApplicantBodyProps {
  member: Member
  applicant: Waiting
  open: ApplicantDocument
  onOpen: (document: ApplicantDocument) => void
  view: DocumentView
}

function ApplicantBody({ member, applicant, open, onOpen, view }: ApplicantBodyProps) {
  const name = memberName(member)
  return (
    <div
      className={classes(
        'flex min-h-0 flex-1 flex-col gap-5 p-5 lg:grid lg:grid-rows-[minmax(0,1fr)] lg:gap-6 lg:p-6',
        // Two records beside one another need more room than one.
        isCompared(applicant.concerns)
          ? 'lg:grid-cols-[minmax(21rem,1fr)_minmax(0,1.6fr)]'
          : 'lg:grid-cols-[minmax(16rem,1fr)_minmax(0,2.3fr)]',
      )}
    >
      <div
        role="region"
        aria-label="Application"
        tabIndex={0}
        // Relative: what is only heard lies where it would be seen, and would make the page longer from there.
        className="relative contents min-h-0 overflow-y-auto overscroll-contain lg:-my-6 lg:-ml-6 lg:block lg:py-6 lg:pr-2 lg:pl-6"
      >
        <div>
          <p className="eyebrow text-gold-ink">Applied {showInstant(new Date(member.createdAt).getTime())}</p>
          <h2 className="mt-1 text-3xl">{name}</h2>
          <ReturnNotice application={applicant.application} />
          <Concerns concerns={applicant.concerns} />
          <Compare member={member} concerns={applicant.concerns} />
          <SiteLink
            href={`${memberHref(member.id, `approval=true&applicant=${member.id}`)}&edit=yes`}
            className="text-link inline-flex min-h-11 items-center gap-2"
          >
            <PencilIcon className="size-4" />
            {approvalText.editSlip}
          </SiteLink>
        </div>
        <div className="order-last">
          <ApplicantFacts member={member} />
        </div>
      </div>
      <DocumentsPane {...{ member, name, open, onOpen, view }} />
    </div>
  )
}

function Concerns({ concerns }: Pick<Waiting, 'concerns'>) {
  if (concerns.length === 0) return null
  return (
    <ul className="mt-3 grid gap-1 rounded-field border-l-4 border-red bg-red-soft px-3 py-2 text-red">
      {concerns.map((concern) => (
        <li key={concern} className="flex gap-2 font-semibold wrap-anywhere">
          <AlertIcon className="mt-0.5 size-5 flex-none" />
          {concernText[concern]}
        </li>
      ))}
    </ul>
  )
}

function ApplicantSkeleton({ name }: { name: string | undefined }) {
  return (
    <div
      role="status"
      className="grid flex-1 content-start gap-5 p-5 lg:grid-cols-[minmax(16rem,1fr)_minmax(0,2.3fr)] lg:content-stretch lg:gap-6 lg:p-6"
    >
      <div className="grid content-start gap-3">
        <Skeleton className="h-5 w-2/3" />
        {name ? <h2 className="text-3xl">{name}</h2> : <Skeleton className="h-8 w-4/5" />}
        {Array.from({ length: 8 }, (_, place) => (
          <Skeleton key={place} />
        ))}
        <span className="sr-only">Loading…</span>
      </div>
      <Skeleton className="h-full min-h-80 w-full rounded-card" />
    </div>
  )
}
