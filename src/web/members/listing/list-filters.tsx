import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import { fullServiceNames, regions, services } from '#shared/members/enums.ts'
import { searchDebounceMs } from '#shared/members/listing/listing.ts'
import {
  filterNames,
  isFiltered,
  sorts,
  type ChoiceName,
  type MemberFilter,
  filterWords,
} from '#shared/members/listing/member-filter.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { CheckField, SelectField, TextField } from '#web/components/fields.tsx'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { addressOfFilter, changePlace, filterInAddress, listPlaceNow, useListPlace } from '#web/members/list-address.ts'
import { RankOptions } from '#web/members/rank-options.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { columnChoices } from './member-columns.tsx'
import { useSavedFilters } from './saved-list-view.ts'
import { choicesOf, filterText, sortText } from './text.ts'

/** Filters by service and region, combined with the search. Both are stored in the URL, like the search. */
export function ListFilters({ isAdmin, sorted = isAdmin }: { isAdmin: boolean; sorted?: boolean }) {
  const { filter, sort } = useListPlace()
  const { service = '', region = '' } = filter
  const notGiven = (name: 'service' | 'region') => (isAdmin ? choicesOf(name).slice(-1) : [])
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
      <SelectField
        label="Service"
        prompt="All services"
        choices={[...services.map((value) => ({ value, label: fullServiceNames[value] })), ...notGiven('service')]}
        value={service}
        onChange={({ target }) => changePlace({ service: target.value, page: null })}
      />
      <SelectField
        label="Region"
        prompt="All regions"
        choices={[...regions.map((value) => ({ value, label: value })), ...notGiven('region')]}
        value={region}
        onChange={({ target }) => changePlace({ region: target.value, page: null })}
      />
      {sorted && (
        <SelectField
          label={filterText.sort}
          prompt={sortText.number}
          choices={sorts.filter((one) => one !== 'number').map((value) => ({ value, label: sortText[value] }))}
          value={sort === 'number' ? '' : (sort ?? '')}
          onChange={({ target }) => changePlace({ sort: target.value, page: null })}
        />
      )}
    </div>
  )
}

const chosenBelow = ['status', 'missing', 'password', 'email', 'standing'] as const satisfies readonly ChoiceName[]
const below = [...chosenBelow, 'rank', 'unit', 'joinedFrom', 'joinedUntil'] as const

/** More filters for administrators, folded until needed. The summary shows how many are in use. */
export function MoreFilters() {
  const { filter } = useListPlace()
  return (
    <details className="group">
      <summary className="tap-link gap-2">
        {filterText.more}
        <InUse count={below.filter((name) => filter[name]).length} />
        <ChevronDownIcon className="size-5 group-open:rotate-180" />
      </summary>
      <div className="mt-2">
        <OtherFilters />
      </div>
    </details>
  )
}

const InUse = ({ count }: { count: number }) => count > 0 && <span className="tabular-nums">({count})</span>

function OtherFilters() {
  const { hasDues } = useSite()
  const { filter } = useListPlace()
  return (
    <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]">
      {chosenBelow
        .filter((name) => name !== 'standing' || hasDues)
        .map((name) => (
          <SelectField
            key={name}
            label={filterText[name]}
            prompt={name === 'status' ? filterText.current : filterText.anything}
            choices={choicesOf(name).filter(({ value }) => value !== 'member')}
            value={filter[name] ?? ''}
            onChange={({ target }) => changePlace({ [name]: target.value, page: null })}
          />
        ))}
      <TypedFilter name="rank" label={filterText.rank} list="rank-options" />
      <RankOptions id="rank-options" service={filter.service} />
      <TypedFilter name="unit" label={filterText.unit} placeholder={filterText.unitExample} />
      <TypedFilter name="joinedFrom" label={filterText.joinedFrom} type="date" />
      <TypedFilter name="joinedUntil" label={filterText.joinedUntil} type="date" />
    </div>
  )
}

interface ListViewProps {
  columns: readonly string[]
  onColumns: (columns: string[]) => void
  /** The search box, first in the row. */
  children: ReactNode
}

