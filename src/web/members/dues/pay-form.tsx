import { useState } from 'react'
import { earliestPaidOn, whyNotPaidOn } from '#shared/members/dues/dues.ts'
import { sendPaymentSchema, type SendPayment } from '#shared/members/dues/schemas.ts'
import { missingSentence } from '#shared/members/dues/text.ts'
import { fileTexts } from '#shared/members/registration/correctable.ts'
import { readPesos, showPesos } from '#shared/pesos.ts'
import { showPlainDate } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { ownPrefix } from '#web/components/device-storage.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { isKeptPicture } from '#web/components/draft.ts'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import type { SentPicture } from '#web/components/picture-field.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm } from '#web/components/use-form.ts'
import { MemberPictureField } from '#web/members/member-picture.tsx'
import { invalidateDues, sendPayment, sendProof, type DuesEntry, type OwnDues } from './api.ts'

interface Values {
  amount: string
  paidOn: string
  way: string
  reference: string
  proof: SentPicture | null
}

interface PayFormProps {
  dues: OwnDues
  /** The payment that is sent again, under the same id. */
  again: DuesEntry | null
  onSent: () => void
  /** Null where there is nothing else to do. */
  onCancel: (() => void) | null
}

/** A payment and its proof. The id is made here, so that a payment sent twice is stored once. */
export function PayForm({ dues: { due, today, accounts, entries }, again, onSent, onCancel }: PayFormProps) {
  const [id] = useState(() => again?.id ?? crypto.randomUUID())
  /** One like another that was sent, or less than what is due, is asked about before it is sent. */
  const [repeated, setRepeated] = useState<SendPayment | null>(null)
  const [part, setPart] = useState<SendPayment | null>(null)
  const centavos = again?.centavos ?? due.centavos
  const form = useForm<Values, SendPayment, unknown>({
    values: {
      amount: centavos > 0 ? String(centavos / 100) : '',
      paidOn: again?.paidOn ?? today,
      way: again?.way ?? (accounts.length === 1 ? (accounts[0]?.name ?? '') : ''),
      reference: again?.reference ?? '',
      proof: null,
    },
    check({ amount, proof, ...typed }, uploads) {
      const sent = { ...typed, id, centavos: readPesos(amount), proof: proof?.id }
      const checked = bySchema(sendPaymentSchema, { centavos: 'amount' })(sent)
      if ('problems' in checked && uploads['proof'] === 'failed')
        checked.problems['proof'] = 'The picture was not sent. Please try again.'
      const paidOn = whyNotPaidOn(typed.paidOn, today)
      return paidOn ? { problems: { ...('problems' in checked && checked.problems), paidOn } } : checked
    },
    onChecked(sent) {
      if (entries.some((entry) => isLike(entry, sent))) setRepeated(sent)
      else if (!again && sent.centavos < due.centavos) setPart(sent)
      else void form.send(sent)
    },
    send: sendPayment,
    draft: { key: `${ownPrefix}dues${again ? ` ${id}` : ''}`, read: readDraft },
    async onDone() {
      showToast('Thank you. We will check your payment.')
      await invalidateDues()
      onSent()
    },
  })
  return (
    <Form form={form} className="grid grid-cols-1 gap-5" aria-labelledby="pay">
      <h3 id="pay" className="text-2xl">
        Tell us about your payment
      </h3>
      <FormFailure />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="amount" label="Amount in pesos" inputMode="decimal" autoComplete="off" />
        <TextField name="paidOn" label="Day of the payment" type="date" min={earliestPaidOn(today)} max={today} />
        {accounts.length > 1 && <SelectField name="way" label="Paid to" choices={accounts.map(({ name }) => name)} />}
        <TextField
          name="reference"
          label="Reference number"
          hint="As on the receipt"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <MemberPictureField
        kind="paymentProof"
        name="proof"
        label={fileTexts.paymentProof.name}
        hint={fileTexts.paymentProof.hint}
        upload={() => sendProof}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy || form.uploading}>
          Send
        </Button>
        {onCancel && (
          <Button look="outline" disabled={form.busy} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {repeated && (
        <ConfirmDialog
          title="Is this another payment?"
          action="Yes, send it"
          onClose={() => setRepeated(null)}
          onConfirm={() => void form.send(repeated)}
        >
          You already sent a proof of {showPesos(repeated.centavos)} for {showPlainDate(repeated.paidOn)}.
        </ConfirmDialog>
      )}
      {part && (
        <ConfirmDialog
          title={`Is ${showPesos(part.centavos)} the right amount?`}
          action={`Send ${showPesos(part.centavos)}`}
          cancel="Change the amount"
          onClose={() => setPart(null)}
          onConfirm={() => void form.send(part)}
        >
          It is less than what is due. After this payment,{' '}
          {missingSentence({ ...due, centavos: due.centavos - part.centavos })}
        </ConfirmDialog>
      )}
    </Form>
  )
}

const isLike = ({ id, state, proof, voided, centavos, paidOn }: DuesEntry, sent: SendPayment) =>
  proof !== null &&
  state !== 'refused' &&
  !voided &&
  id !== sent.id &&
  centavos === sent.centavos &&
  paidOn === sent.paidOn

const readDraft = (values: Record<string, unknown>, now: number): Partial<Values> => ({
  ...Object.fromEntries(
    (['amount', 'paidOn', 'way', 'reference'] as const).flatMap((name) => {
      const value = values[name]
      return typeof value === 'string' && value !== '' && value.length <= 200 ? [[name, value]] : []
    }),
  ),
  ...(isKeptPicture(values['proof'], now) && { proof: values['proof'] }),
})
