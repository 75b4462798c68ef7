import { useState } from 'react'
import { showNumber } from '#shared/figures.ts'
import { regions } from '#shared/members/enums.ts'
import { manyChangeSchema, bulkEditableFields, type ManyChange } from '#shared/members/listing/change-many.ts'
import { memberFields } from '#shared/members/member-fields.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { RadioField, SelectField, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import { invalidateMembers } from '#web/members/api.ts'
import { changeMany } from './api.ts'
import type { MemberSelection } from './selection.tsx'
import { manyText } from './text.ts'

interface ManyValues {
  field: ManyChange['field']
  region: string
  unitAssignment: string
}

/** Sets one region or unit for all members who are ticked or match. It works in batches and can safely be started again. */
export function ChangeManyDialog({ selection, onClose }: { selection: MemberSelection; onClose: () => void }) {
  const { filter, count, more, clear } = selection
  const [changed, setChanged] = useState(0)
  const form = useForm<ManyValues, ManyChange, number>({
    values: { field: 'region', region: '', unitAssignment: '' },
    check(typed) {
      const { field } = typed
      const { data, error } = manyChangeSchema.safeParse({ field, value: typed[field] })
      return data ? { sent: data } : { problems: { [field]: error.issues[0]?.message ?? '' } }
    },
    async send(change) {
      for (let all = 0; ;) {
        const part = await changeMany(filter, change)
        if (part.changed === 0) return all
        all += part.changed
        setChanged(all)
      }
    },
    async onDone(all) {
      showToast(manyText.done(all))
      clear()
      await invalidateMembers()
    },
  })
  const { field } = useValues(form)
  const label = manyText.next(memberFields[field].label)
  const whom = manyText.whom(count ?? 0, more)
  return (
    <ConfirmDialog title={manyText.title(whom)} action={manyText.act(whom)} form={form} onClose={onClose}>
      <Form form={form} className="grid gap-4">
        <fieldset>
          <legend className="sr-only">{manyText.what}</legend>
          <div className="flex flex-wrap gap-x-8">
            {bulkEditableFields.map((name) => (
              <RadioField key={name} name="field" value={name} label={memberFields[name].label} />
            ))}
          </div>
        </fieldset>
        {field === 'region' ? (
          <SelectField name="region" label={label} choices={regions} />
        ) : (
          <TextField name="unitAssignment" label={label} autoComplete="off" />
        )}
        <p>{manyText.replaced}</p>
        <p role="status" className="text-muted tabular-nums empty:hidden">
          {form.busy && changed > 0 && manyText.soFar(showNumber(changed))}
        </p>
      </Form>
    </ConfirmDialog>
  )
}