/** The controls of an administrator's list: the search, then the folded filters and columns. */
export function ListView({ columns, onColumns, children }: ListViewProps) {
  const choices = columnChoices(useSite().hasDues)
  const { filter } = useListPlace()
  const [open, setOpen] = useState<'filters' | 'columns' | null>(null)
  const fold = (name: 'filters' | 'columns') => ({
    look: 'outline' as const,
    'aria-expanded': open === name,
    onClick: () => setOpen(open === name ? null : name),
  })
  const arrow = (name: string) => <ChevronDownIcon className={classes('size-5', open === name && 'rotate-180')} />
  return (
    <div className="no-print mt-6">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-[1_1_min(100%,16rem)]">{children}</div>
        <Button {...fold('filters')}>
          {filterText.filters}
          <InUse count={filterNames.filter((name) => name !== 'searchQuery' && filter[name]).length} />
          {arrow('filters')}
        </Button>
        <Button {...fold('columns')}>
          {filterText.columns}
          {arrow('columns')}
        </Button>
      </div>
      {open === 'filters' && (
        <div className="mt-3 grid gap-3 *:contents sm:grid-cols-[repeat(auto-fill,minmax(max(9.5rem,20%),1fr))]">
          <ListFilters isAdmin />
          <OtherFilters />
        </div>
      )}
      {open === 'columns' && (
        <fieldset className="mt-3">
          <legend className="sr-only">{filterText.columns}</legend>
          <div className="flex flex-wrap gap-x-6">
            {choices.map((heading) => (
              <CheckField
                key={heading}
                label={heading}
                checked={columns.includes(heading)}
                onChange={({ target }) =>
                  onColumns(choices.filter((one) => (one === heading ? target.checked : columns.includes(one))))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}

/** Describes the filters in words, with a button to clear them. */
export function FilterLine({ filter, children }: { filter: MemberFilter; children?: ReactNode }) {
  if (!isFiltered(filter)) return null
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4">
      <span className="min-w-0 font-semibold break-words">{filterText.showing(filterWords(filter))}</span>
      <button type="button" className="no-print text-link min-h-11" onClick={clearFilters}>
        {filter.ids ? filterText.allInstead : filterText.clear}
      </button>
      {children}
    </p>
  )
}

/** The filters in use with a button to save them, and the saved filters. */
export function SavedFilters({ filter }: { filter: MemberFilter }) {
  const { filters, save, forget, isSaved } = useSavedFilters()
  const { ids: _ticked, ...kept } = filter
  const query = addressOfFilter(kept).toString()
  return (
    <>
      <FilterLine filter={filter}>
        {query && (
          <button
            type="button"
            className="no-print text-link min-h-11"
            onClick={() => (isSaved(query) ? forget(query) : save(query))}
          >
            {isSaved(query) ? filterText.forget : filterText.save}
          </button>
        )}
      </FilterLine>
      {filters.length > 0 && (
        <nav aria-label={filterText.saved} className="no-print mt-1 flex flex-wrap items-center gap-x-5">
          <span className="text-muted">{filterText.saved}:</span>
          {filters.map((one) => (
            <SiteLink
              key={one}
              href={`/members?${one}`}
              aria-current={one === query ? 'true' : undefined}
              className="tap-link aria-[current=true]:no-underline"
            >
              {filterWords(filterInAddress(new URLSearchParams(one)))}
            </SiteLink>
          ))}
        </nav>
      )}
    </>
  )
}

/** Leaves the search text, which has its own clear button. */
export function clearFilters() {
  const nothing = filterNames.filter((name) => name !== 'searchQuery').map((name) => [name, null])
  changePlace({ ...Object.fromEntries(nothing), page: null })
}

interface TypedFilterProps extends Pick<ComponentProps<'input'>, 'list' | 'placeholder'> {
  name: 'rank' | 'unit' | 'joinedFrom' | 'joinedUntil'
  label: string
  type?: 'text' | 'date'
}

const valueNow = (name: TypedFilterProps['name']) => listPlaceNow().filter[name] ?? ''

function applyFilter(name: TypedFilterProps['name'], typed: string) {
  if (typed.trim() !== valueNow(name)) changePlace({ [name]: typed.trim(), page: null })
}

/** Writes the text to the URL when typing pauses; the list reads it from there. */
function TypedFilter({ name, label, type = 'text', ...offered }: TypedFilterProps) {
  const [typed, setTyped] = useState(() => valueNow(name))

  useEffect(() => {
    const timer = setTimeout(() => applyFilter(name, typed), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [name, typed])

  useEffect(() => {
    // Show changes that come from elsewhere, such as Back or a cleared filter.
    const onMove = () => setTyped((now) => (valueNow(name) === now.trim() ? now : valueNow(name)))
    window.addEventListener('popstate', onMove)
    return () => window.removeEventListener('popstate', onMove)
  }, [name])

  return (
    <TextField
      label={label}
      type={type}
      {...offered}
      value={typed}
      maxLength={100}
      autoComplete="off"
      onChange={({ target }) => setTyped(target.value)}
      // Save at once: choosing another filter would discard text that still waits for the pause.
      onBlur={() => applyFilter(name, typed)}
    />
  )
}
