import { useEffect, useRef, type ChangeEvent } from 'react'
import { FormContext } from '#web/members/registration/form-context.ts'
import { StatusTree } from '#web/members/registration/status-tree.tsx'
import type { ProfileValues } from '#web/members/profile/profile-values.ts'
import type { ProfileDraft } from '#web/members/profile/use-profile-draft.ts'

const nothing = { complete: new Set<never>(), kept: {}, begun: {}, onPicture: () => {} }

/** The registration's tree of statuses. Its controls keep themselves what is chosen, so they are told what is on record. */
export function StatusFields({ draft }: { draft: Pick<ProfileDraft, 'values' | 'problems' | 'change'> }) {
  const place = useRef<HTMLDivElement>(null)
  const { militaryStatus, reservistType, rruChecked, aruChecked } = draft.values
  useEffect(() => {
    const chosen: Record<string, string | boolean> = { militaryStatus, reservistType, rruChecked, aruChecked }
    for (const control of place.current?.querySelectorAll('input') ?? [])
      control.checked = chosen[control.name] === (control.type === 'radio' ? control.value : true)
  }, [militaryStatus, reservistType, rruChecked, aruChecked])

  function onChange({ target }: ChangeEvent<HTMLDivElement>) {
    if (!(target instanceof HTMLInputElement)) return
    const value = target.type === 'checkbox' ? target.checked : target.value
    draft.change({ [target.name]: value } as Partial<ProfileValues>)
  }

  const { militaryStatus: status, reservistType: type } = draft.problems
  return (
    <FormContext
      value={{
        ...nothing,
        problems: { ...(status && { militaryStatus: status }), ...(type && { reservistType: type }) },
      }}
    >
      <div ref={place} onChange={onChange} className="sm:col-span-2">
        <StatusTree />
      </div>
    </FormContext>
  )
}
