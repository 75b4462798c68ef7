import type { Check } from '#shared/operations/status/check.ts'
import { stateText, statusScreenText } from '#shared/operations/status/screen-text.ts'
import { checkTitles } from '#shared/operations/status/status-text.ts'
import { Pill } from '#web/components/pill.tsx'

const tones = { ok: 'green', warning: 'gold', wrong: 'red' } as const

export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="card divide-y divide-line">
      {checks.map(({ name, state, sentence, next }) => (
        <li
          key={name}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 p-4 md:grid md:grid-cols-[13rem_1fr_auto] md:px-6"
        >
          <p className="font-semibold">{checkTitles[name]}</p>
          <p className="md:order-last">
            <Pill tone={tones[state]}>{stateText[state]}</Pill>
          </p>
          <div className="w-full max-w-[70ch]">
            <p>{sentence}</p>
            {next && state !== 'ok' && (
              <p className="mt-1">
                <strong>{statusScreenText.nextStep}</strong>
                {next}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
