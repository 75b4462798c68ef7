import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { joinWithDots } from '#shared/joined-text.ts'
import type { SimilarRecord } from '#shared/members/approval/approval.ts'
import type { Application, Concern } from '#shared/members/listing/listing.ts'
import { shortLabel } from '#shared/members/member-fields.ts'
import { whyDoubtPhone } from '#shared/members/phone.ts'
import { itemLabel } from '#shared/members/registration/correctable.ts'
import { showReference } from '#shared/members/registration/reference.ts'
import { errorText } from '#shared/text.ts'
import { showInstant, showPlainDate } from '#shared/time.ts'
import { ApiError } from '#web/api/client.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { PencilIcon, AlertIcon } from '#web/components/icons.tsx'
import { EmptyState, Failed, Notice, Fetched } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { memberQuery, type Member } from '#web/members/api.ts'
import { FactList, DeskItemFrame } from '#web/members/desk-parts.tsx'
import { memberHref } from '#web/members/list-address.ts'
import { factsIn, showFact, type ShownField } from '#web/members/record-facts.ts'
import { memberName } from '#web/members/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { alikeQuery } from './api.ts'
/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import type { Applicant } from './applicants.ts'
import { DocumentsPane, useDocumentView, type DocumentView } from './documents-pane.tsx'
import { alikeText, approvalText, concernText, returningText } from './text.ts'

interface ApplicantPaneProps {
  id: string
  /** As in the queue; undefined if they are on another page of it, or somebody else has decided meanwhile. */
  row: Applicant | undefined
  keysOn: boolean
  onNext: () => void
  /** Shown even while the applicant's data loads. */
  notice: ReactNode
  /** The decisions, rendered once there is something to decide on, for the oldest version on the screen. */
  children: (person: Applicant) => ReactNode
}

/** One applicant: their answers beside their documents. */
export function ApplicantPane({ id, row, keysOn, onNext, notice, children }: ApplicantPaneProps) {
  const profile = useQuery({ ...memberQuery(id), networkMode: 'always' })
  const { member, applicant } = profile.data ?? {}
  // The queue may know of a correction that the cached profile lacks.
  const { refetch } = profile
  const outdated = row !== undefined && member !== undefined && row.version > member.version ? row.version : null
  useEffect(() => {
    if (outdated !== null) void refetch()
  }, [outdated, refetch])
  const view = useDocumentView(id, { member, applicant }, keysOn)
  const isGone =
    applicant === null ||
    (profile.error instanceof ApiError && ['user-not-found', 'invalid-input'].includes(profile.error.code))

  if (isGone)
    return (
      <DeskItemFrame notice={notice}>
        <div className="flex-1 p-6">
          <EmptyState
            title={errorText['applicant-gone']}
            action={<Button onClick={onNext}>Show the next one</Button>}
          />
        </div>
      </DeskItemFrame>
    )
  if (profile.isError && !member)
    return (
      <DeskItemFrame notice={notice}>
        <div className="flex-1 p-6">
          <Failed title="This application could not be loaded" error={profile.error} onRetry={() => void refetch()} />
        </div>
      </DeskItemFrame>
    )
  if (!member || !applicant)
    return (
      // Nothing else takes the place of the decisions while loading.
      <DeskItemFrame notice={notice} decisions={<div className="h-19 border-t border-line bg-card" />}>
        <ApplicantSkeleton name={row && memberName(row)} />
      </DeskItemFrame>
    )
  const newer = row && row.version >= applicant.version ? row : applicant
  return (
    <DeskItemFrame notice={notice} decisions={children({ ...newer, version: Math.min(newer.version, member.version) })}>
      {/* Each begins at the top, where the warnings are. */}
      <ApplicantBody key={member.id} member={member} applicant={newer} view={view} />
    </DeskItemFrame>
  )
}

interface ApplicantBodyProps {
  member: Member
  applicant: Applicant
  view: DocumentView
}

function ApplicantBody({ member, applicant: { application, concerns }, view }: ApplicantBodyProps) {
  const name = memberName(member)
  const isCompared = concerns.some((concern) => aboutOthers.includes(concern))
  return (
    <div
      className={classes(
        'flex min-h-0 flex-1 flex-col gap-5 p-5 lg:grid lg:grid-rows-[minmax(0,1fr)] lg:gap-6 lg:p-6',
        // Two records side by side need more space.
        isCompared
          ? 'lg:grid-cols-[minmax(21rem,1fr)_minmax(0,1.6fr)]'
          : 'lg:grid-cols-[minmax(16rem,1fr)_minmax(0,2.3fr)] xl:grid-cols-[minmax(20rem,1fr)_minmax(0,2.3fr)]',
      )}
    >
      <div
        role="region"
        aria-label="Application"
        tabIndex={0}
        // Positioned: visually hidden text would otherwise make the page longer.
        className="relative contents min-h-0 overflow-y-auto overscroll-contain lg:-my-6 lg:-ml-6 lg:block lg:py-6 lg:pr-2 lg:pl-6"
      >
        <div>
          <p className="eyebrow text-gold-ink">Applied {showInstant(member.createdAt)}</p>
          <h2 className="mt-1 text-3xl">{name}</h2>
          <ReturnNotice application={application} />
          <Concerns concerns={concerns} />
          {isCompared && <Compare member={member} />}
          <SiteLink
            href={`${memberHref(member.id, `approval=true&applicant=${member.id}`)}&edit=yes`}
            className="tap-link gap-2"
          >
            <PencilIcon className="size-4" />
            {approvalText.editSlip}
          </SiteLink>
        </div>
        {/* Everything the applicant has told us, in little room: some of it stands together in one line. */}
        <div className="order-last">
          <Facts title="Service" member={member} facts={factsIn('service').filter((fact) => fact !== 'ms')} />
          <Facts title="Payment" member={member} facts={factsIn('payment')} />
          <Facts title="Person" member={member} facts={factsIn('personal').filter((fact) => fact !== 'weight')} />
          <Facts title="Contact person" member={member} facts={factsIn('contact')} />
        </div>
      </div>
      <DocumentsPane member={member} name={name} view={view} />
    </div>
  )
}

