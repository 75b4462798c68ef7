import { rollText } from '#shared/elections/roll/roll-text.ts'
import type { RollState } from '#shared/elections/roll/roll-list.ts'
import { showInstant } from '#shared/time.ts'
import { RegionTurnout } from '#web/elections/region-turnout.tsx'

const shown = (count: number) => count.toLocaleString('en-US')

/** How many may vote and have, in all and by region. */
export function RollFigures({ state }: { state: RollState }) {
  const { counts, frozenAt, freezesAt, proxies } = state
  const onRoll = counts.reduce((sum, one) => sum + one.onRoll, 0)
  const voted = counts.reduce((sum, one) => sum + one.voted, 0)
  return (
    <section aria-labelledby="roll-heading" className="card p-5 md:p-8">
      <h2 id="roll-heading" className="text-2xl">
        {state.title}
      </h2>
      <p className="mt-1 max-w-[70ch] text-muted">
        {frozenAt === null ? rollText.notFrozen(showInstant(freezesAt)) : rollText.frozen(showInstant(frozenAt))}
      </p>
      <div className="mt-5 grid items-start gap-6 md:grid-cols-[auto_1fr] md:gap-10">
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Figure label={frozenAt === null ? 'Would be on the roll' : 'On the roll'} value={shown(onRoll)} />
          {frozenAt !== null && <Figure label={rollText.voted} value={shown(voted)} />}
          {frozenAt !== null && <Figure label={rollText.byProxy} value={shown(proxies)} />}
        </dl>
        <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
          {counts.map(({ region, onRoll: people, voted: cast }) => (
            <RegionTurnout
              key={region}
              {...{ region, cast }}
              eligible={frozenAt === null ? null : people}
              {...(frozenAt === null && { words: rollText.wouldBe(shown(people)) })}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="display text-4xl tabular-nums">{value}</dd>
  </div>
)
