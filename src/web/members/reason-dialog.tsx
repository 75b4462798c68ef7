import { useId, type ReactNode } from 'react'
import { reasonRule } from '#shared/members/approval/approval.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FieldError, RadioField, TextArea } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'

const ownWords = 'own words'

interface ReasonDialogProps extends Pick<ReasonFormProps, 'reasons' | 'action' | 'look' | 'children'> {
  title: string
  /** The member, and what of theirs is meant. */
  about: string
  onReason: (reason: string) => unknown
  onClose: () => void
}

/** If `onReason` throws, the dialog keeps what was typed. */
export function ReasonDialog({ title, about, onReason, onClose, children, ...rest }: ReasonDialogProps) {
  const form = useReason(onReason)
  return (
    <Dialog staysOpen busy={form.busy} size="wide" onClose={onClose} title={title}>
      <ReasonForm {...rest} form={form} onCancel={onClose}>
        <p>
          <strong>{about}</strong>
        </p>
        <p className="mt-2">{children}</p>
      </ReasonForm>
    </Dialog>
  )
}

/** The ready-made reason, then what the administrator adds to it. */
export const useReason = (onReason: (reason: string) => unknown) =>
  useForm<Record<'ready' | 'added', string>, string>({
    values: { ready: '', added: '' },
    check({ ready, added }) {
      const written = [ready !== ownWords && ready, added.trim()].filter(Boolean).join('\n\n')
      const problem = reasonRule.safeParse(written).error?.issues[0]?.message
      return problem ? { problems: { [ready ? 'added' : 'ready']: problem } } : { sent: written }
    },
    send: async (written) => onReason(written),
  })

interface ReasonFormProps {
  /** Those that come up most often. */
  reasons: readonly string[]
  form: ReturnType<typeof useReason>
  /** Says what the action does. */
  children: ReactNode
  /** The label of the submit button. */
  action: string
  /** Red if something is deleted or refused. */
  look?: 'danger' | 'primary'
  onCancel: () => void
}

/** Asks why, with the reasons that come up most often ready to choose. */
export function ReasonForm(props: ReasonFormProps) {
  const { form, reasons, children, action, look = 'danger', onCancel } = props
  const { ready } = useValues(form)
  const id = useId()
  const problem = form.problems['ready']
  return (
    <Form form={form} className="grid gap-5">
      <div>{children}</div>
      <fieldset aria-describedby={problem && id} aria-invalid={problem ? true : undefined} className="grid gap-1.5">
        <legend className="mb-1 font-semibold">Reason</legend>
        {[...reasons, ownWords].map((one) => (
          <RadioField
            key={one}
            name="ready"
            value={one}
            label={one === ownWords ? 'Another reason, in my own words' : one}
            onChange={() => form.noteChange('added')}
          />
        ))}
        <FieldError id={id}>{problem}</FieldError>
      </fieldset>
      <TextArea
        name="added"
        label={ready === ownWords ? 'Your reason' : 'Anything to add'}
        optional={ready !== ownWords}
        rows={3}
      />
      <FormFoot busy={form.busy} action={action} look={look} onCancel={onCancel} />
    </Form>
  )
}

interface FormFootProps {
  busy: boolean
  action: string
  look?: 'primary' | 'danger'
  onCancel: () => void
}

/** Why it failed, and the buttons, which stay in sight under a long form. */
export function FormFoot({ busy, action, look = 'primary', onCancel }: FormFootProps) {
  return (
    <>
      <FormFailure />
      <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-card px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8">
        <Button look="outline" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look={look} busy={busy}>
          {action}
        </Button>
      </div>
    </>
  )
}
