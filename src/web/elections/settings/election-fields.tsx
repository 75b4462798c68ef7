import { useId, type ReactNode } from 'react'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { isTimeAsked, type Schedule, timeNames } from '#shared/elections/schedule.ts'
import type { ElectionField } from '#shared/elections/settings/settings.ts'
import type { FieldStep } from '#shared/elections/settings/steps.ts'
import { electionFieldNames } from '#shared/elections/settings/text.ts'
import { inManila } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { CheckField, TextField, useBound } from '#web/components/fields.tsx'
import { Notice } from '#web/components/notice.tsx'
import { readTime } from '#web/components/typed-time.ts'
import { useValues, type FormState } from '#web/components/use-form.ts'
import { followingFrom, type ElectionDraft } from './election-draft.ts'
import { showOpening, showTime } from './schedule.tsx'
import { SeatList } from './seat-list.tsx'
import { fieldText, resultsVisibleText } from './text.ts'

interface FieldsProps<Sent, Result> {
  form: FormState<ElectionDraft, Sent, Result>
  step: FieldStep
  /** What can no longer be changed, and why. */
  locked: Locked
}

type Locked = Partial<Record<ElectionField, string>>

interface PartProps {
  form: Pick<FormState<ElectionDraft>, 'problems' | 'change'>
  draft: ElectionDraft
  locked: Locked
  /** Called before a value changes, because other values follow from it. */
  follow: (part: Partial<ElectionDraft>) => void
}

/** The settings of one step, in sections. The form keeps those of the other steps. */
export function ElectionFields<Sent, Result>({ form, step, locked }: FieldsProps<Sent, Result>) {
  const draft = useValues(form)
  const follow = (part: Partial<ElectionDraft>) => form.change(followingFrom(draft, part))
  const props: PartProps = { form, draft, locked, follow }
  switch (step) {
    case 'setup':
      return <SetUpFields {...props} />
    case 'nominees':
      return <NomineeFields {...props} />
    case 'voting':
      return <VotingFields {...props} />
  }
}

/** The form's error, below its fields. */
export const SaveFailure = ({ form }: { form: Pick<FormState, 'failure' | 'problems'> }) =>
  form.failure !== null && (
    <Notice tone="error" title={sentenceOf(form.failure)}>
      {Object.keys(form.problems).length > 0 && 'Please check what is marked above.'}
    </Notice>
  )

const SetUpFields = (props: PartProps) => (
  <>
    <Section id="title" title="Title">
      <TextField
        name="title"
        label="Title of the election"
        hint={props.locked.title ?? 'Members see it above the ballot and the results.'}
        disabled={props.locked.title !== undefined}
        maxLength={200}
      />
    </Section>
    <Section id="seats" title="Seats" note="For each seat, members choose a nominee of its service.">
      <SeatList form={props.form} seats={props.draft.seats} locked={props.locked.seats} />
    </Section>
    <Section
      id="times"
      title="Times"
      note="All times are Manila time. Voting stops at its closing time. For a whole day, choose 12:00 AM of the next day."
    >
      {timeGroups
        .filter(({ fields }) => fields.every((field) => isTimeAsked(field, props.draft)))
        .map(({ title, note, fields }) => (
          <TimeGroup key={title} title={title} note={note}>
            {fields.map((field) => (
              <TimeField
                key={field}
                {...props}
                name={field}
                label={timeNames[field]}
                hint={wordsOf(field, props.draft[field])}
              />
            ))}
          </TimeGroup>
        ))}
      <TimeGroup title={fieldText.eligibilityTitle} note={fieldText.eligibilityHint}>
        <TimeField
          {...props}
          name="eligibilityDate"
          label={electionFieldNames.eligibilityDate}
          optional
          hint={rollWords(props.draft)}
        />
        <GoodStandingField locked={props.locked.goodStandingOnly} />
      </TimeGroup>
    </Section>
  </>
)

/** Useless without dues. */
function GoodStandingField({ locked }: { locked: string | undefined }) {
  const { hasDues } = useSite()
  if (!hasDues) return null
  return (
    <CheckField
      name="goodStandingOnly"
      label={electionFieldNames.goodStandingOnly}
      hint={locked ?? fieldText.goodStandingHint}
      disabled={locked !== undefined}
    />
  )
}

const NomineeFields = ({ locked, follow }: PartProps) => (
  <Section id="candidacy" title="Candidacy">
    <CheckField
      name="candidacyFiling"
      label={electionFieldNames.candidacyFiling}
      hint="Members see File for Candidacy on their profile, and attach a document. You set the times under Set-up."
      onChange={(event) => follow({ candidacyFiling: event.target.checked })}
    />
    <CheckField
      name="nomineesAccept"
      label={candidateText.settingLabel}
      hint={locked.nomineesAccept ?? candidateText.settingHint}
      disabled={locked.nomineesAccept !== undefined}
    />
  </Section>
)

