import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DuesEntry, OwnDues } from '#shared/members/dues/ledger.ts'
import { showPesos, type DuesPlan } from '#shared/members/dues/plan.ts'
import { standingSentence } from '#shared/members/dues/text.ts'
import { showPlainDate } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Fetched, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { ContactList } from '#web/layout/contact-ways.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { SectionCard } from '#web/members/privacy/request-parts.tsx'
import { ownDuesQuery } from './api.ts'
import { Entries } from './entries.tsx'
import { PayForm } from './pay-form.tsx'
import { ownDuesText as text, standingTitles } from './text.ts'

/** A member's own dues: how they stand, where to pay, what was sent and what came of it. */
export function DuesScreen() {
  const { shortName } = useSite()
  return (
    <div className="wrap max-w-4xl py-10 md:py-14">
      <PageHead title={`${text.title} – ${shortName}`} />
      <h1 className="text-5xl">{text.title}</h1>
      <div className="mt-6 grid grid-cols-1 gap-6">
        <Fetched query={useQuery(ownDuesQuery)} failed={text.failed} loading={<Skeleton className="h-40 w-full" />}>
          {(dues) => <Dues dues={dues} />}
        </Fetched>
      </div>
      <ToastRegion />
    </div>
  )
}

const tones = { exempt: 'info', good: 'success', grace: 'warning', lapsed: 'error' } as const

function Dues({ dues }: { dues: OwnDues }) {
  const { standing, due, accounts, entries } = dues
  /** A payment for which another proof was asked; and how many were sent, so that each has a form of its own. */
  const [again, setAgain] = useState<DuesEntry | null>(null)
  const [sent, setSent] = useState(0)
  /** Whoever sent what they owe is not asked for it again. */
  const checks = standing.kind !== 'good' && entries.some(({ state }) => state === 'waiting')
  const pays = standing.kind !== 'exempt' || again !== null
  const isAhead = standing.kind === 'good'
  return (
    <>
      <Notice tone={checks ? 'info' : tones[standing.kind]} title={checks ? text.waits : standingTitles[standing.kind]}>
        {!checks && <p>{standingSentence(standing)}</p>}
      </Notice>
      {pays && (
        <SectionCard title={again ? text.again : isAhead ? text.ahead : text.pay}>
          <div className="mt-4 grid grid-cols-1 gap-6">
            {again ? (
              <Notice tone="warning" title={text.askedAgain}>
                <p className="wrap-anywhere whitespace-pre-line">{again.reason}</p>
                <Button look="outline" size="small" className="mt-3" onClick={() => setAgain(null)}>
                  {text.notNow}
                </Button>
              </Notice>
            ) : (
              <div className="rounded-card bg-olive-soft p-5 text-olive">
                <p className="eyebrow">{text.toPay}</p>
                <p className="display mt-1 text-4xl tabular-nums">{showPesos(due.centavos)}</p>
                <p>{text.period(showPlainDate(due.first), showPlainDate(due.last))}</p>
                {dues.credit > 0 && <p>{text.credit(showPesos(dues.credit))}</p>}
              </div>
            )}
            {accounts.length === 0 ? (
              <div>
                <p>{text.ask}</p>
                <ContactList />
              </div>
            ) : (
              <>
                {!again && <Accounts accounts={accounts} />}
                <PayForm
                  key={again?.id ?? sent}
                  dues={dues}
                  again={again}
                  onSent={() => {
                    setAgain(null)
                    setSent(sent + 1)
                  }}
                />
              </>
            )}
          </div>
        </SectionCard>
      )}
      <SectionCard title={text.payments}>
        <Entries
          entries={entries}
          empty={<p className="mt-3 text-muted">{text.noPayments}</p>}
          renderAct={(entry) =>
            entry.state === 'asked again' && (
              <Button size="small" onClick={() => setAgain(entry)}>
                {text.sendAgain}
              </Button>
            )
          }
        />
      </SectionCard>
    </>
  )
}

/** Each with its number to copy, and its picture for another phone to scan. */
function Accounts({ accounts }: Pick<DuesPlan, 'accounts'>) {
  return (
    <div>
      <h3 className="text-2xl">{text.where}</h3>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2">
        {accounts.map(({ name, number, qr }) => (
          <li key={name} className="flex flex-wrap gap-4 rounded-field border border-line p-4">
            <div className="grid min-w-0 flex-1 basis-40 content-start justify-items-start gap-2">
              <p>
                {name}
                <strong className="block text-xl break-words tabular-nums select-all">{number}</strong>
              </p>
              <CopyButton text={number} what={text.numberOf(name)} />
            </div>
            {qr && (
              <a href={`/api/files/${qr}`} target="_blank" rel="noopener">
                <img
                  src={`/api/files/${qr}`}
                  alt={text.codeOf(name)}
                  width="144"
                  height="144"
                  loading="lazy"
                  className="size-36 rounded-field border border-line bg-white object-contain"
                />
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
