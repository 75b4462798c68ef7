import { AlertIcon } from '#web/components/icons.tsx'

/** Nobody shall take a rehearsal for the election. */
export function RehearsalBanner() {
  return (
    <div className="flex gap-3 rounded-card border-2 border-gold bg-gold-soft px-5 py-4 text-gold-ink">
      <AlertIcon className="mt-1 size-6 flex-none" />
      <div>
        <p className="display text-2xl tracking-wider">This is a rehearsal</p>
        <p>Ballots cast here are kept separate, never counted, not secret, and deleted when the rehearsal ends.</p>
      </div>
    </div>
  )
}
