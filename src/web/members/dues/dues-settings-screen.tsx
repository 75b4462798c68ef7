import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { fileAddress } from '#shared/content/rich-text.ts'
import { showCount } from '#shared/figures.ts'
import { firstPeriodAtRate, periodAt, reminderDays } from '#shared/members/dues/dues.ts'
import { duesPlanSchema, isRateSettled, mostAccounts, type DuesPlan } from '#shared/members/dues/plan.ts'
import { defaultReminders, reminderHour, type ReminderKind, reminderKinds } from '#shared/members/dues/reminders.ts'
import { militaryStatuses } from '#shared/members/enums.ts'
import { recordOf } from '#shared/objects.ts'
import { readPesos, showPesos } from '#shared/pesos.ts'
import {
  addDays,
  hourMs,
  isPlainDate,
  months,
  showPlainDate,
  showTimeOfDay,
  startOfDay,
  type PlainDate,
} from '#shared/time.ts'
import { pictureAccept } from '#shared/uploads.ts'
import { queries } from '#web/api/query-client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { CheckField, FieldError, SelectField, TextArea, TextField, useFormAround } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { FileField } from '#web/components/upload.tsx'
import { bySchema, useForm, useValues, type CheckedForm } from '#web/components/use-form.ts'
import { invalidateEdited, whyNotPicture } from '#web/content/editors/api.ts'
import { EditorBody, EditorFoot, EditorPage, FieldGroup, useUnsaved } from '#web/content/editors/editor.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { planQuery, savePlan, sendQr, type StoredPlan } from './api.ts'
import { QuestionOrFailure, SaveButton, useConfirmedSend } from './ask-first.tsx'
import { DuesNav, lastRemindersSentence } from './dues-head.tsx'

export function DuesSettingsScreen() {
  return (
    <AdminLayout title="Dues: settings">
      {useSite().hasDues && (
        <div className="-mt-4 mb-4">
          <DuesNav />
        </div>
      )}
      <EditorPage
        query={useQuery(planQuery)}
        failure="The settings could not be loaded"
        onClose={() => window.location.assign('/admin')}
      >
        {(stored) => <PlanForm stored={stored} />}
      </EditorPage>
    </AdminLayout>
  )
}

function PlanForm({ stored }: { stored: StoredPlan }) {
  const save = useConfirmedSend(savePlan)
  const form = useForm<TypedPlan, DuesPlan | null, StoredPlan>({
    values: toTyped(stored),
    check: (typed) => (typed.on ? fromTyped(typed) : { sent: stored.plan && { ...stored.plan, off: true } }),
    stored: { version: stored.version, read: async () => asStored(await queries.fetchQuery(planQuery)) },
    send: (plan, version) => save({ plan, version }),
    async onDone(saved) {
      form.continueFrom(asStored(saved))
      showToast('Saved.')
      await invalidateEdited('settings')
    },
  })
  const { on, rates, month, day, accounts } = useValues(form)
  const { lastReminders, waiting } = stored
  useUnsaved(form.dirty)
  return (
    <Form form={form} className="flex flex-1 flex-col">
      <EditorBody>
        <CheckField
          name="on"
          label="Members pay dues"
          hint="Members then see their standing, where to pay, and their receipts."
        />
        {on ? (
          <div className="mt-6 grid gap-8">
            <Amounts rates={rates} yearStarts={yearStartsOf({ month, day })} stored={stored} />
            <Period byJoining={month === ''} />
            <FieldGroup id="exempt" title="Who is exempt" note="You can also exempt a member by name, under “Members”.">
              <div role="group" aria-label="Exempt by military status" className="sm:col-span-2">
                {militaryStatuses.map((status) => (
                  <CheckField key={status} name="exemptStatuses" value={status} label={status} />
                ))}
              </div>
            </FieldGroup>
            <AccountFields accounts={accounts} />
            <FieldGroup
              id="reminders"
              title="Reminders"
              note={`We email them automatically, once each, from ${showTimeOfDay(startOfDay(0) + reminderHour * hourMs)} on, as soon as there is an account to pay to.${lastReminders ? ` ${lastRemindersSentence(lastReminders)}` : ''} {name}, {amount}, {day} and {link} are filled in for each member. If you leave a text empty, we send the standard one.`}
            >
              {reminderKinds.map((kind) => (
                <div key={kind} className="sm:col-span-2">
                  <TextArea name={`reminders.${kind}`} label={reminderLabels[kind]} rows={7} />
                </div>
              ))}
            </FieldGroup>
          </div>
        ) : (
          stored.plan && (
            <Notice tone="warning" title="Members see nothing about dues while they are off" className="mt-4">
              Payments, receipts and these settings are kept.
              {waiting > 0 &&
                ` ${showCount(waiting, 'payment waits', 'payments wait')} to be checked until you turn dues on again.`}
            </Notice>
          )
        )}
      </EditorBody>
      <EditorFoot problem={form.failure !== null && <QuestionOrFailure />}>
        <SaveButton busy={form.busy || form.uploading} />
      </EditorFoot>
    </Form>
  )
}

