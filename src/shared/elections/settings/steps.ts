import { hasReached, votingIsOver, type Stage } from '#shared/elections/lifecycle.ts'
import { scheduleFields } from '#shared/elections/schedule.ts'
import type { ElectionField } from './settings.ts'

/** The parts of an election's settings, shown one at a time. */
export const settingSteps = ['overview', 'setup', 'nominees', 'voting', 'closing'] as const
export type SettingStep = (typeof settingSteps)[number]

export const isSettingStep = (text: string | null): text is SettingStep =>
  (settingSteps as readonly (string | null)[]).includes(text)

export const fieldsOfStep = {
  setup: ['title', 'seats', ...scheduleFields, 'eligibilityDate', 'goodStandingOnly'],
  nominees: ['candidacyFiling', 'nomineesAccept'],
  voting: ['candidatesByLot', 'resultsVisible', 'packagePublic', 'proxyNeedsSecondAdmin', 'rehearsal'],
} as const satisfies Partial<Record<SettingStep, readonly ElectionField[]>>
export type FieldStep = keyof typeof fieldsOfStep

export const isFieldStep = (step: SettingStep): step is FieldStep => step in fieldsOfStep

/** The step of the first of these fields, named as in refusals: `seats.2.slot`. */
export function stepOfFields(paths: readonly string[]): FieldStep | null {
  const names = new Set(paths.map((path) => path.split('.')[0]))
  const steps = Object.keys(fieldsOfStep) as FieldStep[]
  return steps.find((step) => fieldsOfStep[step].some((field) => names.has(field))) ?? null
}

/** What matters now: the step that opens by default. */
export function stepNow(stage: Stage, hasBallots: boolean): SettingStep {
  if (stage === 'nomination') return 'nominees'
  // If nobody voted there is nothing to close, and it can be set up again.
  const closes = votingIsOver(stage) && (hasBallots || hasReached(stage, 'certified'))
  return closes ? 'closing' : 'overview'
}
