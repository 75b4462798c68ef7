import type { ComponentProps, ReactNode } from 'react'
import type { DuesEntry } from '#shared/members/dues/ledger.ts'
import { showPesos } from '#shared/members/dues/plan.ts'
import { showPlainDate } from '#shared/time.ts'
import { Pill } from '#web/components/pill.tsx'
import { receiptFile } from './api.ts'
import { entryText as text } from './text.ts'

interface EntriesProps {
  entries: readonly DuesEntry[]
  empty: ReactNode
  /** What the reader can do about one. */
  renderAct: (entry: DuesEntry) => ReactNode
}

/** A ledger, newest first, for its member and the treasury. */
export function Entries({ entries, empty, renderAct }: EntriesProps) {
  if (entries.length === 0) return empty
  return (
    <ul className="mt-4 grid grid-cols-1 gap-4">
      {entries.map((entry) => (
        <li key={entry.id} className="grid grid-cols-1 gap-2 rounded-field border border-line p-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {entry.kind !== 'brought forward' && (
              <span className="display text-2xl tabular-nums">{showPesos(entry.centavos)}</span>
            )}
            <StatePill entry={entry} />
          </p>
          <p className="text-muted wrap-anywhere">
            {entry.kind === 'brought forward' ? text.broughtForward : text.paid(showPlainDate(entry.paidOn), entry.way)}
            {entry.reference && ` · ${text.reference(entry.reference)}`}
          </p>
          {entry.paidUntil && !entry.voided && entry.kind !== 'void' && (
            <p>{text.paidUntil(showPlainDate(entry.paidUntil))}</p>
          )}
          {entry.reason && (
            <p className="border-l-4 border-navy-3 bg-navy-soft px-4 py-3 wrap-anywhere whitespace-pre-line">
              {entry.reason}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            {entry.receipt && (
              <a href={receiptFile(entry.id)} target="_blank" rel="noopener" className="tap-link">
                {text.receipt(entry.receipt)}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            )}
            {entry.proof && (
              <a href={`/api/files/${entry.proof}`} target="_blank" rel="noopener" className="tap-link">
                {text.proof}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            )}
            {renderAct(entry)}
          </div>
        </li>
      ))}
    </ul>
  )
}

const states: Record<DuesEntry['state'], { words: string; tone: ComponentProps<typeof Pill>['tone'] }> = {
  waiting: { words: text.waiting, tone: 'gold' },
  'asked again': { words: text.askedAgain, tone: 'gold' },
  refused: { words: text.refused, tone: 'red' },
  accepted: { words: text.accepted, tone: 'green' },
}

function StatePill({ entry: { kind, state, voided } }: { entry: DuesEntry }) {
  if (kind === 'void') return <Pill>{text.takenBack}</Pill>
  if (voided) return <Pill>{text.voided}</Pill>
  return <Pill tone={states[state].tone ?? 'plain'}>{states[state].words}</Pill>
}
