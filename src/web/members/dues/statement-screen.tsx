import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { showCount, showNumber } from '#shared/figures.ts'
import { joinWithDots } from '#shared/joined-text.ts'
import { lineShows, linesPerPage, type LineDecision } from '#shared/members/dues/schemas.ts'
import { sumOf } from '#shared/members/dues/statement-line.ts'
import { showPesos } from '#shared/pesos.ts'
import { showPlainDate } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { Combobox } from '#web/components/combobox.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EmptyState, Fetched, Notice } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { showToast } from '#web/components/toast.tsx'
import { changePlace, useListPlace } from '#web/members/list-address.ts'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { AddStatement } from './add-statement.tsx'
import {
  decideOnLine,
  invalidateDues,
  receiptsQuery,
  statementQuery,
  type StatementLine,
  type Statements,
} from './api.ts'
import { DuesPage, PayerLink, Section } from './dues-head.tsx'
import { ReasonButton } from './reason-button.tsx'

/** What the bank says beside what the receipts say. */
export const StatementScreen = () => (
  <DuesPage title="Statement">
    {({ plan }) => (
      <>
        <AddStatement accounts={(plan?.accounts ?? []).map(({ name }) => name)} />
        <Lines />
      </>
    )}
  </DuesPage>
)

const kinds = {
  open: { tab: 'Open', title: 'Open lines', none: 'No line is open' },
  matched: { tab: 'Matched', title: 'Matched lines', none: 'No line is matched yet' },
  aside: { tab: 'Set aside', title: 'Lines set aside', none: 'No line is set aside' },
} as const

/** Open lines with what each may be, matched lines, or lines that are no dues. */
function Lines() {
  const { page } = useListPlace()
  const search = useSearch()
  const show = lineShows.find((each) => each === search.get('show')) ?? 'open'
  const { title, none } = kinds[show]
  return (
    <Section title={title}>
      <Fetched query={useQuery(statementQuery(show, page))} failed="The lines could not be loaded">
        {({ counts, lines }) =>
          lineShows.every((each) => counts[each] === 0) ? (
            <EmptyState title="No statement has been added yet" />
          ) : (
            <>
              <div role="group" aria-label="Lines" className="flex flex-wrap gap-2">
                {lineShows.map((each) => (
                  <Button
                    key={each}
                    look={each === show ? 'primary' : 'outline'}
                    size="small"
                    aria-pressed={each === show}
                    onClick={() => changePlace({ show: each === 'open' ? null : each, page: 1 })}
                  >
                    {kinds[each].tab} ({showNumber(counts[each])})
                  </Button>
                ))}
                <SiteLink href="/admin/dues/receipts?show=unstated" className="tap-link ml-2">
                  Receipts not on any statement
                </SiteLink>
              </div>
              <DataTable
                caption={title}
                columns={lineColumns}
                rows={lines}
                keyOf={({ id }) => id}
                empty={
                  show === 'open' && counts.open === 0 ? (
                    <AllAccountedFor counts={counts} />
                  ) : (
                    <EmptyState title={none} />
                  )
                }
              />
              <Pager
                label={title}
                page={page}
                pageCount={Math.ceil(counts[show] / linesPerPage)}
                onPage={(turned) => changePlace({ page: turned })}
              />
            </>
          )
        }
      </Fetched>
    </Section>
  )
}

/** What the treasurer reports to the board when all lines are done. */
const AllAccountedFor = ({ counts: { matched, receipted, aside, setAside } }: Pick<Statements, 'counts'>) => (
  <Notice tone="success" title="All lines are accounted for">
    {showCount(matched, 'line')} matched for {showPesos(receipted)}, {showNumber(aside)} set aside for{' '}
    {showPesos(setAside)}.
  </Notice>
)

const lineColumns: Column<StatementLine>[] = [
  { heading: 'Day', main: true, whole: true, cell: ({ day }) => showPlainDate(day) },
  { heading: 'Amount', numeric: true, cell: ({ centavos }) => showPesos(centavos) },
  {
    heading: 'On the statement',
    cell: ({ account, reference, text: words }) => joinWithDots([account, reference, words]),
  },
  { heading: 'What it is', phone: 'bare', cell: (line) => <LineIs line={line} /> },
]

