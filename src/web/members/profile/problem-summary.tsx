import { useEffect, useRef } from 'react'
import { memberFields, type MemberField } from '#shared/members/member-fields.ts'
import { profileText } from '#shared/members/profile/text.ts'
import { Notice } from '#web/components/notice.tsx'
import type { Problems } from '#web/members/profile/use-profile-draft.ts'

/** Everything that has to be corrected, each with the way to it. Comes into view, and into the ears, when it is there anew. */
export function ProblemSummary({ problems, asked }: { problems: Problems; asked: number }) {
  const place = useRef<HTMLDivElement>(null)
  const count = Object.keys(problems).length
  const some = count > 0
  useEffect(() => {
    if (!some) return
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'center' })
  }, [asked, some])
  if (!some) return null
  return (
    <div ref={place} tabIndex={-1} className="rounded-field outline-offset-4">
      <Notice tone="error" title={profileText.correct}>
        <ul className="mt-1 grid">
          {Object.entries(problems).map(([field, message]) => (
            <li key={field}>
              <button
                type="button"
                className="min-h-11 text-left underline decoration-1 underline-offset-4 hover:decoration-2"
                onClick={() => goTo(field)}
              >
                {sentence(field, message)}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** Sentences that do not say which field they are about get its name in front. */
function sentence(field: string, message: string): string {
  const label = field in memberFields && memberFields[field as MemberField].label
  return label && /^(Please|This)\b/.test(message) ? `${label}: ${message}` : message
}

function goTo(field: string) {
  const found = document.querySelector<HTMLElement>(`form [name="${field}"], [data-field="${field}"] input`)
  found?.focus({ preventScroll: true })
  found?.scrollIntoView({ block: 'center' })
}
