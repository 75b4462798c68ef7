import { useQuery } from '@tanstack/react-query'
import { fileAddress } from '#shared/content/rich-text.ts'
import { reminderKinds } from '#shared/members/dues/ledger.ts'
import {
  duesPlanSchema,
  mostAccounts,
  readPesos,
  showPesos,
  type Day,
  type DuesPlan,
} from '#shared/members/dues/plan.ts'
import { defaultReminders, type ReminderKind } from '#shared/members/dues/reminders.ts'
import { militaryStatuses } from '#shared/members/enums.ts'
import { recordOf } from '#shared/objects.ts'
import { months, showPlainDate } from '#shared/time.ts'
import { pictureAccept } from '#shared/uploads.ts'
import { queries } from '#web/api/query-client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import {
  CheckField,
  FieldError,
  RadioField,
  SelectField,
  TextArea,
  TextField,
  useFormAround,
} from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { FileField } from '#web/components/upload.tsx'
import { bySchema, useForm, useValues, type Checked } from '#web/components/use-form.ts'
import { edited, whyNotPicture } from '#web/content/editors/api.ts'
import { EditorBody, EditorFoot, EditorPage, Group, useUnsaved } from '#web/content/editors/editor.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { planQuery, savePlan, sendQr, type StoredPlan } from './api.ts'
import { DuesNav } from './dues-head.tsx'

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
  const { today } = stored
  const form = useForm<TypedPlan, DuesPlan | null, StoredPlan>({
    values: toTyped(stored),
    check: fromTyped,
    stored: { version: stored.version, read: async () => asStored(await queries.fetchQuery(planQuery)) },
    send: (plan, version) => savePlan({ plan, version }),
    async onDone(saved) {
      form.continueFrom(asStored(saved))
      showToast('Saved.')
      await edited('settings')
    },
  })
  const typed = useValues(form)
  useUnsaved(form.dirty)
  return (
    <Form form={form} className="flex flex-1 flex-col">
      <EditorBody>
        <CheckField
          name="on"
          label="Members pay dues"
          hint="Members then see how they stand, where to pay, and their receipts."
        />
        {typed.on ? (
          <div className="mt-6 grid gap-8">
            <Amounts typed={typed} today={today} onAdd={(rates) => form.change({ rates })} />
            <Period typed={typed} />
            <Exempt />
            <Accounts typed={typed} onAdd={(accounts) => form.change({ accounts })} />
            <Reminders />
          </div>
        ) : (
          stored.plan && (
            <Notice tone="warning" title="Members will no longer see anything about dues" className="mt-4">
              Payments and receipts stay stored. Amounts, accounts and reminders are forgotten.
            </Notice>
          )
        )}
      </EditorBody>
      <EditorFoot problem={form.failure !== null && <FormFailure />}>
        <Button type="submit" busy={form.busy || form.uploading}>
          Save
        </Button>
      </EditorFoot>
    </Form>
  )
}

/** An amount whose day has passed is history. */
function Amounts({ typed: { rates }, today, onAdd }: PartProps<'rates'> & { today: Day }) {
  return (
    <Group id="amount" title="Amount" note="A new amount counts for the periods that begin on its day or later.">
      {rates.map((rate, n) =>
        rate.locked ? (
          <p key={n} className="sm:col-span-2">
            <strong className="tabular-nums">{showPesos(readPesos(rate.centavos) ?? 0)}</strong> from{' '}
            {showPlainDate(rate.from)} <span className="text-muted">(can no longer be changed)</span>
          </p>
        ) : (
          <div key={n} className="contents">
            <TextField name={`rates.${n}.centavos`} label="Pesos each year" inputMode="decimal" autoComplete="off" />
            <TextField name={`rates.${n}.from`} label="From this day" type="date" max="2099-12-31" />
          </div>
        ),
      )}
      <Problem name="rates" />
      <AddButton onClick={() => onAdd([...rates, { from: today, centavos: '', locked: false }])}>
        Add another amount
      </AddButton>
    </Group>
  )
}

function Period({ typed }: { typed: TypedPlan }) {
  return (
    <Group id="period" title="Period">
      <div role="radiogroup" aria-label="A year begins" className="sm:col-span-2">
        <RadioField name="kind" value="calendar" label="A year begins on the same day for everybody" />
        <RadioField name="kind" value="joining" label="A year begins on the day a member joined" />
      </div>
      {typed.kind === 'calendar' && (
        <>
          <SelectField
            name="month"
            label="Month"
            prompt={null}
            choices={months.map((label, n) => ({ value: twoDigits(n + 1), label }))}
          />
          <TextField name="day" label="Day" inputMode="numeric" />
        </>
      )}
      <TextField
        name="graceDays"
        label="Days of grace"
        inputMode="numeric"
        hint="So long after a period has ended, a member is still in good standing."
      />
      <div className="sm:col-span-2">
        <CheckField
          name="firstPeriodCovered"
          label="The registration fee pays for the period in which somebody joins"
        />
      </div>
    </Group>
  )
}

const Exempt = () => (
  <Group id="exempt" title="Who pays nothing" note="You can also exempt a member by name, in their record.">
    <div role="group" aria-label="Exempt by military status" className="sm:col-span-2">
      {militaryStatuses.map((status) => (
        <CheckField key={status} name="exemptStatuses" value={status} label={status} />
      ))}
    </div>
  </Group>
)

