import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { useState, type ReactNode, useEffect } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { Button, Spinner } from './button.tsx'
import { FieldFrame, type FieldTexts } from './fields.tsx'
import { CheckIcon, CloseIcon } from './icons.tsx'

interface ComboboxTexts {
  tooShort: string
  nothing: string
  /** What has failed, above the reason. */
  failed?: string
  /** Shown below the list if there are more. */
  more?: string
}

interface ComboboxProps<Option extends { id: string }> extends FieldTexts {
  value: Option | null
  onChange: (value: Option | null) => void
  /** Keep its identity between renders (`useCallback`): a new function starts a new search. */
  search: (typed: string, signal: AbortSignal) => Promise<SearchResult<Option>>
  labelOf: (option: Option) => string
  /** A richer row in the list; the label alone without it. */
  renderOption?: (option: Option) => ReactNode
  /** Listed, but cannot be chosen. */
  isDisabled?: (option: Option) => boolean
  minLength?: number
  debounceMs?: number
  texts: ComboboxTexts
  placeholder?: string
  disabled?: boolean
}

/** Search and choose one of many, which stay on the server. */
export function Combobox<Option extends { id: string }>(props: ComboboxProps<Option>) {
  const {
    label,
    hint,
    error,
    value,
    onChange,
    search,
    labelOf,
    renderOption = labelOf,
    isDisabled = () => false,
    minLength = 3,
    debounceMs = 500,
    texts,
    placeholder,
    disabled = false,
  } = props
  const [typed, setTyped] = useState('')
  const [attempt, setAttempt] = useState(0)
  // Everything outside the surrounding dialog is inert.
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const state = useSearchState(typed, search, { minLength, debounceMs, attempt })
  const options = state.status === 'found' ? state.options : []

  return (
    <FieldFrame {...{ label, hint, error }}>
      {(control) => (
        <BaseCombobox.Root
          items={options}
          filter={null}
          value={value}
          onValueChange={onChange}
          onInputValueChange={(next, { reason }) => setTyped(reason === 'item-press' ? '' : next)}
          itemToStringLabel={labelOf}
          isItemEqualToValue={(one, other) => one.id === other.id}
          onOpenChange={(_, { reason, event }) => {
            // Only the list closes, not the surrounding dialog.
            if (reason === 'escape-key') event.preventDefault()
          }}
          disabled={disabled}
        >
          <BaseCombobox.InputGroup
            ref={(element) => setDialog(element?.closest('dialog') ?? null)}
            className="relative"
          >
            <BaseCombobox.Input {...control} placeholder={placeholder} className="field-box pr-12" />
            <BaseCombobox.Clear
              aria-label={`Clear ${label.toLowerCase()}`}
              className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-[7px] text-muted hover:bg-navy-soft"
            >
              <CloseIcon className="size-5" />
            </BaseCombobox.Clear>
          </BaseCombobox.InputGroup>
          <BaseCombobox.Portal {...(dialog && { container: dialog })}>
            <BaseCombobox.Positioner sideOffset={6} className="z-50 outline-none">
              <BaseCombobox.Popup
                aria-busy={state.status === 'searching'}
                className="max-h-[min(var(--available-height),25rem)] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-card border border-line bg-card p-1.5 shadow-float"
              >
                <BaseCombobox.Status className="px-3 text-muted not-empty:py-2.5">
                  {statusOf(state, texts)}
                </BaseCombobox.Status>
                {state.status === 'failed' && (
                  <Button
                    look="outline"
                    size="small"
                    className="mx-3 mb-2"
                    // The focus and the typed text stay in the box.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => setAttempt(attempt + 1)}
                  >
                    Retry
                  </Button>
                )}
                <BaseCombobox.List>
                  {(option: Option) => (
                    <BaseCombobox.Item
                      key={option.id}
                      value={option}
                      disabled={isDisabled(option)}
                      className="flex min-h-12 cursor-pointer items-center gap-3 rounded-field px-3 py-2 outline-none data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-navy-soft"
                    >
                      <span className="min-w-0 flex-1">{renderOption(option)}</span>
                      <BaseCombobox.ItemIndicator>
                        <CheckIcon className="size-5 text-green" />
                      </BaseCombobox.ItemIndicator>
                    </BaseCombobox.Item>
                  )}
                </BaseCombobox.List>
              </BaseCombobox.Popup>
            </BaseCombobox.Positioner>
          </BaseCombobox.Portal>
        </BaseCombobox.Root>
      )}
    </FieldFrame>
  )
}

function statusOf(state: SearchState<unknown>, texts: ComboboxTexts): ReactNode {
  switch (state.status) {
    case 'too-short':
      return texts.tooShort
    case 'searching':
      return <Spinner className="size-4" label="Searching…" />
    case 'failed':
      return (
        <>
          {texts.failed && <strong className="block text-red">{texts.failed}</strong>}
          {sentenceOf(state.error)}
        </>
      )
    case 'found':
      if (state.options.length === 0 && !state.more) return texts.nothing
      return typeof state.more === 'string' ? state.more : state.more && texts.more
  }
}

type SearchState<Option> =
  | { status: 'too-short' }
  | { status: 'searching' }
  | { status: 'failed'; error: unknown }
  | ({ status: 'found' } & SearchResult<Option>)

interface SearchResult<Option> {
  options: readonly Option[]
  /** There are more than listed; in words, if it is known how many. */
  more?: boolean | string
}

/** Calls `search` once typing has paused, and again for another `attempt`; an older reply never replaces a newer one. */
function useSearchState<Option>(
  typed: string,
  search: (typed: string, signal: AbortSignal) => Promise<SearchResult<Option>>,
  { minLength, debounceMs, attempt }: { minLength: number; debounceMs: number; attempt: number },
): SearchState<Option> {
  const [latest, setLatest] = useState<{ wanted: string; attempt: number; outcome: SearchState<Option> } | null>(null)
  const wanted = typed.trim()
  const longEnough = wanted.length >= minLength

  useEffect(() => {
    if (!longEnough) return
    const abort = new AbortController()
    const settle = (outcome: SearchState<Option>) => {
      if (!abort.signal.aborted) setLatest({ wanted, attempt, outcome })
    }
    const timer = setTimeout(() => {
      search(wanted, abort.signal).then(
        (found) => settle({ status: 'found', ...found }),
        (error: unknown) => settle({ status: 'failed', error }),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted, longEnough, search, debounceMs, attempt])

  if (!longEnough) return { status: 'too-short' }
  return latest?.wanted === wanted && latest.attempt === attempt ? latest.outcome : { status: 'searching' }
}
