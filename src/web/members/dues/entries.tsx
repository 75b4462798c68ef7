import type { ReactNode } from 'react'
import { showPesos } from '#shared/pesos.ts'
import { showPlainDate } from '#shared/time.ts'
import { Pill } from '#web/components/pill.tsx'
import { receiptFile, type DuesEntry } from './api.ts'
import { FileInNewTab } from './dues-head.tsx'

interface EntriesProps {
  entries: readonly DuesEntry[]
  empty: string
  /** The buttons for an entry. */
  renderAct: (entry: DuesEntry) => ReactNode
}

/** A ledger, newest first, for its member and the treasury. */
export function Entries({ entries, empty, renderAct }: EntriesProps) {
  if (entries.length === 0) return <p className="mt-3 text-muted">{empty}</p>
  return (
    <ul className="mt-4 grid grid-cols-1 gap-4">
      {entries.map((entry) => {
        const { id, kind, centavos, paidOn, way, reference, proof, reason, voided, receipt, paidUntil } = entry
        const wasBefore = kind === 'brought forward'
        return (
          <li key={id} className="grid grid-cols-1 gap-2 rounded-field border border-line p-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {!wasBefore && (
                <span className="display text-2xl whitespace-nowrap tabular-nums">{showPesos(centavos)}</span>
              )}
              <StatePill entry={entry} />
            </p>
            <p className="text-muted wrap-anywhere">
              {wasBefore ? 'Paid before this list began' : `Paid on ${showPlainDate(paidOn)}, ${way}`}
              {reference && ` · reference ${reference}`}
            </p>
            {paidUntil && !voided && kind !== 'void' && <p>Dues paid until {showPlainDate(paidUntil)}</p>}
            {reason && (
              <p className="border-l-4 border-navy-3 bg-navy-soft px-4 py-3 wrap-anywhere whitespace-pre-line">
                {reason}
              </p>
            )}
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              {receipt && <FileInNewTab href={receiptFile(id)}>Receipt {receipt}</FileInNewTab>}
              {proof && (
                <span className="no-print">
                  <FileInNewTab href={`/api/files/${proof}`}>Proof</FileInNewTab>
                </span>
              )}
              {renderAct(entry)}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const states = {
  waiting: { words: 'Being checked', tone: 'gold' },
  'asked again': { words: 'Another proof needed', tone: 'gold' },
  refused: { words: 'Refused', tone: 'red' },
  accepted: { words: 'Accepted', tone: 'green' },
} as const

function StatePill({ entry: { kind, state, voided } }: { entry: DuesEntry }) {
  if (kind === 'void') return <Pill>Voids a receipt</Pill>
  if (voided) return <Pill>Void</Pill>
  return <Pill tone={states[state].tone}>{states[state].words}</Pill>
}
