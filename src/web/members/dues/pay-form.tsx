import { useState } from 'react'
import { addDays } from '#shared/members/dues/dues.ts'
import { sendPaymentSchema, type DuesEntry, type OwnDues, type SendPayment } from '#shared/members/dues/ledger.ts'
import { readPesos } from '#shared/members/dues/plan.ts'
import { fileTexts } from '#shared/members/registration/correctable.ts'
import { errorText } from '#shared/text.ts'
import { Button } from '#web/components/button.tsx'
import { ownPrefix } from '#web/components/device-storage.ts'
import { isKeptPicture } from '#web/components/draft.ts'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import type { SentPicture } from '#web/components/picture-field.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm, type Checked, type Uploads } from '#web/components/use-form.ts'
import { MemberPicture } from '#web/members/member-picture.tsx'
import { invalidateDues, sendPayment, sendProof } from './api.ts'
import { payText as text } from './text.ts'

interface Values {
  amount: string
  paidOn: string
  way: string
  reference: string
  proof: SentPicture | null
}

interface PayFormProps {
  dues: OwnDues
  /** One that is sent again, under its own id. */
  again: DuesEntry | null
  onSent: () => void
}

/** What was paid, and the proof of it. The id is made here: sent twice, it is one payment. */
export function PayForm({ dues: { due, today, accounts }, again, onSent }: PayFormProps) {
  const [id] = useState(() => again?.id ?? crypto.randomUUID())
  const centavos = again?.centavos ?? due.centavos
  const form = useForm<Values, SendPayment, unknown>({
    values: {
      amount: centavos > 0 ? String(centavos / 100) : '',
      paidOn: again?.paidOn ?? today,
      way: again?.way ?? (accounts.length === 1 ? (accounts[0]?.name ?? '') : ''),
      reference: again?.reference ?? '',
      proof: null,
    },
    check: (values, uploads) => checkPayment(id, values, uploads),
    send: sendPayment,
    problemsOf: (error): Record<string, string> =>
      error.code === 'dues-reference-seen' ? { reference: errorText[error.code] } : {},
    draft: { key: `${ownPrefix}dues${again ? ` ${id}` : ''}`, read: readDraft },
    async onDone() {
      showToast(text.sent)
      await invalidateDues()
      onSent()
    },
  })
  return (
    <Form form={form} className="grid grid-cols-1 gap-5" aria-label={text.title}>
      <h3 className="text-2xl">{text.title}</h3>
      <FormFailure />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="amount" label={text.amount} inputMode="decimal" autoComplete="off" />
        <TextField name="paidOn" label={text.paidOn} type="date" min={addDays(today, -366)} max={today} />
        {accounts.length > 1 && <SelectField name="way" label={text.way} choices={accounts.map(({ name }) => name)} />}
        <TextField
          name="reference"
          label={text.reference}
          hint={text.asOnReceipt}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <MemberPicture
        kind="paymentProof"
        name="proof"
        label={fileTexts.paymentProof.name}
        hint={fileTexts.paymentProof.hint}
        upload={() => sendProof}
      />
      <Button type="submit" busy={form.busy || form.uploading} className="justify-self-start">
        {text.send}
      </Button>
    </Form>
  )
}

function checkPayment(id: string, { amount, proof, ...rest }: Values, uploads: Uploads): Checked<SendPayment> {
  const centavos = readPesos(amount)
  const checked = bySchema(sendPaymentSchema)({ id, ...rest, centavos: centavos ?? 0, proof: proof?.id ?? '' })
  if ('sent' in checked) return checked
  const { centavos: ofAmount, ...problems } = checked.problems
  if (uploads['proof'] === 'failed') problems['proof'] = text.proofFailed
  return { problems: { ...(ofAmount && { amount: ofAmount }), ...problems } }
}

const readDraft = (values: Record<string, unknown>, now: number): Partial<Values> => ({
  ...Object.fromEntries(
    (['amount', 'paidOn', 'way', 'reference'] as const).flatMap((name) => {
      const value = values[name]
      return typeof value === 'string' && value !== '' && value.length <= 200 ? [[name, value]] : []
    }),
  ),
  ...(isKeptPicture(values['proof'], now) && { proof: values['proof'] }),
})
