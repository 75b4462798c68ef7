import { useEffect, useState } from 'react'
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
import { SelectField, TextField } from '#web/components/fields.tsx'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { changePlace, placeNow, useListPlace } from '#web/members/list-address.ts'
import { choicesOf, filterText, sortText } from './text.ts'

/** Which service and region; with a search, both must fit. They stand in the address, as the search does. */
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

const chosenBelow = ['status', 'missing', 'password', 'email'] as const satisfies readonly ChoiceName[]
const below = [...chosenBelow, 'rank', 'unit', 'joinedFrom', 'joinedUntil'] as const

/** What only administrators choose by, folded away until it is wanted; the line below says what is in use. */
export function MoreFilters() {
  const { filter } = useListPlace()
  const inUse = below.filter((name) => filter[name]).length
  return (
    <details className="group">
      <summary className="tap-link gap-2">
        {filterText.more}
        {inUse > 0 && <span className="tabular-nums">({inUse})</span>}
        <ChevronDownIcon className="size-5 group-open:rotate-180" />
      </summary>
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3">
        {chosenBelow.map((name) => (
          <SelectField
            key={name}
            label={filterText[name]}
            prompt={filterText.anything}
            choices={choicesOf(name)}
            value={filter[name] ?? ''}
            onChange={({ target }) => changePlace({ [name]: target.value, page: null })}
          />
        ))}
        <TypedFilter name="rank" label={filterText.rank} />
        <TypedFilter name="unit" label={filterText.unit} />
        <TypedFilter name="joinedFrom" label={filterText.joinedFrom} type="date" />
        <TypedFilter name="joinedUntil" label={filterText.joinedUntil} type="date" />
      </div>
    </details>
  )
}

/** In words who is listed, and the way back to everybody. */
export function FilterLine({ filter }: { filter: MemberFilter }) {
  if (!isFiltered(filter)) return null
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4">
      <span className="min-w-0 font-semibold break-words">{filterText.showing(filterWords(filter))}</span>
      <button type="button" className="text-link min-h-11" onClick={clearFilters}>
        {filterText.clear}
      </button>
    </p>
  )
}

/** What is searched for has its own way to be cleared. */
export function clearFilters() {
  const nothing = filterNames.filter((name) => name !== 'searchQuery').map((name) => [name, null])
  changePlace({ ...Object.fromEntries(nothing), page: null })
}

interface TypedFilterProps {
  name: 'rank' | 'unit' | 'joinedFrom' | 'joinedUntil'
  label: string
  type?: 'text' | 'date'
}

const valueNow = (name: TypedFilterProps['name']) => placeNow().filter[name] ?? ''

function settle(name: TypedFilterProps['name'], typed: string) {
  if (typed.trim() !== valueNow(name)) changePlace({ [name]: typed.trim(), page: null })
}

/** Once typing has rested, it is in the address, from which the list is read. */
function TypedFilter({ name, label, type = 'text' }: TypedFilterProps) {
  const [typed, setTyped] = useState(() => valueNow(name))

  useEffect(() => {
    const timer = setTimeout(() => settle(name, typed), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [name, typed])

  useEffect(() => {
    // Whatever else changes the address, Back or a cleared filter, shows in the field.
    const onMove = () => setTyped((now) => (valueNow(name) === now.trim() ? now : valueNow(name)))
    window.addEventListener('popstate', onMove)
    return () => window.removeEventListener('popstate', onMove)
  }, [name])

  return (
    <TextField
      label={label}
      type={type}
      value={typed}
      maxLength={100}
      autoComplete="off"
      onChange={({ target }) => setTyped(target.value)}
      // Before anything else is chosen, so that what was typed is not lost.
      onBlur={() => settle(name, typed)}
    />
  )
}
