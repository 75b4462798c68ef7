import type { ReactNode } from 'react'
import type { Head } from '#shared/elections/board/statements.ts'
import { inGroups } from '#shared/elections/board/in-groups.ts'
import { showInstant } from '#shared/time.ts'
import { showCount } from '#web/components/show-count.ts'
import { SiteLink } from '#web/router/site-link.tsx'

/** Which board was looked at, for those who compare it with what others saw. */
export function BoardDetails({ title, head, fingerprint }: { title: string; head: Head | null; fingerprint: string }) {
  return (
    <details className="border-t border-line pt-2 text-base">
      <summary className="text-link inline-flex min-h-11 items-center">Details</summary>
      <dl className="grid gap-3">
        <Fact label="Election">{title}</Fact>
        {head && (
          <>
            <Fact label="Signed head of the board">
              Number {head.number}, {showInstant(Date.parse(head.minute))}, {showCount(head.size, 'choice')} of{' '}
              {showCount(head.counted, 'ballot')}
            </Fact>
            <Fact label="Root" mono>
              {inGroups(head.root)}
            </Fact>
          </>
        )}
        <Fact label="Fingerprint of the key" mono>
          {inGroups(fingerprint)}
        </Fact>
      </dl>
      <SiteLink href="/board" className="text-link inline-flex min-h-11 items-center">
        See the public board
      </SiteLink>
    </details>
  )
}

const Fact = ({ label, mono, children }: { label: string; mono?: true; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className={mono && 'font-mono break-words'}>{children}</dd>
  </div>
)
