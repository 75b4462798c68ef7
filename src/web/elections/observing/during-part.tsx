import { showNumber, showCount } from '#shared/figures.ts'
import { dayInManila, showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { showToast } from '#web/components/toast.tsx'
import { RegionTurnout } from '#web/elections/region-turnout.tsx'
import type { Overview } from './api.ts'
import type { HeadsState } from './heads.ts'
import { Facts, Task } from './task.tsx'
import { fill, observingText } from './text.ts'

/** What to do while members vote. */
export function DuringPart({ overview, heads }: { overview: Overview; heads: HeadsState }) {
  return (
    <div className="grid gap-5">
      <HeadsTask heads={heads} now={overview.now} />
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
            words={fill(text.of, { cast: showNumber(cast), eligible: showNumber(eligible) })}
          />
        ))}
      </ul>
      <p className="mt-5">{fill(text.counted, { counted: showNumber(counted), cast: showNumber(all) })}</p>
    </Task>
  )
}

function ProxiesTask({ proxies: { cast, waiting } }: Pick<Overview, 'proxies'>) {
  const text = observingText.proxies
  return (
    <Task title={text.title} help={text.help}>
      {waiting > 0 && <p className="mb-3 font-semibold">{fill(text.waiting, { n: waiting })}</p>}
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

const text = observingText.heads

/** The heads as they arrive, and the file that the verifier takes. */
function HeadsTask({ heads, now }: { heads: HeadsState; now: number }) {
  const { last, lines, lastHash, brokenAt } = heads
  function save() {
    const file = new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' })
    saveFile(file, `heads-${dayInManila(now)}-${lines.length}.ndjson`)
    showToast(text.saved)
  }
  return (
    <Task title={text.title} help={text.help}>
      <div className="grid gap-4">
        {brokenAt !== null && <Notice tone="error">{fill(text.broken, { number: brokenAt })}</Notice>}
        {heads.failing && <Notice tone="warning">{text.failed}</Notice>}
        {last === null ? (
          <p>{text.none}</p>
        ) : (
          <>
            <Facts
              facts={[
                { name: text.collected, value: showCount(lines.length, 'head') },
                { name: text.last, value: `No. ${last.number}, ${showInstant(Date.parse(last.minute))}` },
                { name: text.cast, value: showNumber(last.cast) },
                { name: text.counted, value: showNumber(last.counted) },
                { name: text.size, value: showNumber(last.size) },
              ]}
            />
            {brokenAt === null && <p className="text-muted">{lastHash === null ? text.unchecked : text.checked}</p>}
            <div>
              <Button onClick={save}>{text.save}</Button>
            </div>
          </>
        )}
      </div>
    </Task>
  )
}
