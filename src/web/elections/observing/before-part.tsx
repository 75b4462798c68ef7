import { needsNothing } from '#shared/check.ts'
import { type Board, parseSigned } from '#shared/elections/board/board.ts'
import type { FreezeRecord } from '#shared/elections/board/statements.ts'
import { isTimeAsked } from '#shared/elections/schedule.ts'
import { scheduleFields, movedTimeNames, timeNames } from '#shared/elections/schedule.ts'
import { electionFieldNames } from '#shared/elections/settings/text.ts'
import { showNumber, inGroups } from '#shared/figures.ts'
import { showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { showToast } from '#web/components/toast.tsx'
import { useForm } from '#web/components/use-form.ts'
import { registerPublicKey } from '#web/elections/board/witness.ts'
import { showTime } from '#web/elections/settings/schedule.tsx'
import { resultsVisibleText } from '#web/elections/settings/text.ts'
import type { Overview } from './api.ts'
import { Facts, Task } from './task.tsx'
import { observingText } from './text.ts'

export function BeforePart({ overview, board }: { overview: Overview; board: Board }) {
  return (
    <div className="grid gap-5">
      <FingerprintTask fingerprint={board.fingerprint} />
      <SettingsTask overview={overview} />
      <ReadinessTask readiness={overview.readiness} />
      <FreezeTask board={board} />
      <ProgramTask electionId={board.electionId} />
    </div>
  )
}

/** A program that collects heads has its own key, which must be registered like the browser's. */
function ProgramTask({ electionId }: { electionId: string }) {
  const text = observingText.program
  const form = useForm({
    values: { key: '' },
    check({ key }) {
      const digits = key.toLowerCase().replaceAll(/\s/g, '')
      return /^[0-9a-f]{64}$/.test(digits) ? { sent: digits } : { problems: { key: text.wrong } }
    },
    send: (key) => registerPublicKey(electionId, key),
    onDone() {
      form.reset()
      showToast(text.registered)
    },
  })
  return (
    <Task title={text.title} help={text.help}>
      <Form form={form} className="grid gap-3">
        <TextField name="key" label={text.key} hint={text.hint} maxLength={200} />
        <FormFailure />
        <Button type="submit" look="outline" className="justify-self-start" busy={form.busy}>
          {text.register}
        </Button>
      </Form>
    </Task>
  )
}

function FingerprintTask({ fingerprint }: { fingerprint: string }) {
  return (
    <Task title={observingText.fingerprint.title} help={observingText.fingerprint.help}>
      <p className="rounded-field bg-navy-soft px-4 py-3 font-mono text-lg break-words">{inGroups(fingerprint)}</p>
    </Task>
  )
}

function SettingsTask({ overview: { schedule, settings } }: { overview: Overview }) {
  const text = observingText.settings
  const { eligibilityDate } = settings
  return (
    <Task title={text.title} help={text.help}>
      <Facts
        facts={[
          { name: electionFieldNames.seats, value: settings.seats.map(({ slot }) => slot).join(', ') },
          ...scheduleFields
            .filter((field) => isTimeAsked(field, settings))
            .map((field) => ({ name: timeNames[field], value: showTime(field, schedule[field]) })),
          { name: electionFieldNames.resultsVisible, value: resultsVisibleText[settings.resultsVisible] },
          { name: electionFieldNames.proxyNeedsSecondAdmin, value: settings.proxyNeedsSecondAdmin ? 'Yes' : 'No' },
          { name: electionFieldNames.rehearsal, value: settings.rehearsal ? 'Yes' : 'No' },
          {
            name: text.eligibility,
            value: eligibilityDate === null ? text.eligibilityOpening : showInstant(eligibilityDate),
          },
          ...(settings.goodStandingOnly ? [{ name: electionFieldNames.goodStandingOnly, value: 'Yes' }] : []),
          { name: text.package, value: settings.packagePublic ? text.packagePublic : text.packageClosed },
        ]}
      />
      {schedule.changes.length === 0 ? (
        <p className="mt-4 text-muted">{text.notMoved}</p>
      ) : (
        <>
          <h4 className="mt-5 text-xl">{text.moved}</h4>
          <ul className="mt-2 grid gap-2">
            {schedule.changes.map(({ field, before, after, changedAt }) => (
              <li key={`${field} ${changedAt}`}>
                {movedTimeNames[field]}: <s>{showTime(field, before)}</s>, <strong>{showTime(field, after)}</strong>
                <span className="text-muted"> ({showInstant(changedAt)})</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Task>
  )
}

function ReadinessTask({ readiness }: Pick<Overview, 'readiness'>) {
  const text = observingText.readiness
  return (
    <Task title={text.title} help={text.help}>
      <ul className="grid gap-2">
        {readiness.map((check) => (
          <li key={check.name} className="flex gap-2">
            {needsNothing(check) ? (
              <CheckIcon className="mt-0.5 size-5 flex-none text-green" />
            ) : (
              <AlertIcon className="mt-0.5 size-5 flex-none text-gold-ink" />
            )}
            <span className={needsNothing(check) ? 'text-muted' : 'font-semibold'}>
              <span className="sr-only">{needsNothing(check) ? text.ready : text.missing}</span>
              {check.sentence}
            </span>
          </li>
        ))}
      </ul>
    </Task>
  )
}

function FreezeTask({ board: { record, corrections } }: { board: Board }) {
  const text = observingText.freeze
  if (record === null)
    return (
      <Task title={text.title} help={text.help}>
        <p>{observingText.notFrozen}</p>
      </Task>
    )
  const content = parseSigned<FreezeRecord>(record)
  return (
    <Task title={text.title} help={text.help}>
      <Facts
        facts={[
          { name: text.at, value: showInstant(Date.parse(content.frozenAt)) },
          { name: text.nominees, value: content.nominees.length },
          { name: text.roll, value: showNumber(content.roll.size) },
          { name: text.corrections, value: corrections.length },
          { name: text.root, value: <span className="font-mono">{inGroups(content.roll.root)}</span> },
        ]}
      />
      <Button
        look="outline"
        className="mt-4"
        onClick={() => saveFile(new Blob([JSON.stringify(record)], { type: 'application/json' }), 'freeze.json')}
      >
        {text.save}
      </Button>
    </Task>
  )
}