function LineIs({ line }: { line: StatementLine }) {
  const { id, centavos, state, payments, setAside } = line
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: LineDecision) => decideOnLine(id, decision),
    onError: (error) => showToast(sentenceOf(error), 'error'),
    onSettled: invalidateDues,
  })
  const paid = sumOf(payments)
  const match = (paymentId: string) => mutate({ is: 'receipt', paymentId })
  const canMatch = state === 'open' || state === 'another amount'
  const isDone = state === 'matched' || state === 'set aside'
  return (
    <div className="grid grid-cols-1 gap-2">
      {state === 'set aside' && <p>{setAside}</p>}
      {state === 'open' && payments.length === 0 && <p className="text-muted">No receipt matches.</p>}
      {payments.map((payment) => (
        <div key={payment.id} className="flex flex-wrap items-center justify-between gap-2">
          <PaymentWords payment={payment} who={<PayerLink id={payment.memberId}>{payment.name}</PayerLink>} />
          {canMatch && (
            <Button look="outline" size="small" busy={isPending} onClick={() => match(payment.id)}>
              Match<span className="sr-only"> {payment.receipt}</span>
            </Button>
          )}
        </div>
      ))}
      {(state === 'another amount' || state === 'matched') && paid > centavos && (
        <p>
          {showPesos(centavos)} came in, and the receipts come to {showPesos(paid)}:{' '}
          <strong>{showPesos(paid - centavos)} did not come in.</strong>
        </p>
      )}
      {(state === 'another amount' || state === 'too little') && paid < centavos && (
        <p>
          <strong>{showPesos(centavos - paid)} is still without a receipt.</strong>
        </p>
      )}
      {state === 'another amount' && paid > centavos && (
        <p className="text-muted">Void the receipt and enter what came in, or match it as it is.</p>
      )}
      {state === 'on another line' && <p>This receipt is already matched with another line.</p>}
      <div className="flex flex-wrap items-center gap-2">
        {(isDone || state === 'too little') && (
          <Button look="quiet" size="small" busy={isPending} onClick={() => mutate({ is: 'open' })}>
            {state === 'set aside' ? 'Open again' : 'Not this one'}
          </Button>
        )}
        {!isDone && <FindReceipt line={line} onFound={match} />}
        {!isDone && (
          <ReasonButton
            act={state === 'too little' ? 'Set the rest aside' : 'Set aside'}
            title="Set this line aside?"
            about={[showPesos(centavos), line.text].filter(Boolean).join(', ')}
            lead="For money that is not dues, or is counted already. You can open it again."
            reasons={['Our own cash, taken to the bank.', 'A donation.', 'The same line came twice.']}
            send={({ reason }) => decideOnLine(id, { is: 'set aside', reason }).then(() => 'The line is set aside.')}
          />
        )}
      </div>
    </div>
  )
}

const stateWords = {
  waiting: 'payment is waiting',
  'asked again': 'waiting for another proof',
  refused: 'payment was refused',
} as const

interface PaymentWordsProps {
  payment: StatementLine['payments'][number]
  who: ReactNode
}

function PaymentWords({ payment, who }: PaymentWordsProps) {
  const { id, receipt, centavos, paidOn, way, reference, state } = payment
  return (
    <span className="tabular-nums">
      {receipt && `${receipt} · `}
      {who}
      {state !== 'accepted' && ': '}
      {state === 'waiting' ? (
        <SiteLink href={`/admin/dues?payment=${id}`} className="text-link">
          {stateWords[state]}
        </SiteLink>
      ) : (
        state !== 'accepted' && stateWords[state]
      )}
      <span className="block font-normal text-muted">
        {joinWithDots([showPesos(centavos), showPlainDate(paidOn), way, reference])}
      </span>
    </span>
  )
}

/** Finds a receipt by its number, reference, amount or member. */
function FindReceipt({ line, onFound }: { line: StatementLine; onFound: (id: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="outline" size="small" onClick={() => setOpen(true)}>
        Find the receipt…
      </Button>
      {open && (
        <Dialog title={`Which receipt is ${showPesos(line.centavos)}?`} onClose={() => setOpen(false)}>
          <p className="mb-4 wrap-anywhere">{joinWithDots([showPlainDate(line.day), line.account, line.text])}</p>
          <Combobox
            label="Receipt"
            hint="Its number, reference or amount, or the name of the member."
            value={null}
            search={searchReceipts}
            labelOf={({ receipt, name }) => `${receipt} ${name}`}
            renderOption={(receipt) => <PaymentWords payment={{ ...receipt, state: 'accepted' }} who={receipt.name} />}
            texts={{ tooShort: 'Please type three letters or digits', nothing: 'No receipt found' }}
            onChange={(receipt) => {
              if (!receipt) return
              setOpen(false)
              onFound(receipt.id)
            }}
          />
          <p className="mt-4 text-muted">
            No receipt yet? Enter the payment under{' '}
            <SiteLink href="/admin/dues/cash" className="text-link">
              Cash
            </SiteLink>{' '}
            with this account and reference. It is then matched automatically.
          </p>
        </Dialog>
      )}
    </>
  )
}

async function searchReceipts(q: string) {
  const { total, receipts } = await queries.fetchQuery(receiptsQuery({ q }))
  const options = receipts.filter(({ kind, voided }) => kind === 'payment' && !voided)
  return { options, more: total > receipts.length }
}