const VotingFields = ({ draft, locked }: PartProps) => (
  <>
    <Section id="ballot" title="Ballot">
      <CheckField
        name="candidatesByLot"
        label={electionFieldNames.candidatesByLot}
        hint={locked.candidatesByLot ?? fieldText.byLotHint}
        disabled={locked.candidatesByLot !== undefined}
      />
    </Section>
    <Section id="results" title="Results">
      <ChoiceCards
        name="resultsVisible"
        locked={locked.resultsVisible}
        choices={[
          ['while voting', resultsVisibleText['while voting'], 'Members see the count grow, and how many have voted.'],
          ['after close', resultsVisibleText['after close'], 'Until then members see only how many have voted.'],
        ]}
      />
    </Section>
    <Section id="package" title={fieldText.packageTitle} note={fieldText.packageNote}>
      <ChoiceCards
        name="packagePublic"
        locked={locked.packagePublic}
        choices={[
          ['public', fieldText.packagePublic, fieldText.packagePublicHint],
          ['closed', fieldText.packageClosed, fieldText.packageClosedHint],
        ]}
      />
    </Section>
    <Section id="proxies" title="Proxy ballots">
      <CheckField
        name="proxyNeedsSecondAdmin"
        label={electionFieldNames.proxyNeedsSecondAdmin}
        hint={
          locked.proxyNeedsSecondAdmin ??
          'Another administrator must confirm each ballot cast for a member. You cannot change this once voting has begun.'
        }
        disabled={locked.proxyNeedsSecondAdmin !== undefined}
      />
    </Section>
    {locked.rehearsal === undefined && (
      <Section id="rehearsal" title="Rehearsal">
        <CheckField
          name="rehearsal"
          label="Hold a rehearsal"
          hint="Until you turn it off, members can try the ballot. Administrators do not vote: send a member the address that appears below. These ballots are never counted, and are deleted when you turn the rehearsal off."
        />
        {draft.rehearsal &&
          (draft.stored.rehearsal ? <RehearsalLinks /> : <p className="pl-9">{fieldText.rehearsalLater}</p>)}
      </Section>
    )}
  </>
)

/** Administrators do not vote, so there is no link to the ballot for them. */
const RehearsalLinks = () => (
  <div className="pl-9">
    <p className="flex flex-wrap items-center gap-x-3">
      For members: <span className="font-semibold wrap-anywhere">{rehearsalAddress()}</span>
      <CopyButton text={rehearsalAddress()} what="the address of the rehearsal" />
    </p>
    <a href="/election-result?test" target="_blank" rel="noopener" className="tap-link">
      See the rehearsal’s results
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  </div>
)

const rehearsalAddress = () => `${window.location.origin}/vote?test`

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

const timeGroups: { title: string; note?: string; fields: (keyof Schedule)[] }[] = [
  {
    title: 'Nomination',
    note: 'Administrators have a later closing time.',
    fields: ['nominationOpens', 'nominationCloses', 'adminNominationCloses'],
  },
  { title: 'Candidacy', fields: ['candidacyOpens', 'candidacyCloses'] },
  { title: 'Voting', fields: ['votingOpens', 'votingCloses'] },
  {
    title: 'Vote link',
    note: 'When members see the Vote link on their profile. It follows the days of voting unless you change it.',
    fields: ['voteLinkOpens', 'voteLinkCloses'],
  },
]

const TimeGroup = ({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="display w-full border-b border-line pb-1 text-xl">{title}</legend>
    {note && <p className="mt-2 text-muted">{note}</p>}
    <div className="mt-3 grid gap-5 md:grid-cols-2">{children}</div>
  </fieldset>
)

interface TimeFieldProps extends Pick<PartProps, 'locked' | 'follow'> {
  name: keyof Schedule | 'eligibilityDate'
  label: string
  optional?: true
  hint: string
}

/** A time as date and clock in Manila; with the weekday below, so that a wrong day is noticed. */
const TimeField = ({ name, label, optional, hint, locked, follow }: TimeFieldProps) => (
  <TextField
    type="datetime-local"
    name={name}
    label={label}
    {...(optional && { optional })}
    hint={locked[name] ?? hint}
    disabled={locked[name] !== undefined}
    max="2099-12-31T23:59"
    onChange={(event) => follow({ [name]: event.target.value })}
  />
)

function wordsOf(field: keyof Schedule, typed: string): string {
  const time = readTime(typed)
  return Number.isNaN(time)
    ? 'Please enter a date and a time'
    : capitalised(showTime(field, time).replace(inManila, ''))
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** When the roll is drawn up, if before voting opens. */
function rollWords({ eligibilityDate }: ElectionDraft): string {
  const time = readTime(eligibilityDate)
  return Number.isNaN(time) ? fieldText.noEligibility : showOpening(time)
}

interface ChoiceCardsProps {
  name: 'resultsVisible' | 'packagePublic'
  /** Each with its value, its label and its meaning. */
  choices: readonly (readonly [value: string, label: string, hint: string])[]
  /** Why it can no longer be changed. */
  locked: string | undefined
}

/** One of a few choices, each explained. */
function ChoiceCards({ name, choices, locked }: ChoiceCardsProps) {
  const id = useId()
  const { bound } = useBound<HTMLInputElement>({ name })
  return (
    <fieldset disabled={locked !== undefined} className="grid gap-3">
      <legend className="mb-2 font-semibold">{electionFieldNames[name]}</legend>
      {locked && <p className="text-muted">{locked}.</p>}
      <div className="grid gap-3 md:grid-cols-2">
        {choices.map(([value, label, hint], place) => (
          <div
            key={value}
            className="rounded-field border border-edge p-4 has-checked:border-navy has-checked:bg-navy-soft has-disabled:opacity-70"
          >
            <label className="flex min-h-8 items-center gap-3 font-semibold wrap-anywhere">
              <input
                {...bound}
                type="radio"
                value={value}
                aria-describedby={`${id}-${place}`}
                className="size-5 flex-none accent-navy"
              />
              {label}
            </label>
            <p id={`${id}-${place}`} className="pl-8 text-muted">
              {hint}
            </p>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
