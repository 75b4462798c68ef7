import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { useState, type ReactNode } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { FieldFrame, type FieldTexts } from '#web/components/field-frame.tsx'
import { CheckIcon, CloseIcon } from '#web/components/icons.tsx'
import { useSearchState, type Found, type SearchState } from '#web/components/search-state.ts'
import { Spinner } from '#web/components/spinner.tsx'

interface ComboboxTexts {
  tooShort: string
  nothing: string
  /** What has failed, above the reason. */
  failed?: string
  /** Told below those that are listed when there are others. */
  more?: string
}

interface ComboboxProps<Option extends { id: string }> extends FieldTexts {
  value: Option | null
  onChange: (value: Option | null) => void
  /** Keep its identity between renders (`useCallback`): a new function searches anew. */
  search: (typed: string, signal: AbortSignal) => Promise<Found<Option>>
  labelOf: (option: Option) => string
  /** A richer row in the list; the label alone without it. */
  renderOption?: (option: Option) => ReactNode
  /** Shown, and not to be chosen. */
  isDisabled?: (option: Option) => boolean
  minLength?: number
  debounceMs?: number
  texts: ComboboxTexts
  placeholder?: string
  disabled?: boolean
}

/** Search and choose one of many, where the many stay on the server. */
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
          disabled={disabled}
        >
          <BaseCombobox.InputGroup className="relative">
            <BaseCombobox.Input {...control} placeholder={placeholder} className="field-box pr-12" />
            <BaseCombobox.Clear
              aria-label={`Clear ${label.toLowerCase()}`}
              className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-[7px] text-muted hover:bg-navy-soft"
            >
              <CloseIcon className="size-5" />
            </BaseCombobox.Clear>
          </BaseCombobox.InputGroup>
          <BaseCombobox.Portal>
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
                    // The focus stays in the box, and so does what is typed.
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
