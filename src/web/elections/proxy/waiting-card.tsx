import type { Lapse } from '#shared/elections/proxy/proxy.ts'
import { showInstant } from '#shared/time.ts'
import type { WaitingProxy } from '#web/api/elections/voting.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/button-class.ts'
import { FileIcon } from '#web/components/icons.tsx'

export type ProxyAct = 'confirm' | 'refuse' | 'take back'

const lapses: Record<Lapse, string> = {
  'voting is over': 'Voting is over, so this ballot can no longer be confirmed.',
  'has voted': 'The member has voted in the meantime, so this ballot is no longer needed.',
  'not a member': 'This person is no longer a member who may vote.',
}

interface WaitingCardProps {
  proxy: WaitingProxy
  /** Whoever asked for it does not confirm it. */
  own: boolean
  onAct: (act: ProxyAct) => void
}

/** A sealed ballot that waits. Nobody sees what is in it. */
export function WaitingCard({ proxy, own, onAct }: WaitingCardProps) {
  const { name, idNumber, askedByName, askedAt, authority, formId, lapsed } = proxy
  return (
    <li className="card grid grid-cols-1 gap-3 border-l-4 border-l-gold p-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="display text-2xl">{name}</span>
        <span className="text-muted tabular-nums">{idNumber}</span>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">
        <span className="font-semibold">Authority: </span>
        {authority}
      </p>
      <p className="text-muted">
        Requested by {own ? 'you' : askedByName} on {showInstant(askedAt)}
      </p>
      {lapsed ? (
        <p className="font-semibold text-red">{lapses[lapsed]}</p>
      ) : (
        own && <p className="font-semibold text-gold-ink">Another administrator must confirm this.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {!own && !lapsed && (
          <Button size="small" onClick={() => onAct('confirm')}>
            Confirm<span className="sr-only"> the ballot for {name}</span>
          </Button>
        )}
        <Button look="danger-outline" size="small" onClick={() => onAct(own ? 'take back' : 'refuse')}>
          {own ? 'Take back' : 'Refuse'}
          <span className="sr-only"> the ballot for {name}</span>
        </Button>
        {formId && <FormLink formId={formId} name={name} />}
      </div>
    </li>
  )
}

export function FormLink({ formId, name }: { formId: string; name: string }) {
  return (
    <a href={`/api/files/${formId}`} target="_blank" rel="noopener" className={buttonClass('outline', 'small')}>
      <FileIcon className="size-5" />
      Open the form
      <span className="sr-only"> of {name} (opens in a new tab)</span>
    </a>
  )
}
