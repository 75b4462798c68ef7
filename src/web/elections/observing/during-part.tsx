import type { ReactNode } from 'react'
import { showNumber } from '#shared/figures.ts'
import { RegionTurnout } from '#web/elections/region-turnout.tsx'
import type { Overview } from './api.ts'
import { Task } from './task.tsx'
import { fillTemplate, observingText } from './text.ts'

export function DuringPart({ overview, watch }: { overview: Overview; watch: ReactNode }) {
  return (
    <div className="grid gap-5">
      {watch}
      <TurnoutTask {...overview} />
      <ProxiesTask proxies={overview.proxies} />
      <HallsTask />
    </div>
  )
}

function TurnoutTask({ turnout, counted }: Pick<Overview, 'turnout' | 'counted'>) {
  const text = observingText.turnout
  const all = turnout.reduce((sum, { cast }) => sum + cast, 0)
  return (
    <Task title={text.title} help={text.help}>
      <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {turnout.map(({ region, cast, eligible }) => (
          <RegionTurnout
            key={region}
            {...{ region, cast, eligible }}
            words={fillTemplate(text.of, { cast: showNumber(cast), eligible: showNumber(eligible) })}
          />
        ))}
      </ul>
      <p className="mt-5">{fillTemplate(text.counted, { counted: showNumber(counted), cast: showNumber(all) })}</p>
    </Task>
  )
}

function ProxiesTask({ proxies: { cast, waiting } }: Pick<Overview, 'proxies'>) {
  const text = observingText.proxies
  return (
    <Task title={text.title} help={text.help}>
      {waiting > 0 && <p className="mb-3 font-semibold">{fillTemplate(text.waiting, { n: waiting })}</p>}
      {cast.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {cast.map(({ name, label, authority }) => (
            <li key={`${name} ${authority}`} className="py-2">
              <p className="font-semibold">{name}</p>
              <p className="wrap-anywhere">{authority}</p>
              <p className="text-muted">{label}</p>
            </li>
          ))}
        </ul>
      )}
    </Task>
  )
}

function HallsTask() {
  const text = observingText.halls
  return (
    <Task title={text.title} help={text.help}>
      <ul className="grid list-disc gap-1 pl-6">
        {text.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Task>
  )
}