function Accounts({ typed: { accounts }, onAdd }: PartProps<'accounts'>) {
  return (
    <Group
      id="accounts"
      title="Where to pay"
      note="Banks and wallets. Members choose one when they send a payment. To remove one, empty its name and number."
    >
      {accounts.map(({ name, qr, newQr }, n) => (
        <fieldset key={n} className="field-row sm:col-span-2">
          <legend className="sr-only">{name || `Account ${n + 1}`}</legend>
          <TextField name={`accounts.${n}.name`} label="Name" hint="For example GCash." />
          <TextField name={`accounts.${n}.number`} label="Account" hint="Number and holder." />
          <div className="flex flex-wrap items-start gap-4 sm:col-span-2">
            {(newQr?.id ?? qr) !== '' && (
              <img
                src={fileAddress(newQr?.id ?? qr)}
                alt={`QR code of ${name}`}
                className="size-32 rounded-field border border-line bg-white object-contain"
              />
            )}
            <div className="min-w-0 flex-1 basis-60">
              <FileField
                name={`accounts.${n}.newQr`}
                label={qr === '' ? 'QR picture' : 'New QR picture'}
                optional
                accept={pictureAccept}
                whyNot={whyNotPicture}
                upload={sendQr}
              />
            </div>
          </div>
        </fieldset>
      ))}
      <Problem name="accounts" />
      {accounts.length < mostAccounts && (
        <AddButton onClick={() => onAdd([...accounts, { name: '', number: '', qr: '', newQr: undefined }])}>
          Add an account
        </AddButton>
      )}
    </Group>
  )
}

const reminderLabels: Record<ReminderKind, string> = {
  before: '30 days before the dues are due',
  due: 'When they are due',
  'grace over': 'When the grace is over',
}

const Reminders = () => (
  <Group
    id="reminders"
    title="Reminders"
    note="Each is emailed once. {name}, {amount}, {day} and {link} stand for each member’s own. An empty text is sent in our words."
  >
    {reminderKinds.map((kind) => (
      <div key={kind} className="sm:col-span-2">
        <TextArea name={`reminders.${kind}`} label={reminderLabels[kind]} rows={7} />
      </div>
    ))}
  </Group>
)

interface PartProps<Name extends 'rates' | 'accounts'> {
  typed: TypedPlan
  onAdd: (rows: TypedPlan[Name]) => void
}

/** Of a list as a whole. */
function Problem({ name }: { name: string }) {
  const problem = useFormAround()?.problems[name]
  return problem && <FieldError id={`${name}-problem`}>{problem}</FieldError>
}

const AddButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <div className="sm:col-span-2">
    <Button look="outline" size="small" onClick={onClick}>
      {children}
    </Button>
  </div>
)

/** The plan as it is typed: figures as text. What is left empty in a list is not kept. */
interface TypedPlan extends Pick<DuesPlan, 'firstPeriodCovered'> {
  on: boolean
  rates: { from: Day; centavos: string; locked: boolean }[]
  kind: DuesPlan['period']['kind']
  month: string
  day: string
  graceDays: string
  exemptStatuses: string[]
  reminders: Record<ReminderKind, string>
  accounts: (DuesPlan['accounts'][number] & { newQr: { id: string } | undefined })[]
}

const twoDigits = (value: number | string) => String(value).padStart(2, '0')

function toTyped({ plan, today }: StoredPlan): TypedPlan {
  const [month = '', day = ''] = plan?.period.kind === 'calendar' ? plan.period.starts.split('-') : ['01', '01']
  return {
    on: plan !== null,
    rates: plan
      ? plan.rates.map(({ from, centavos }) => ({ from, centavos: String(centavos / 100), locked: from < today }))
      : [{ from: today, centavos: '', locked: false }],
    kind: plan?.period.kind ?? 'calendar',
    month,
    day: String(Number(day)),
    graceDays: String(plan?.graceDays ?? 30),
    firstPeriodCovered: plan?.firstPeriodCovered ?? true,
    exemptStatuses: plan?.exemptStatuses ?? [],
    reminders: recordOf(reminderKinds, (kind) => plan?.reminders?.[kind] || defaultReminders[kind]),
    accounts: (plan?.accounts ?? []).map((account) => ({ ...account, newQr: undefined })),
  }
}

/** Ours are not kept with the plan: what we mend in them counts. */
const ownWords = (kind: ReminderKind, typed: string) =>
  typed.trim() === '' || typed === defaultReminders[kind] ? undefined : typed

const asStored = (stored: StoredPlan) => ({ values: toTyped(stored), version: stored.version })

function fromTyped(typed: TypedPlan): Checked<DuesPlan | null> {
  if (!typed.on) return { sent: null }
  const { kind, month, day, graceDays, firstPeriodCovered, exemptStatuses } = typed
  const checked = bySchema(duesPlanSchema)({
    rates: typed.rates
      .filter(({ centavos, locked }) => locked || centavos.trim() !== '')
      .map(({ from, centavos }) => ({ from, centavos: readPesos(centavos) })),
    period: kind === 'calendar' ? { kind, starts: `${month}-${twoDigits(day.trim())}` } : { kind },
    graceDays: graceDays.trim() === '' ? null : Number(graceDays),
    firstPeriodCovered,
    exemptStatuses,
    reminders: recordOf(reminderKinds, (kind) => ownWords(kind, typed.reminders[kind])),
    accounts: typed.accounts
      .filter(({ name, number }) => name.trim() !== '' || number.trim() !== '')
      .map(({ newQr, ...account }) => ({ ...account, qr: newQr?.id ?? account.qr })),
  })
  if ('sent' in checked) return checked
  const { 'period.starts': starts, ...problems } = checked.problems
  return { problems: starts ? { ...problems, day: starts } : problems }
}
