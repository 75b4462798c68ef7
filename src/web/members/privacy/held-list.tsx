import { heldFileText } from '#shared/members/privacy/privacy.ts'
import type { MyData } from '#web/api/members/privacy.ts'
import { showBytes, showDay } from '#web/components/formats.ts'
import { SectionCard } from '#web/members/privacy/section-card.tsx'

const held: readonly [what: string, why: string][] = [
  [
    'Your name, rank, service, unit, region and ID number',
    'To keep the list of members, which other members can see, and to know for which seats you may run and vote.',
  ],
  ['Your serial number and birthday', 'To know that it is you when you log in, and for your ID card.'],
  ['Your email address, phone number and addresses', 'To reach you.'],
  ['Your contact person', 'To reach someone if something happens to you. It is printed on your ID card.'],
  [
    'Your height, weight, blood type and PhilHealth number',
    'To help you in an emergency. Only administrators and those they name can see them.',
  ],
  [
    'How and when you log in',
    'To keep strangers out of your account. We keep your password in a form nobody can read.',
  ],
  [
    'Your nominations, and that you voted',
    'So that elections can be checked. Nobody can see what you chose, not even us.',
  ],
]

export function HeldList({ files }: { files: MyData['files'] }) {
  return (
    <SectionCard title="What we hold, and why">
      <dl className="mt-4 grid gap-x-8 md:grid-cols-2">
        {held.map(([what, why]) => (
          <div key={what} className="border-t border-line py-3">
            <dt className="font-semibold">{what}</dt>
            <dd className="text-muted">{why}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 text-2xl">Your pictures and documents</h3>
      {files.length === 0 ? (
        <p className="mt-2 text-muted">We have no pictures or documents of yours.</p>
      ) : (
        <ul className="mt-2">
          {files.map(({ id, kind, size, receivedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line py-1">
              <a
                href={`/api/files/${id}`}
                target="_blank"
                rel="noopener"
                className="text-link inline-flex min-h-11 items-center"
              >
                {heldFileText[kind]}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
              <span className="text-muted tabular-nums">
                {showBytes(size)}, sent {showDay(receivedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
