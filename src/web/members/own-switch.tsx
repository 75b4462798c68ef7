import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { CheckField } from '#web/components/fields.tsx'
import { Notice } from '#web/components/notice.tsx'
import { invalidateMembers } from './api.ts'

interface OwnSwitchProps {
  id?: string
  /** As stored. */
  isOn: boolean
  save: (on: boolean) => Promise<unknown>
  /** `on` and `off` say what a saved choice means. */
  text: Record<'title' | 'label' | 'hint' | 'on' | 'off' | 'failed', string>
}

/** A choice that members make for themselves, saved as soon as it is made. */
export function OwnSwitch({ id, isOn, save, text }: OwnSwitchProps) {
  const change = useMutation({ mutationFn: save, onSuccess: () => invalidateMembers() })
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className="card p-6 md:p-8">
      <h2 id={titleId} className="text-2xl">
        {text.title}
      </h2>
      <p role="status" className="mt-3 font-semibold text-green empty:hidden">
        {change.isSuccess && (isOn ? text.on : text.off)}
      </p>
      <div className="mt-3">
        <CheckField
          label={text.label}
          hint={text.hint}
          checked={change.isPending ? change.variables : isOn}
          onChange={(event) => {
            if (!change.isPending) change.mutate(event.target.checked)
          }}
        />
      </div>
      {change.isError && (
        <Notice tone="error" title={text.failed} className="mt-3">
          {sentenceOf(change.error)}
        </Notice>
      )}
    </section>
  )
}
