import type { ReactNode } from 'react'
import { monitorText as text } from '#shared/elections/monitor/text.ts'
import { manyStoppedAccounts } from '#shared/accounts/guess-limits.ts'
import type { Monitor } from '#web/api/elections/monitor.ts'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'

/** What may need a hand on election day; what is in order says so. */
export function WatchList({ monitor }: { monitor: Monitor }) {
  const { proxies, stoppedAccounts, mail, clock } = monitor
  return (
    <div className="grid gap-3">
      <h3 className="text-xl">{text.look}</h3>
      <ul className="grid gap-3 xl:grid-cols-2">
        <Watched fine={proxies.waiting === 0}>
          {text.proxiesWaiting(proxies.waiting)} {proxies.cast > 0 && text.proxiesCast(proxies.cast)}
          {proxies.waiting > 0 && (
            <a href="/vote?proxy=1" className="text-link flex min-h-11 w-fit items-center">
              {text.toProxies}
            </a>
          )}
        </Watched>
        <Watched fine={stoppedAccounts < manyStoppedAccounts}>{text.stopped(stoppedAccounts)}</Watched>
        <Watched fine={mail.works}>{mail.works ? text.mail.works(mail.waiting) : text.mail.broken}</Watched>
        <Watched fine={clock === null}>{clock === null ? text.clock.fine : text.clock.wrong}</Watched>
      </ul>
    </div>
  )
}

const Watched = ({ fine, children }: { fine: boolean; children: ReactNode }) => (
  <li
    className={fine ? 'flex gap-3 px-4 py-3' : 'flex gap-3 rounded-field border-l-4 border-gold bg-gold-soft px-4 py-3'}
  >
    {fine ? (
      <CheckIcon className="mt-0.5 size-5 flex-none text-green" />
    ) : (
      <AlertIcon className="mt-0.5 size-5 flex-none text-gold-ink" />
    )}
    <div className="min-w-0 break-words">{children}</div>
  </li>
)
