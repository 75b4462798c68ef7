import { useQuery } from '@tanstack/react-query'
import { useState, type MouseEvent } from 'react'
import { showNumber, showBytes } from '#shared/figures.ts'
import { heldFileName } from '#shared/members/privacy/privacy.ts'
import { showInstant, showDay } from '#shared/time.ts'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { SectionCard } from '#web/components/section-card.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { dataAddress, myDataQuery, ownRequestsQuery, whyNoDownload, type MyData } from './api.ts'
import { AskCorrection, AskErasure, OwnRequests } from './own-requests.tsx'

/** What the association stores about the person logged in, and what they can request. */
export function MyDataScreen() {
  const site = useSite()
  const me = useQuery(meQuery)
  const data = useQuery(myDataQuery)
  const requests = useQuery(ownRequestsQuery)
  const isAdmin = me.data?.role === 'admin'
  const openOf = (kind: 'correction' | 'erasure') =>
    requests.data?.requests.find((request) => request.kind === kind && request.outcome === null)

  return (
    <div className="wrap max-w-4xl py-10 md:py-14">
      <PageHead title={`My data – ${site.shortName}`} />
      {!isAdmin && (
        <SiteLink href="/profile" className="tap-link">
          Back to my profile
        </SiteLink>
      )}
      <h1 className="mt-2 text-5xl">My data</h1>
      <p className="mt-3 max-w-[60ch] text-lg text-muted">
        What {site.shortName} holds about you and why, who has looked at it, and what you can ask us to do.
      </p>
      <div className="mt-8 grid grid-cols-1 gap-6">
        {data.isPending && <CardSkeleton />}
        {me.isError && !me.data && (
          <Failed title="Your account could not be loaded" error={me.error} onRetry={() => void me.refetch()} />
        )}
        {data.isError && !data.data && (
          <Failed title="Your data could not be loaded" error={data.error} onRetry={() => void data.refetch()} />
        )}
        {data.data && me.data && <DataDownload memberId={me.data.id} files={data.data.files} />}
        {requests.isPending && <CardSkeleton />}
        {requests.isError && !requests.data && (
          <Failed
            title="Your requests could not be loaded"
            error={requests.error}
            onRetry={() => void requests.refetch()}
          />
        )}
        {requests.data && (
          <>
            <OwnRequests requests={requests.data.requests} />
            <AskCorrection open={openOf('correction') !== undefined} isAdmin={isAdmin} />
          </>
        )}
        {data.data && (
          <>
            <HeldList files={data.data.files} />
            <ConsentRecord consent={data.data.consent} />
            <Openings openings={data.data.openings} />
          </>
        )}
        {requests.data && me.data && <AskErasure open={openOf('erasure')} isAdmin={me.data.role === 'admin'} />}
      </div>
      <ToastRegion />
    </div>
  )
}

function CardSkeleton() {
  return (
    <div className="card grid gap-4 p-6 md:p-8" role="status">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-8 w-1/2" />
      <Skeleton />
      <Skeleton className="h-12 w-48" />
    </div>
  )
}

const heldCategories: readonly [what: string, why: string][] = [
  [
    'Your name, rank, service, unit, region and ID number',
    'To keep the list of members, which other members can see, and to know for which seats you may run and vote.',
  ],
  ['Your serial number and birthday', 'To know that it is you when you log in, and for your ID card.'],
  [
    'Your email address, phone number and addresses',
    'To reach you. Your home address is printed on the back of your ID card.',
  ],
  ['Your contact person', 'To reach someone if something happens to you. It is printed on your ID card.'],
  [
    'Your height, weight, blood type and PhilHealth number',
    'To help you in an emergency. Only administrators and those they name can see them.',
  ],
  [
    'How and when you log in',
    'To keep strangers out of your account. We keep your password in a form nobody can read.',
  ],
  [
    'Your nominations, and that you voted',
    'So that elections can be checked. What you chose is sealed, and once the result is certified nobody can open it any more. The page “How your vote is kept secret and counted” says what is possible before that.',
  ],
]

