import { showInstant } from '#shared/time.ts'
import { showTime } from '#web/elections/settings/schedule-text.ts'
import { timeNames } from '#shared/elections/schedule.ts'
import { correctionText } from '#shared/elections/roll/text.ts'
import type { PublicCorrection } from '#shared/elections/roll/roll.ts'

/** What was corrected, by whom and why, for everybody to read. */
export function CorrectionList({ corrections }: { corrections: readonly PublicCorrection[] }) {
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
      {corrections.map((one) => (
        <li key={`${one.number} ${one.at}`} className="rounded-field border-l-4 border-gold bg-gold-soft px-5 py-4">
          <h3 className="text-xl">{correctionText.name(one)}</h3>
          {correctionText.lines(one.added, one.struck).map((line) => (
            <p key={line} className="mt-1 font-semibold">
              {line}
            </p>
          ))}
          {one.changes.map(({ field, before, after }) => (
            <p key={field} className="mt-1">
              <span className="font-semibold">{timeNames[field]}</span>: from <s>{showTime(field, before)}</s> to{' '}
              <strong>{showTime(field, after)}</strong>
            </p>
          ))}
          <p className="mt-1 break-words whitespace-pre-line">{one.reason}</p>
          <p className="mt-1 text-muted">
            {one.by}, {showInstant(one.at)}
          </p>
        </li>
      ))}
    </ul>
  )
}