function ApplicantSkeleton({ name }: { name: string | undefined }) {
  return (
    <div
      role="status"
      className="grid flex-1 content-start gap-5 p-5 lg:grid-cols-[minmax(16rem,1fr)_minmax(0,2.3fr)] xl:grid-cols-[minmax(20rem,1fr)_minmax(0,2.3fr)] lg:content-stretch lg:gap-6 lg:p-6"
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

/** What the applicant was asked for, and whether it has arrived. */
function ReturnNotice({ application }: { application: Application }) {
  const { reference, returnedAt, correctedAt, items, message } = application
  const labels = items.map(itemLabel).join(', ')
  return (
    <>
      {reference && <p className="mt-1 text-muted tabular-nums">Reference {showReference(reference)}</p>}
      {returnedAt !== null && (
        <Notice tone="warning" title={returningText.returned(showInstant(returnedAt))} className="mt-3">
          <p>
            {returningText.askedFor}: {labels}
          </p>
          <p className="break-words whitespace-pre-line">“{message}”</p>
        </Notice>
      )}
      {correctedAt !== null && (
        <Notice tone="info" title={returningText.corrected(showInstant(correctedAt))} className="mt-3">
          <p>
            {returningText.changed}: <strong>{labels}</strong>
          </p>
          <p className="break-words whitespace-pre-line">“{message}”</p>
        </Notice>
      )}
    </>
  )
}

function Concerns({ concerns }: { concerns: readonly Concern[] }) {
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

function Facts({ title, member, facts }: { title: string; member: Member; facts: ShownField[] }) {
  return (
    <section className="mt-5">
      <h3 className="eyebrow text-gold-ink">{title}</h3>
      <FactList facts={facts.map((fact) => lineOf(member, fact))} />
    </section>
  )
}

function lineOf(member: Member, fact: ShownField): [label: string, value: ReactNode] {
  const doubt = doubtOf(member, fact)
  return [
    fact === 'height' ? 'Height, weight' : shortLabel(fact),
    <>
      {textOf(member, fact) || <span className="font-normal text-muted">Not given</span>}
      {doubt && <span className="block font-normal text-red">{doubt}</span>}
    </>,
  ]
}

function textOf(member: Member, fact: ShownField): string | null {
  if (fact === 'rank') return [member.rank, member.ms].filter(Boolean).join(', ')
  if (fact === 'height') return [member.height, member.weight].filter(Boolean).join(', ')
  return showFact(member, fact)
}

const doubtOf = (member: Member, fact: ShownField) =>
  fact === 'cellphoneNumber' || fact === 'contactPersonNumber' ? whyDoubtPhone(member[fact] ?? '') : null

/** Concerns for which there is another record to compare with. */
const aboutOthers: readonly Concern[] = [
  'serial-alike',
  'person-alike',
  'person-rejected',
  'payment-reference-seen',
  'payment-picture-seen',
]

/** The application beside the record it resembles, so that nobody has to search for that. */
function Compare({ member }: { member: Member }) {
  const own = { ...member, name: memberName(member), picture: member.profilePicture, standing: 'waiting' as const }
  return (
    <Fetched
      query={useQuery(alikeQuery(member.id))}
      failed={alikeText.failed}
      loading={<Skeleton className="mt-4 h-32 w-full" />}
    >
      {({ records, rejectedAt }) => (
        <section aria-label={alikeText.title} className="mt-4 grid gap-4">
          {rejectedAt !== null && (
            <Notice tone="warning">{alikeText.rejected(showInstant(rejectedAt).split(', ')[0] ?? '')}</Notice>
          )}
          {records.map((record) => (
            <div key={record.id} className="card p-3">
              <p className="font-semibold text-red">{joinWithDots(record.same.map((what) => alikeText.same[what]))}</p>
              <div className="mt-3 flex flex-wrap gap-3">
                <Side record={own} title={alikeText.thisOne} />
                <Side record={record} title={record.idNumber ?? alikeText.standings[record.standing]}>
                  <a href={`/member/${record.id}`} target="_blank" rel="noreferrer" className="tap-link">
                    {alikeText.open}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                </Side>
              </div>
            </div>
          ))}
        </section>
      )}
    </Fetched>
  )
}

interface SideProps {
  title: string
  record: Pick<SimilarRecord, 'name' | 'militarySerial' | 'birthday' | 'picture' | 'standing'>
  children?: ReactNode
}

function Side({ title, record: { name, militarySerial, birthday, picture, standing }, children }: SideProps) {
  const facts = [
    [alikeText.serial, militarySerial ?? ''],
    [alikeText.birthday, birthday ? showPlainDate(birthday) : ''],
    [alikeText.standing, alikeText.standings[standing]],
  ] as const
  return (
    // At least as wide as their longest word at any text size; side by side where both fit.
    <div className="max-w-full min-w-0 flex-[1_1_min-content]">
      <p className="eyebrow text-gold-ink">{title}</p>
      <Avatar name={name} photo={picture && `/api/files/${picture}`} className="mt-2 size-16 text-xl" />
      <p className="mt-2 text-[0.9375rem] font-semibold break-words">{name}</p>
      <dl className="mt-1 grid gap-1">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-[0.9375rem] text-muted">{label}</dt>
            <dd className="font-semibold break-words tabular-nums">{value || '–'}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}