function HeldList({ files }: { files: MyData['files'] }) {
  return (
    <SectionCard title="What we hold, and why">
      <dl className="mt-4 grid gap-x-8 md:grid-cols-2">
        {heldCategories.map(([what, why]) => (
          <div key={what} className="border-t border-line py-3">
            <dt className="font-semibold">{what}</dt>
            <dd className="text-muted">{why}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 text-2xl">Your pictures and documents</h3>
      {files.length === 0 ? (
        <p className="mt-2 text-muted">We have no pictures or documents of yours.</p>
      ) : (
        <ul className="mt-2">
          {files.map(({ id, kind, paid, size, receivedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line py-1">
              <a href={`/api/files/${id}`} target="_blank" rel="noopener" className="tap-link">
                {heldFileName(kind, paid)}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
              <span className="text-muted tabular-nums">
                {showBytes(size)}, sent {showDay(receivedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

type Opening = MyData['openings']['shown'][number]

const columns: Column<Opening>[] = [
  {
    heading: 'What',
    main: true,
    cell: ({ file, paid }) => (file ? heldFileName(file, paid) : 'Everything, as a download'),
  },
  { heading: 'By', cell: ({ by }) => capitalised(by) },
  { heading: 'When', cell: ({ at }) => showInstant(at) },
]

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function Openings({ openings: { shown, inAll } }: { openings: MyData['openings'] }) {
  return (
    <SectionCard title="Who opened my documents">
      <p className="mt-3 mb-4 max-w-[60ch] text-muted">
        {shown.length === 0
          ? 'Nobody but you has opened your documents. When an administrator does, you will see it here.'
          : 'We record each time someone else opens one of your documents.'}
      </p>
      {shown.length > 0 && (
        <DataTable
          caption="Who opened my documents, newest first"
          columns={columns}
          rows={shown}
          keyOf={({ entry }) => String(entry)}
          empty={null}
        />
      )}
      {inAll > shown.length && (
        <p className="mt-4 text-muted">
          These are the newest {shown.length} of {showNumber(inAll)}. Your download has them all.
        </p>
      )}
    </SectionCard>
  )
}

function ConsentRecord({ consent }: { consent: MyData['consent'] }) {
  const { version, acceptedAt, bloodTypeSince } = consent
  return (
    <SectionCard title="What you agreed to">
      <ul className="mt-4 grid gap-3">
        <li>
          {version && acceptedAt !== null ? (
            <>
              You accepted our privacy notice (version {version}) on <strong>{showInstant(acceptedAt)}</strong>.
            </>
          ) : (
            'You joined before this website asked members to accept the privacy notice, so we have no record of it.'
          )}
        </li>
        <li>
          {bloodTypeSince === null ? (
            'Your blood type is not printed on your ID card, because you have not agreed to it.'
          ) : (
            <>
              Your blood type may be printed on your ID card. You agreed to it on{' '}
              <strong>{showInstant(bloodTypeSince)}</strong>.
            </>
          )}
        </li>
      </ul>
    </SectionCard>
  )
}

/** The record as text is a few kilobytes; the pictures matter. */
const recordBytes = 10 * 1024

function DataDownload({ memberId, files }: { memberId: string; files: MyData['files'] }) {
  const address = dataAddress(memberId)
  const [refusal, setRefusal] = useState<string | null>(null)

  // Browsers do not say why a download was refused, so ask before.
  async function begin(event: MouseEvent) {
    event.preventDefault()
    const why = await whyNoDownload(memberId)
    setRefusal(why)
    if (why === null) window.location.assign(address)
  }

  const bytes = files.reduce((sum, { size }) => sum + size, recordBytes)
  return (
    <SectionCard title="Download everything">
      <p className="mt-3 max-w-[60ch]">
        One ZIP file with your record, your pictures and documents, and a text that explains them. It is about{' '}
        <strong>{showBytes(bytes)}</strong>.
      </p>
      <a href={address} download onClick={(event) => void begin(event)} className={`${buttonClass('primary')} mt-5`}>
        Download my data
      </a>
      {refusal && (
        <Notice tone="warning" className="mt-4">
          {refusal}
        </Notice>
      )}
      <p className="mt-3 max-w-[60ch] text-muted">
        If other people use this phone or computer, delete the file after you have read it.
      </p>
    </SectionCard>
  )
}
