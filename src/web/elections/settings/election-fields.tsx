import type { ReactNode } from 'react'
import type { ElectionField } from '#shared/elections/settings/settings.ts'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { settingsText } from '#shared/elections/settings/settings-text.ts'
import type { FieldStep } from '#shared/elections/settings/steps.ts'
import { CheckField, TextField } from '#web/components/fields.tsx'
import type { Draft } from '#web/elections/settings/draft.ts'
import { fieldNames } from '#shared/elections/settings/field-names.ts'
import { EligibilityField } from '#web/elections/settings/eligibility-field.tsx'
import { PackageChoice } from '#web/elections/settings/package-choice.tsx'
import { ResultsChoice } from '#web/elections/settings/results-choice.tsx'
import { SeatList } from '#web/elections/settings/seat-list.tsx'
import { TimeFields } from '#web/elections/settings/time-fields.tsx'

export interface FieldsProps {
  draft: Draft
  problems: Record<string, string>
  /** What can no longer be changed, and why. */
  settled: Partial<Record<ElectionField, string>>
  onChange: (part: Partial<Draft>) => void
}

/** The settings of an election that belong to one step, in sections. */
export function ElectionFields({ step, ...props }: FieldsProps & { step: FieldStep }) {
  switch (step) {
    case 'setup':
      return <SetUpFields {...props} />
    case 'nominees':
      return <NomineeFields {...props} />
    case 'voting':
      return <VotingFields {...props} />
  }
}

const checkOf = (
  { draft, settled, onChange }: FieldsProps,
  name: 'candidacyFiling' | 'nomineesAccept' | 'rehearsal' | 'proxyNeedsSecondAdmin',
) => ({
  checked: draft[name],
  disabled: settled[name] !== undefined,
  onChange: (event: { target: { checked: boolean } }) => onChange({ [name]: event.target.checked }),
})

function SetUpFields(props: FieldsProps) {
  const { draft, problems, settled, onChange } = props
  return (
    <>
      <Section id="title" title="Title">
        <TextField
          label="Title of the election"
          hint={settled.title ?? 'Members see it above the ballot and the results.'}
          value={draft.title}
          error={problems['title']}
          disabled={settled.title !== undefined}
          maxLength={200}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Section>
      <Section id="seats" title="Seats" note="A member has one vote for each seat, among the nominees of its service.">
        <SeatList {...props} />
      </Section>
      <Section
        id="times"
        title="Times"
        note="All times are in Manila. A closing time is the first moment when it is closed: to include a whole day, choose 12:00 AM of the next day."
      >
        <TimeFields {...props} />
        <EligibilityField {...props} />
      </Section>
    </>
  )
}

const NomineeFields = (props: FieldsProps) => (
  <Section id="candidacy" title="Candidacy">
    <CheckField
      label={fieldNames.candidacyFiling}
      hint="Shows File for Candidacy on their profile during the times of candidacy, which are then asked for in the set-up. They attach a document to it."
      {...checkOf(props, 'candidacyFiling')}
    />
    <CheckField
      label={candidateText.settingLabel}
      hint={props.settled.nomineesAccept ?? candidateText.settingHint}
      {...checkOf(props, 'nomineesAccept')}
    />
  </Section>
)

const VotingFields = (props: FieldsProps) => (
  <>
    <Section id="results" title="Results">
      <ResultsChoice {...props} />
    </Section>
    <Section id="package" title={settingsText.packageTitle} note={settingsText.packageNote}>
      <PackageChoice {...props} />
    </Section>
    <Section id="proxies" title="Proxy ballots">
      <CheckField
        label={fieldNames.proxyNeedsSecondAdmin}
        hint={
          props.settled.proxyNeedsSecondAdmin ??
          'A ballot that an administrator casts for a member waits until another administrator has agreed. This cannot be changed once voting has begun.'
        }
        {...checkOf(props, 'proxyNeedsSecondAdmin')}
      />
    </Section>
    <Section id="rehearsal" title="Rehearsal">
      <CheckField
        label="A rehearsal is on"
        hint={
          props.settled.rehearsal ??
          'From the first day of nomination until voting opens, members can try the ballot at /vote?test. These ballots are kept separate and are never counted. Turning the rehearsal off deletes them.'
        }
        {...checkOf(props, 'rehearsal')}
      />
      {props.draft.rehearsal && <RehearsalLinks />}
    </Section>
  </>
)

/** Administrators do not vote, so they are not led to the ballot. */
const RehearsalLinks = () => (
  <p className="pl-9">
    <a
      href="/election-result?test"
      target="_blank"
      rel="noopener"
      className="text-link inline-flex min-h-11 items-center"
    >
      See the rehearsal’s results
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  </p>
)

function Section({ id, title, note, children }: { id: string; title: string; note?: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="card scroll-mt-6 p-5 md:p-8">
      <h2 id={`${id}-heading`} className="text-2xl">
        {title}
      </h2>
      {note && <p className="mt-1 max-w-[70ch] text-muted">{note}</p>}
      <div className="mt-5 grid gap-5">{children}</div>
    </section>
  )
}
