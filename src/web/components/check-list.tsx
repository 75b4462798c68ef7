import type { ReactNode } from 'react'
import { isWell, type Check } from '#shared/check.ts'
import { Pill } from '#web/components/pill.tsx'

const pills = {
  ok: { tone: 'green', label: 'Fine' },
  info: { tone: 'green', label: 'Fine' },
  'to do': { tone: 'gold', label: 'Look at this' },
  warning: { tone: 'gold', label: 'Look at this' },
  wrong: { tone: 'red', label: 'Wrong' },
} as const

/** How things stand, with what to do about each. */
export function CheckList({ checks }: { checks: readonly Check[]; look: 'status' }): ReactNode {
  return (
    <ul className="card divide-y divide-line">
      {checks.map((check) => (
        <li
          key={check.name}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 p-4 md:grid md:grid-cols-[13rem_1fr_auto] md:px-6"
        >
          <p className="font-semibold">{check.title}</p>
          <p className="md:order-last">
            <Pill tone={pills[check.state].tone}>{pills[check.state].label}</Pill>
          </p>
          <div className="w-full max-w-[70ch]">
            <p>{check.sentence}</p>
            {check.whatToDo && !isWell(check) && (
              <p className="mt-1">
                <strong>What to do: </strong>
                {check.whatToDo}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
