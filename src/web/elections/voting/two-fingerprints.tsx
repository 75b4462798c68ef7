import { inGroups } from '#shared/elections/board/in-groups.ts'
import { checkText } from '#shared/elections/voting/receipt-text.ts'

/** The key's fingerprint as it was and as it is, one under the other, to be compared and photographed. */
export function TwoFingerprints({ before, now }: { before: string; now: string }) {
  const text = checkText['other-key']
  return (
    <dl className="mt-3 grid gap-2">
      {[
        [text.before, before],
        [text.now, now],
      ].map(([label, fingerprint = '']) => (
        <div key={label}>
          <dt className="font-semibold">{label}</dt>
          <dd className="font-mono text-sm break-words">{inGroups(fingerprint)}</dd>
        </div>
      ))}
    </dl>
  )
}