const reminderLabels: Record<ReminderKind, string> = {
  before: `${reminderDays} days before the dues are due`,
  due: 'When they are due',
  'grace over': 'When the days of grace are over',
}

interface AmountsProps extends Pick<TypedPlan, 'rates'>, Pick<DuesPlan, 'yearStarts'> {
  stored: StoredPlan
}

function Amounts({ rates, yearStarts, stored: { plan, today, lastPayment } }: AmountsProps) {
  const nextYear = plan?.yearStarts ? addDays(periodAt(plan, today).last, 1) : today
  return (
    <FieldGroup
      id="amount"
      title="Amount"
      note="An amount applies to years that begin on its day or later. You can correct it until the first payment is accepted."
    >
      {rates.map((_, n) => {
        const rate = plan?.rates[n]
        return rate && isRateSettled(rate, lastPayment) ? (
          <p key={n} className="sm:col-span-2">
            <strong className="tabular-nums">{showPesos(rate.centavos)}</strong> from {showPlainDate(rate.from)}{' '}
            <span className="text-muted">(members have paid it, so it stays)</span>
          </p>
        ) : (
          <Fragment key={n}>
            <TextField name={`rates.${n}.amount`} label="Pesos each year" inputMode="decimal" autoComplete="off" />
            <TextField name={`rates.${n}.from`} label="From this day" type="date" max="2099-12-31" />
            <p role="status" className="-mt-2 text-muted sm:col-span-2">
              {firstYearText({ rates, yearStarts }, n)}
            </p>
          </Fragment>
        )
      })}
      <AddRow to="rates" row={{ from: nextYear, amount: '' }} label="Add another amount" />
    </FieldGroup>
  )
}

/** Nothing while the dates are being typed, nor for a later amount if everybody's year begins on a day of their own. */
function firstYearText({ rates, yearStarts }: Pick<AmountsProps, 'rates' | 'yearStarts'>, place: number): string {
  const from = rates[place]?.from ?? ''
  if (!isPlainDate(from) || (yearStarts !== null && !isPlainDate(`2001-${yearStarts}`))) return ''
  if (yearStarts === null && place > 0) return ''
  const { first, last } = firstPeriodAtRate(
    { yearStarts, rates: rates.map((rate) => ({ ...rate, centavos: 0 })) },
    from,
  )
  const year = first < from ? `that ends on ${showPlainDate(last)}, in full` : `from ${showPlainDate(first)}`
  return place === 0 ? `First dues: for the year ${year}.` : `First for the year ${year}.`
}

const Period = ({ byJoining }: { byJoining: boolean }) => (
  <FieldGroup id="period" title="Year of dues">
    <SelectField
      name="month"
      label="A year begins"
      prompt="On the day each member joined"
      choices={months.map((month, n) => ({ value: twoDigits(n + 1), label: `In ${month}` }))}
    />
    {!byJoining && <TextField name="day" label="On this day of the month" inputMode="numeric" />}
    <TextField
      name="graceDays"
      label="Days of grace"
      inputMode="numeric"
      hint="A member stays in good standing for this many days after a year ends. Members who pay later pay for the year of that day, and nothing for the time before."
    />
    <div className="sm:col-span-2">
      <CheckField name="firstPeriodCovered" label="The registration fee covers the year in which a member joins" />
    </div>
  </FieldGroup>
)

