import type { FirstStep } from '#shared/accounts/first-step.ts'
import { ownAccountText as text } from '#shared/accounts/administrators-text.ts'
import { buttonClass } from '#web/components/classes.ts'
import { Notice } from '#web/components/notice.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** Why an administrator was sent here and can open nothing else yet; and the way on, once it is done. */
export function FirstStepNotice({ step, asksEmail }: { step: FirstStep | null; asksEmail: boolean }) {
  const sentHere = useSearch().has('first')
  if (step) {
    const { title, help } = text.first[step]
    return (
      <Notice tone="warning" title={title} className="mt-6">
        <p>{help}</p>
      </Notice>
    )
  }
  if (!sentHere) return null
  return (
    <Notice tone="success" title={asksEmail ? text.doneButEmail : text.done} className="mt-6">
      {asksEmail && <p>{text.doneButEmailHelp}</p>}
      <SiteLink href="/admin" className={`${buttonClass('primary', 'small')} mt-3`}>
        {text.toDashboard}
      </SiteLink>
    </Notice>
  )
}
