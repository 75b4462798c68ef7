import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { showCount } from '#shared/figures.ts'
import { missingSentence } from '#shared/members/dues/text.ts'
import { showPesos } from '#shared/pesos.ts'
import { showPlainDate } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import type { Column } from '#web/components/data-table.tsx'
import { DownloadIcon } from '#web/components/icons.tsx'
import { Fetched } from '#web/components/notice.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { planQuery, receiptFile, type AcceptedPayment, type Payer, type DuesReceipt, type StoredPlan } from './api.ts'

const places = [
  { label: 'Waiting', href: '/admin/dues' },
  { label: 'Cash', href: '/admin/dues/cash' },
  { label: 'Receipts', href: '/admin/dues/receipts' },
  { label: 'Statement', href: '/admin/dues/statement' },
  { label: 'Members', href: '/admin/dues/members' },
  { label: 'Overview', href: '/admin/dues/overview' },
  { label: 'Settings', href: '/admin/settings/dues' },
] as const

export const DuesNav = () => (
  <nav aria-label="Dues" className="flex flex-wrap gap-x-1">
    {places.map(({ label, href }) => (
      <SiteLink
        key={href}
        href={href}
        className="flex min-h-12 items-center border-b-[3px] border-transparent px-1.5 font-semibold sm:px-3 text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-navy aria-[current=page]:text-ink"
      >
        {label}
      </SiteLink>
    ))}
  </nav>
)

/** The title in the browser's tab. */
export function DuesTitle({ title }: { title: string }) {
  const { shortName } = useSite()
  return <PageHead title={`Dues: ${title} – ${shortName} Admin`} />
}

/** Above every screen of the treasury. */
export function DuesHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="no-print flex flex-none flex-wrap items-center gap-x-6 border-b border-line bg-card px-5 pt-2 lg:px-6">
      <h1 className="text-3xl">
        Dues<span className="sr-only">: {title}</span>
      </h1>
      <DuesNav />
      {children && <div className="ml-auto flex items-center gap-3">{children}</div>}
    </header>
  )
}

interface DuesPageProps {
  title: string
  children: (stored: StoredPlan) => ReactNode
}

export const DuesPage = ({ title, children }: DuesPageProps) => (
  <>
    <DuesTitle title={title} />
    <DuesHead title={title} />
    <div className="grid grid-cols-1 gap-10 p-5 md:p-8 print:gap-6 print:p-0">
      <Fetched query={useQuery(planQuery)} failed="The dues could not be loaded">
        {children}
      </Fetched>
    </div>
    <ToastRegion />
  </>
)

interface SectionProps {
  title: string
  tools?: ReactNode
  children: ReactNode
}

export function Section({ title, tools, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        <div className="no-print flex flex-wrap items-end gap-3">{tools}</div>
      </div>
      {children}
    </section>
  )
}

export const CsvLink = ({ href }: { href: string }) => (
  <a href={href} download className={buttonClass('outline')}>
    <DownloadIcon />
    CSV
  </a>
)

/** A receipt, or the picture of a proof. */
export const FileInNewTab = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener" className="tap-link tabular-nums">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

/** Shown after a payment was accepted. */
export const acceptedSentence = (
  { receipt, paidUntil, missing }: AcceptedPayment,
  { centavos, name }: { centavos: number; name: string },
): string =>
  `Receipt ${receipt}: ${showPesos(centavos)} from ${name}. ${missing ? missingSentence(missing) : `Paid until ${showPlainDate(paidUntil)}.`}`

export const lastPaidWords = ({ centavos, paidOn, way, receipt }: NonNullable<Payer['last']>): string =>
  `${showPesos(centavos)} on ${showPlainDate(paidOn)}, ${way}, receipt ${receipt}`

export const lastRemindersSentence = ({ people, day }: NonNullable<StoredPlan['lastReminders']>): string =>
  `The last reminders went to ${showCount(people, 'member')} on ${showPlainDate(day)}.`

/** Strikes through what is void. */
const Struck = ({ voided, children }: { voided: boolean; children: ReactNode }) =>
  voided ? <s className="text-muted">{children}</s> : children

/** The number of a receipt, as a link that opens it. */
export const receiptColumn: Column<Pick<DuesReceipt, 'id' | 'receipt' | 'voided'>> = {
  heading: 'Receipt',
  main: true,
  whole: true,
  cell: ({ id, receipt, voided }) => (
    <Struck voided={voided}>
      <FileInNewTab href={receiptFile(id)}>{receipt}</FileInNewTab>
    </Struck>
  ),
}

export const amountColumn: Column<Pick<DuesReceipt, 'centavos' | 'voided'>> = {
  heading: 'Amount',
  numeric: true,
  cell: ({ centavos, voided }) => <Struck voided={voided}>{showPesos(centavos)}</Struck>,
}

/** The payer, as a link to all that they paid. */
export const PayerLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <SiteLink href={`/admin/dues/members?member=${id}`} className="text-link">
    {children}
  </SiteLink>
)
