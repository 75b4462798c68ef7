import type { PublicCorrection } from '#shared/elections/roll/roll.ts'
import { correctionText } from '#shared/elections/roll/text.ts'
import { timeNames } from '#shared/elections/schedule.ts'
import type { PostponedField } from '#shared/elections/settings/states.ts'
import { inManila, isMidnight, showDate, showInstant, weekdayOf, withWholeTimes, type Instant } from '#shared/time.ts'

/** The times of an election in words; and how a change of one is shown, before and after it is made. */

const showWholeDay = (instant: Instant) => `${weekdayOf(instant)}, ${showDate(instant)}${inManila}`

/** `Saturday, 29 March 2025, 8:00 AM (Manila)`; at midnight only the day. */
export const showOpening = (instant: Instant): string =>
  isMidnight(instant) ? showWholeDay(instant) : showMoment(instant)

const showMoment = (instant: Instant) => withWholeTimes(`${weekdayOf(instant)}, ${showInstant(instant)}`)

/** An opening beside its closing: a midnight is said as a time where the step does not last whole days. */
export const showOpeningOf = ({ opens, closes }: { opens: Instant; closes: Instant }): string =>
  isMidnight(closes) ? showOpening(opens) : showMoment(opens)

/** A closing at midnight is shown as the day it ends: `the end of Friday, 14 March 2025 (Manila)`. */
export const showClosing = (instant: Instant): string =>
  isMidnight(instant) ? `the end of ${showWholeDay(instant - 1)}` : showOpening(instant)

export const showTime = (field: PostponedField, instant: Instant): string =>
  field.endsWith('Opens') ? showOpening(instant) : showClosing(instant)

interface MovedTime {
  name: string
  before: string
  after: string
}

/** Before times are moved: the old and the new time of each. */
export const MovedTimes = ({ times }: { times: readonly MovedTime[] }) => (
  <ul className="grid gap-3" aria-live="polite">
    {times.map(({ name, before, after }) => (
      <li key={name} className="border-l-4 border-gold pl-4">
        <p className="font-semibold">{name}</p>
        <p>
          from <s>{before}</s>
        </p>
        <p>
          to <strong>{after}</strong>
        </p>
      </li>
    ))}
  </ul>
)

/** What was corrected, by whom and why: public. */
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