const AccountFields = ({ accounts }: Pick<TypedPlan, 'accounts'>) => (
  <FieldGroup
    id="accounts"
    title="Where to pay"
    note="Banks and wallets. Members choose one when they send a payment. The other administrators get an email when you change one."
  >
    {accounts.map(({ name, qr }, n) => (
      <fieldset key={n} className="field-row sm:col-span-2">
        <legend className="sr-only">{name || `Account ${n + 1}`}</legend>
        <TextField name={`accounts.${n}.name`} label="Name" hint="For example GCash." />
        <TextField name={`accounts.${n}.number`} label="Account number" hint="Members copy it." />
        <TextField name={`accounts.${n}.holder`} label="Account holder" optional />
        <div className="flex flex-wrap items-start gap-4 sm:col-span-2">
          {qr && (
            <img
              src={fileAddress(qr.id)}
              alt={`QR code of ${name}`}
              className="size-32 rounded-field border border-line bg-white object-contain"
            />
          )}
          <div className="min-w-0 flex-1 basis-60">
            <FileField
              name={`accounts.${n}.qr`}
              label={qr ? 'New QR picture' : 'QR picture'}
              optional
              accept={pictureAccept}
              whyNot={whyNotPicture}
              upload={sendQr}
              removal={qr && 'Remove QR picture'}
            />
          </div>
          <RemoveAccount place={n} name={name} />
        </div>
      </fieldset>
    ))}
    {accounts.length < mostAccounts && (
      <AddRow to="accounts" row={{ name: '', number: '', holder: '', qr: undefined }} label="Add an account" />
    )}
  </FieldGroup>
)

function RemoveAccount({ place, name }: { place: number; name: string }) {
  const form = useFormAround()
  const rest = (accounts: unknown[]) => accounts.filter((_, n) => n !== place)
  return (
    <Button
      look="danger-outline"
      size="small"
      onClick={() => form?.change({ accounts: rest(form.control.getValues('accounts')) })}
    >
      Remove account<span className="sr-only"> {name}</span>
    </Button>
  )
}

/** Goes under a list of the form, and shows the problem of the list as a whole. */
function AddRow<Name extends 'rates' | 'accounts'>(props: { to: Name; row: TypedPlan[Name][number]; label: string }) {
  const { to, row, label } = props
  const form = useFormAround()
  return (
    <div className="sm:col-span-2">
      <FieldError id={`${to}-problem`}>{form?.problems[to]}</FieldError>
      <Button look="outline" size="small" onClick={() => form?.change({ [to]: [...form.control.getValues(to), row] })}>
        {label}
      </Button>
    </div>
  )
}

/** The plan as it is typed, with numbers as text. Amounts left empty are not saved. */
interface TypedPlan extends Pick<DuesPlan, 'firstPeriodCovered'> {
  on: boolean
  rates: { from: PlainDate; amount: string }[]
  /** Empty if a year begins on the day of joining. */
  month: string
  day: string
  graceDays: string
  exemptStatuses: string[]
  reminders: Record<ReminderKind, string>
  accounts: { name: string; number: string; holder: string; qr: { id: string } | undefined }[]
}

const yearStartsOf = ({ month, day }: Pick<TypedPlan, 'month' | 'day'>) =>
  month === '' ? null : `${month}-${twoDigits(day.trim())}`

const twoDigits = (value: number | string) => String(value).padStart(2, '0')

function toTyped({ plan, today }: StoredPlan): TypedPlan {
  const [month = '', day = '01'] = (plan ? (plan.yearStarts ?? '') : '01-01').split('-')
  return {
    on: plan !== null && !plan.off,
    rates: plan?.rates.map(({ from, centavos }) => ({ from, amount: String(centavos / 100) })) ?? [
      { from: today, amount: '' },
    ],
    month,
    day: String(Number(day)),
    graceDays: String(plan?.graceDays ?? 30),
    firstPeriodCovered: plan?.firstPeriodCovered ?? true,
    exemptStatuses: plan?.exemptStatuses ?? [],
    reminders: recordOf(reminderKinds, (kind) => plan?.reminders?.[kind] || defaultReminders[kind]),
    accounts: (plan?.accounts ?? []).map(({ qr, ...account }) => ({ ...account, qr: qr ? { id: qr } : undefined })),
  }
}

const asStored = (stored: StoredPlan) => ({ values: toTyped(stored), version: stored.version })

/** Our texts are not saved with the plan, so that later corrections of them count. */
const ownWords = (kind: ReminderKind, typed: string) =>
  typed.trim() === '' || typed === defaultReminders[kind] ? undefined : typed

function fromTyped({ on: _on, month, day, ...typed }: TypedPlan): CheckedForm<DuesPlan | null> {
  return bySchema(duesPlanSchema, { centavos: 'amount', yearStarts: 'day' })({
    ...typed,
    rates: typed.rates
      .filter(({ amount }) => amount.trim() !== '')
      .map(({ from, amount }) => ({ from, centavos: readPesos(amount) })),
    yearStarts: yearStartsOf({ month, day }),
    graceDays: typed.graceDays.trim() === '' ? null : Number(typed.graceDays),
    reminders: recordOf(reminderKinds, (kind) => ownWords(kind, typed.reminders[kind])),
    accounts: typed.accounts.map(({ qr, ...account }) => ({ ...account, qr: qr?.id ?? '' })),
  })
}
