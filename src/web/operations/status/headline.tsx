import { worstOf, type Check } from '#shared/operations/status/check.ts'
import { statusScreenText } from '#shared/operations/status/screen-text.ts'
import { headlineText } from '#shared/operations/status/status-text.ts'
import { classes } from '#web/components/classes.ts'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'

const looks = {
  ok: 'border-t-green text-green',
  warning: 'border-t-gold text-gold-ink',
  wrong: 'border-t-red text-red',
} as const

/** The one line that most visits are for. Read aloud when it changes. */
export function Headline({ checks }: { checks: readonly Check[] }) {
  const worst = worstOf(checks)
  const attention = checks.filter(({ state }) => state !== 'ok').length
  const Icon = worst === 'ok' ? CheckIcon : AlertIcon
  return (
    <div role="status" className={classes('card flex flex-wrap items-center gap-4 border-t-4 p-6', looks[worst])}>
      <Icon className="size-10 flex-none" />
      <div>
        <p className="display text-4xl wrap-anywhere">{headlineText(attention)}</p>
        <p className="mt-1 text-ink">{worst === 'ok' ? statusScreenText.allWell : statusScreenText.attention}</p>
      </div>
    </div>
  )
}
